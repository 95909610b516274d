package treeline.trace.communication;

import treeline.array.Ints;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;

/// Matched messages of a run: each send with its receive.
///
/// Messages are matched by MPI's non-overtaking rule: among the messages from one rank to another
/// with the same communicator and tag, the n-th send belongs to the n-th receive that was posted.
/// Linear in the number of operations.
public final class Messages {
    private final Ints senders = new Ints();
    private final Ints sends = new Ints();
    private final Ints receivers = new Ints();
    private final Ints receives = new Ints();
    private long unmatchedSends;
    private long unmatchedReceives;

    private Messages() {}

    /// Matches all messages.
    public static Messages of(OperationSet all) {
        var messages = new Messages();
        SendQueues[] queues = new SendQueues[all.contexts()];
        for (int sender = 0; sender < queues.length; sender++)
            queues[sender] = SendQueues.of(all, sender);
        for (int receiver = 0; receiver < all.contexts(); receiver++)
            messages.addReceivesOf(receiver, all, queues);
        for (SendQueues queue : queues) messages.unmatchedSends += queue.left();
        return messages;
    }

    private void addReceivesOf(int receiver, OperationSet all, SendQueues[] queues) {
        Operations operations = all.of(receiver);
        for (int receive : all.inPostedOrder(receiver, OperationKind.RECEIVE)) {
            int sender = operations.peer(receive);
            int send =
                    sender < 0
                            ? SendQueues.EMPTY
                            : queues[sender].next(
                                    receiver, operations.group(receive), operations.tag(receive));
            if (send == SendQueues.EMPTY) unmatchedReceives++;
            else add(sender, send, receiver, receive);
        }
    }

    private void add(int sender, int send, int receiver, int receive) {
        senders.add(sender);
        sends.add(send);
        receivers.add(receiver);
        receives.add(receive);
    }

    /// In the order of receivers and, of each, of postings.
    public int size() {
        return senders.size();
    }

    public int sender(int message) {
        return senders.at(message);
    }

    /// The send, as an operation of the sender.
    public int send(int message) {
        return sends.at(message);
    }

    public int receiver(int message) {
        return receivers.at(message);
    }

    /// The receive, as an operation of the receiver.
    public int receive(int message) {
        return receives.at(message);
    }

    /// Sends without a receive.
    public long unmatchedSends() {
        return unmatchedSends;
    }

    public long unmatchedReceives() {
        return unmatchedReceives;
    }
}
