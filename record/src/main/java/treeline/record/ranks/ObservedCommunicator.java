package treeline.record.ranks;

import org.jspecify.annotations.Nullable;

import treeline.source.trace.OperationKind;

import java.util.List;

/// A communicator that tells an observer of its collective calls. Calls that are made of others
/// count as one. Communicators that are made of it have no observer.
public abstract class ObservedCommunicator implements Communicator {
    private static final int NO_ROOT = -1;

    private @Nullable CollectiveObserver observer;
    private boolean isInside;

    protected abstract void meet();

    protected abstract byte[] broadcastFrom(byte[] message, int root);

    protected abstract List<byte[]> gatherTo(byte[] message, int root);

    protected abstract List<byte[]> gatherToAll(byte[] message);

    @Override
    public final void observe(@Nullable CollectiveObserver by) {
        observer = by;
    }

    @Override
    public final void barrier() {
        CollectiveObserver told = begin(OperationKind.BARRIER);
        try {
            meet();
        } finally {
            end(told, OperationKind.BARRIER, NO_ROOT, 0);
        }
    }

    @Override
    public final byte[] broadcast(byte[] message, int root) {
        CollectiveObserver told = begin(OperationKind.BROADCAST);
        long bytes = 0;
        try {
            byte[] received = broadcastFrom(message, root);
            bytes = received.length;
            return received;
        } finally {
            end(told, OperationKind.BROADCAST, root, bytes);
        }
    }

    @Override
    public final List<byte[]> gather(byte[] message, int root) {
        CollectiveObserver told = begin(OperationKind.GATHER);
        try {
            return gatherTo(message, root);
        } finally {
            end(told, OperationKind.GATHER, root, message.length);
        }
    }

    @Override
    public final List<byte[]> allgather(byte[] message) {
        CollectiveObserver told = begin(OperationKind.ALLGATHER);
        try {
            return gatherToAll(message);
        } finally {
            end(told, OperationKind.ALLGATHER, NO_ROOT, message.length);
        }
    }

    /// Null if nobody is to be told of the call.
    private @Nullable CollectiveObserver begin(OperationKind kind) {
        CollectiveObserver told = isInside ? null : observer;
        if (told == null) return null;
        isInside = true;
        told.begin(kind);
        return told;
    }

    private void end(@Nullable CollectiveObserver told, OperationKind kind, int root, long bytes) {
        if (told == null) return;
        isInside = false;
        told.end(kind, root, bytes);
    }
}
