package treeline.record.mpi;

import treeline.record.Communicator;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/// What [Comm] adds to a communicator between threads of this JVM. Its messages are handed over by
/// reference, so that a rank may give the messages for all ranks to all of them and each takes its
/// own.
final class LocalComm implements Comm {
    private final Communicator ranks;
    private final Mailboxes mailboxes;
    private final String group;
    private final Traffic traffic;
    private int splits;

    /// Bytes sent to single ranks, shared by the communicators split from one.
    private static final class Traffic {
        private long bytes;
    }

    LocalComm(Communicator ranks, Mailboxes mailboxes) {
        this(ranks, mailboxes, "world", new Traffic());
    }

    private LocalComm(Communicator ranks, Mailboxes mailboxes, String group, Traffic traffic) {
        this.ranks = ranks;
        this.mailboxes = mailboxes;
        this.group = group;
        this.traffic = traffic;
    }

    @Override
    public int rank() {
        return ranks.rank();
    }

    @Override
    public int size() {
        return ranks.size();
    }

    @Override
    public void barrier() {
        ranks.barrier();
    }

    @Override
    public byte[] broadcast(byte[] message, int root) {
        return ranks.broadcast(message, root);
    }

    @Override
    public List<byte[]> gather(byte[] message, int root) {
        return ranks.gather(message, root);
    }

    @Override
    public List<byte[]> allgather(byte[] message) {
        return ranks.allgather(message);
    }

    @Override
    public List<byte[]> alltoall(List<byte[]> messages) {
        if (messages.size() != size())
            throw new IllegalArgumentException(
                    "%d messages for %d ranks".formatted(messages.size(), size()));
        return ranks.allgather(joined(messages)).stream()
                .map(all -> messageFor(rank(), all))
                .toList();
    }

    /// All messages one after the other, each behind its length.
    private static byte[] joined(List<byte[]> messages) {
        long total = messages.stream().mapToLong(message -> message.length + Integer.BYTES).sum();
        ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(total));
        for (byte[] message : messages) all.putInt(message.length).put(message);
        return all.array();
    }

    private static byte[] messageFor(int rank, byte[] joined) {
        ByteBuffer all = ByteBuffer.wrap(joined);
        for (int skipped = 0; skipped < rank; skipped++) {
            int length = all.getInt();
            all.position(all.position() + length);
        }
        byte[] mine = new byte[all.getInt()];
        all.get(mine);
        return mine;
    }

    @Override
    public double[] allreduce(double[] values, Reduction reduction) {
        return combined(
                ranks.allgather(Numbers.bytes(values)).stream().map(Numbers::doubles).toList(),
                reduction);
    }

    @Override
    public long[] allreduce(long[] values, Reduction reduction) {
        return combinedLongs(
                ranks.allgather(Numbers.bytes(values)).stream().map(Numbers::longs).toList(),
                reduction);
    }

    @Override
    public double[] reduce(double[] values, Reduction reduction, int root) {
        return combined(
                ranks.gather(Numbers.bytes(values), root).stream().map(Numbers::doubles).toList(),
                reduction);
    }

    @Override
    public long[] reduce(long[] values, Reduction reduction, int root) {
        return combinedLongs(
                ranks.gather(Numbers.bytes(values), root).stream().map(Numbers::longs).toList(),
                reduction);
    }

    /// In the order of the ranks, so that floating-point sums are the same in every run.
    private static double[] combined(List<double[]> byRank, Reduction reduction) {
        if (byRank.isEmpty()) return new double[0];
        double[] result = byRank.getFirst().clone();
        for (double[] values : byRank.subList(1, byRank.size()))
            for (int i = 0; i < result.length; i++) result[i] = reduction.of(result[i], values[i]);
        return result;
    }

    private static long[] combinedLongs(List<long[]> byRank, Reduction reduction) {
        if (byRank.isEmpty()) return new long[0];
        long[] result = byRank.getFirst().clone();
        for (long[] values : byRank.subList(1, byRank.size()))
            for (int i = 0; i < result.length; i++) result[i] = reduction.of(result[i], values[i]);
        return result;
    }

    @Override
    public void send(byte[] message, int to, int tag) {
        Objects.checkIndex(to, size());
        if (tag < 0 || tag > LARGEST_TAG)
            throw new IllegalArgumentException(
                    "tag %d is not from 0 to %d".formatted(tag, LARGEST_TAG));
        traffic.bytes += message.length;
        mailboxes.put(new Mailboxes.Address(group, rank(), to, tag), message);
    }

    @Override
    public byte[] receive(int from, int tag) {
        Objects.checkIndex(from, size());
        byte[] message = mailboxes.take(new Mailboxes.Address(group, from, rank(), tag));
        traffic.bytes += message.length;
        return message;
    }

    @Override
    public Comm split(int color, int key) {
        String part = "%s/%d:%d".formatted(group, splits++, color);
        return new LocalComm(ranks.split(color, key), mailboxes, part, traffic);
    }

    @Override
    public Comm duplicate() {
        String copy = "%s/%d".formatted(group, splits++);
        return new LocalComm(ranks.duplicate(), mailboxes, copy, new Traffic());
    }

    @Override
    public long bytesMoved() {
        return ranks.bytesMoved() + traffic.bytes;
    }

    @Override
    public void close() {
        ranks.close();
    }

    @Override
    public String toString() {
        return ranks.toString();
    }
}
