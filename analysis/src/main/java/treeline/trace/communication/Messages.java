package treeline.trace.communication;

import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;

import java.util.Arrays;

/// Matched messages of a run: each send with its receive.
///
/// Messages are matched by MPI's non-overtaking rule: among the messages from one rank to another
/// with the same communicator and tag, the n-th send belongs to the n-th receive that was posted.
/// Linear in the number of operations.
public final class Messages {
    private int size;
    private int[] senders = new int[64];
    private int[] sends = new int[64];
    private int[] receivers = new int[64];
    private int[] receives = new int[64];
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
        if (size == senders.length) {
            senders = Arrays.copyOf(senders, size * 2);
            sends = Arrays.copyOf(sends, size * 2);
            receivers = Arrays.copyOf(receivers, size * 2);
            receives = Arrays.copyOf(receives, size * 2);
        }
        senders[size] = sender;
        sends[size] = send;
        receivers[size] = receiver;
        receives[size++] = receive;
    }

    /// In the order of receivers and, of each, of postings.
    public int size() {
        return size;
    }

    public int sender(int message) {
        return senders[message];
    }

    /// The send, as an operation of the sender.
    public int send(int message) {
        return sends[message];
    }

    public int receiver(int message) {
        return receivers[message];
    }

    /// The receive, as an operation of the receiver.
    public int receive(int message) {
        return receives[message];
    }

    /// Sends without a receive.
    public long unmatchedSends() {
        return unmatchedSends;
    }

    public long unmatchedReceives() {
        return unmatchedReceives;
    }
}
