package treeline.record.mpi;

import treeline.record.ranks.CommunicatorException;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// The communicator of MPI behind one of ours and its patient view, and those that were made from
/// it and are not given back.
///
/// Closing one of ours waits for nobody, but giving it back to MPI may. So a closed one is kept
/// until the ranks meet anyway, to make the next one from the same origin. What they send each
/// other there ([#account]) tells which ones all of them have closed ([#removeSettled]).
///
/// One that is closed before those that were made from it has no more meetings. They are given back
/// with it, when all are closed.
final class NativeComm {
    /// How many are accounted for at a meeting. The others have their turn at the next ones, so
    /// that many that stay open neither make the message long nor keep the closed ones.
    static final int MAX_ACCOUNTED = 64;

    private final long handle;
    private final Deque<NativeComm> made = new ArrayDeque<>();
    private int count;

    /// Written last by the thread that used this communicator, before others look at the rest.
    private volatile boolean closed;

    NativeComm(long handle) {
        this.handle = handle;
    }

    /// What MPI knows it by, to use it.
    long handle() {
        if (closed)
            throw new CommunicatorException("the communicator is closed and can no longer be used");
        return handle;
    }

    /// The same, to give it back.
    long handleOfClosed() {
        return handle;
    }

    /// A number for the next one that is made from this, the same on all ranks.
    int nextNumber() {
        return count++;
    }

    void add(NativeComm another) {
        made.add(another);
    }

    void close() {
        closed = true;
    }

    /// What this rank tells the others at a meeting, to be added up: 1 for itself, then for each of
    /// the first that were made from this one, which are the same on all ranks, 1 if it is closed
    /// here with all that was made from it.
    long[] account() {
        List<NativeComm> accounted = made.stream().limit(MAX_ACCOUNTED).toList();
        long[] account = new long[1 + accounted.size()];
        account[0] = 1;
        for (int i = 0; i < accounted.size(); i++)
            account[1 + i] = accounted.get(i).closedTree().isEmpty() ? 0 : 1;
        return account;
    }

    /// Removes those that nobody needs any more and returns them, in an order in which all ranks
    /// can give them back.
    ///
    /// @param sums the sums of what the ranks told
    List<NativeComm> removeSettled(long[] sums) {
        List<NativeComm> settled = new ArrayList<>();
        for (int at = 1; at < sums.length; at++) {
            NativeComm each = made.remove();
            if (sums[at] == sums[0]) settled.addAll(each.closedTree());
            else made.add(each);
        }
        return settled;
    }

    /// This one after all that were made from it; none if one of them is open. The ranks of each
    /// have the same of it in the same order, whatever else they have between.
    private List<NativeComm> closedTree() {
        if (closed && made.isEmpty()) return List.of(this);
        List<NativeComm> tree = new ArrayList<>();
        tree.add(this);
        for (int i = 0; i < tree.size(); i++) {
            if (!tree.get(i).closed) return List.of();
            tree.addAll(tree.get(i).made);
        }
        return tree.reversed();
    }
}
