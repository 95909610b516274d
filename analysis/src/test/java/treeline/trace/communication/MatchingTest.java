package treeline.trace.communication;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.source.trace.Interactions;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;

import java.util.List;

class MatchingTest {
    private static OperationSet of(Operations... contexts) {
        return OperationSet.of(
                new Interactions() {
                    @Override
                    public List<ProcessGroup> groups() {
                        return List.of(
                                new ProcessGroup("world", List.of(0, 1)),
                                new ProcessGroup("empty", List.of()));
                    }

                    @Override
                    public Operations of(int context) {
                        return contexts[context];
                    }
                },
                contexts.length);
    }

    private static void add(
            Operations.Builder to, OperationKind kind, int peer, int tag, long posted) {
        to.add(kind, 0, peer, 0, tag);
        to.call(posted, posted, posted + 1);
        to.within(posted, posted + 1);
    }

    /// Completed in another order than posted.
    @Test
    void theFirstPostedReceiveGetsTheFirstSendOfItsTag() {
        var sender = new Operations.Builder();
        add(sender, OperationKind.SEND, 1, 7, 30);
        add(sender, OperationKind.SEND, 1, 7, 10);
        add(sender, OperationKind.SEND, 1, 8, 20);
        var receiver = new Operations.Builder();
        add(receiver, OperationKind.RECEIVE, 0, 8, 5);
        add(receiver, OperationKind.RECEIVE, 0, 7, 4);
        add(receiver, OperationKind.RECEIVE, 0, 9, 6);
        Messages messages = Messages.of(of(sender.build(), receiver.build()));
        assertThat(messages.size()).isEqualTo(2);
        assertThat(messages.receive(0)).isEqualTo(1);
        assertThat(messages.send(0)).isEqualTo(1);
        assertThat(messages.receive(1)).isEqualTo(0);
        assertThat(messages.send(1)).isEqualTo(2);
        assertThat(messages.unmatchedSends()).isEqualTo(1);
        assertThat(messages.unmatchedReceives()).isEqualTo(1);
    }

    @Test
    void everyTagHasAQueueOfItsOwn() {
        var sender = new Operations.Builder();
        var receiver = new Operations.Builder();
        for (int i = 0; i < 1000; i++) {
            add(sender, OperationKind.SEND, 1, i * 64 % 500, i);
            add(receiver, OperationKind.RECEIVE, 0, i * 64 % 500, i);
        }
        Messages messages = Messages.of(of(sender.build(), receiver.build()));
        assertThat(messages.size()).isEqualTo(1000);
        for (int i = 0; i < 1000; i++) assertThat(messages.send(i)).isEqualTo(messages.receive(i));
    }

    @Test
    void theNthCollectiveOperationOfAllMembersIsOneInstance() {
        var first = new Operations.Builder();
        add(first, OperationKind.BARRIER, Operations.ABSENT, 0, 1);
        add(first, OperationKind.ALLREDUCE, Operations.ABSENT, 0, 2);
        add(first, OperationKind.FINALIZE, Operations.ABSENT, 0, 3);
        var second = new Operations.Builder();
        add(second, OperationKind.BARRIER, Operations.ABSENT, 0, 1);
        Collectives collectives = Collectives.of(of(first.build(), second.build()));
        assertThat(collectives.instances()).hasSize(1);
        Collectives.Instance barrier = collectives.instances().getFirst();
        assertThat(barrier.kind()).isEqualTo(OperationKind.BARRIER);
        assertThat(barrier.size()).isEqualTo(2);
        assertThat(barrier.context(1)).isEqualTo(1);
        assertThat(collectives.incomplete()).isEqualTo(2);
    }
}
