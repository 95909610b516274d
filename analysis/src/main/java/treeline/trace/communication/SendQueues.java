package treeline.trace.communication;

import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;

import java.util.Arrays;

/// The sends of one rank, as a first-in-first-out queue per receiver, communicator and tag. Queues
/// are found in a hash table with linear probing; its keys are those of the sends themselves.
final class SendQueues {
    static final int EMPTY = -1;

    private static final int FREE = -1;

    /// Fibonacci hashing: 2^32 divided by the golden ratio.
    private static final int GOLDEN = 0x9e3779b9;

    private final Operations operations;
    private final int[] following; // by send
    private int[] keys = new int[16]; // a send with the key of the queue, or FREE
    private int[] heads = new int[16]; // the first send of the queue, or EMPTY
    private int queues;
    private int left;

    private SendQueues(Operations operations) {
        this.operations = operations;
        this.following = new int[operations.size()];
        Arrays.fill(keys, FREE);
    }

    static SendQueues of(OperationSet all, int sender) {
        var queues = new SendQueues(all.of(sender));
        int[] sends = all.inPostedOrder(sender, OperationKind.SEND);
        // From the last to the first, so that each becomes the head of its queue.
        for (int i = sends.length - 1; i >= 0; i--) queues.addFirst(sends[i]);
        return queues;
    }

    private void addFirst(int send) {
        int slot = slot(operations.peer(send), operations.group(send), operations.tag(send));
        if (keys[slot] == FREE) {
            if (++queues > keys.length / 2) {
                grow();
                addFirst(send);
                return;
            }
            keys[slot] = send;
            heads[slot] = EMPTY;
        }
        following[send] = heads[slot];
        heads[slot] = send;
        left++;
    }

    private void grow() {
        int[] oldKeys = keys;
        int[] oldHeads = heads;
        keys = new int[oldKeys.length * 2];
        heads = new int[keys.length];
        Arrays.fill(keys, FREE);
        queues--;
        for (int i = 0; i < oldKeys.length; i++) {
            int send = oldKeys[i];
            if (send == FREE) continue;
            int slot = slot(operations.peer(send), operations.group(send), operations.tag(send));
            keys[slot] = send;
            heads[slot] = oldHeads[i];
        }
    }

    /// The slot of a queue, or a free one.
    private int slot(int receiver, int group, int tag) {
        int mask = keys.length - 1;
        int hash = ((receiver * 31 + group) * 31 + tag) * GOLDEN;
        int slot = (hash ^ (hash >>> 16)) & mask;
        while (keys[slot] != FREE && !isOf(keys[slot], receiver, group, tag))
            slot = (slot + 1) & mask;
        return slot;
    }

    private boolean isOf(int send, int receiver, int group, int tag) {
        return operations.peer(send) == receiver
                && operations.group(send) == group
                && operations.tag(send) == tag;
    }

    /// Removes and returns the first send of a queue, [#EMPTY] if there is none.
    int next(int receiver, int group, int tag) {
        int slot = slot(receiver, group, tag);
        if (keys[slot] == FREE || heads[slot] == EMPTY) return EMPTY;
        int send = heads[slot];
        heads[slot] = following[send];
        left--;
        return send;
    }

    int left() {
        return left;
    }
}
