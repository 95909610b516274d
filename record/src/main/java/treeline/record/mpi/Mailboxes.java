package treeline.record.mpi;

import org.jspecify.annotations.Nullable;

import treeline.record.CommunicatorException;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Messages between two ranks of one JVM that were sent and not yet received. A lock for each
/// receiver would let more messages pass at a time; one for all is enough for programs that teach.
final class Mailboxes {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Address, Box> boxes = new HashMap<>();
    private @Nullable String failure;

    /// @param group which communicator, as the splits that led to it
    record Address(String group, int from, int to, int tag) {}

    private record Box(Queue<byte[]> messages, Condition arrived) {}

    void put(Address address, byte[] message) {
        lock.lock();
        try {
            Box box = box(address);
            box.messages.add(message.clone());
            box.arrived.signal();
        } finally {
            lock.unlock();
        }
    }

    byte[] take(Address address) {
        lock.lock();
        try {
            Box box = box(address);
            while (box.messages.isEmpty()) {
                if (failure != null) throw new CommunicatorException(failure);
                box.arrived.awaitUninterruptibly();
            }
            return box.messages.remove();
        } finally {
            lock.unlock();
        }
    }

    private Box box(Address address) {
        return boxes.computeIfAbsent(
                address, _ -> new Box(new ArrayDeque<>(), lock.newCondition()));
    }

    /// Ends the wait of all ranks for messages that cannot come any more.
    void abort(String reason) {
        lock.lock();
        try {
            failure = reason;
            boxes.values().forEach(box -> box.arrived.signalAll());
        } finally {
            lock.unlock();
        }
    }
}
