package treeline.record.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import treeline.testkit.Patience;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

class CreationOrderTest {
    @Test
    @Timeout(Patience.TEST_SECONDS)
    void theSmallerAgreedNumberGoesFirstWhoeverProposedFirst() throws InterruptedException {
        CreationOrder order = new CreationOrder();
        CreationOrder.Turn program = order.propose("program");
        CreationOrder.Turn snapshot = order.propose("snapshot");
        CreationOrder.Turn late = order.agreed(program, 9);
        List<String> made = new CopyOnWriteArrayList<>();
        Thread waiting = Thread.ofVirtual().start(() -> make(order, late, made));
        // it has to wait, as the snapshot may still be agreed on a smaller number
        while (waiting.getState() != Thread.State.WAITING) Thread.onSpinWait();
        assertThat(made).isEmpty();
        make(order, order.agreed(snapshot, 5), made);
        waiting.join();
        assertThat(made).containsExactly("snapshot", "program");
    }

    @Test
    void aProposalIsLaterThanAllThatWasAgreed() {
        CreationOrder order = new CreationOrder();
        order.agreed(order.propose("a"), 41);
        assertThat(order.propose("b").number()).isEqualTo(42);
    }

    private static void make(CreationOrder order, CreationOrder.Turn turn, List<String> made) {
        try {
            order.await(turn);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        made.add(turn.group());
        order.ended(turn);
    }
}
