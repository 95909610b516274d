package treeline.record.ranks;

import java.util.List;

/// The communicator of a program with one rank.
public final class SoloCommunicator implements Communicator {

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public void barrier() {}

    @Override
    public byte[] broadcast(byte[] message, int root) {
        requireRank(root);
        return message;
    }

    @Override
    public List<byte[]> gather(byte[] message, int root) {
        requireRank(root);
        return List.of(message);
    }

    @Override
    public List<byte[]> allgather(byte[] message) {
        return List.of(message);
    }

    @Override
    public Communicator split(int color, int key) {
        return new SoloCommunicator();
    }

    @Override
    public Communicator duplicate() {
        return new SoloCommunicator();
    }

    /// 0, because no message leaves the rank.
    @Override
    public long bytesMoved() {
        return 0;
    }

    @Override
    public void close() {}

    private static void requireRank(int root) {
        if (root != 0) throw new IllegalArgumentException("root %d of 1 ranks".formatted(root));
    }
}
