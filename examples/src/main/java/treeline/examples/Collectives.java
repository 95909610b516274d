package treeline.examples;

import treeline.record.ranks.Communicator;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;

/// Collective operations of the examples, built on the recorder's [Communicator], so that they run
/// under `mpirun` without an MPI binding and with all ranks in one JVM. Programs with an MPI
/// binding would call that, which is faster.
public final class Collectives {
    private Collectives() {}

    /// Block `i` goes to rank `i`; the result has at `i` what rank `i` sent here. Ranks that have
    /// nothing for each other, such as those that are no neighbours, send empty blocks.
    static double[][] alltoall(Communicator ranks, double[][] blocks) {
        return exchanged(ranks, blocks, Collectives::bytes)
                .map(Collectives::doubles)
                .toArray(double[][]::new);
    }

    static long[][] alltoall(Communicator ranks, long[][] blocks) {
        return exchanged(ranks, blocks, Collectives::bytes)
                .map(Collectives::longs)
                .toArray(long[][]::new);
    }

    private static <T> Stream<byte[]> exchanged(
            Communicator ranks, T[] blocks, Function<T, byte[]> bytes) {
        if (blocks.length != ranks.size())
            throw new IllegalArgumentException(
                    "%d blocks for %d ranks".formatted(blocks.length, ranks.size()));
        List<byte[]> received = List.of();
        for (int root = 0; root < blocks.length; root++) {
            List<byte[]> gathered = ranks.gather(bytes.apply(blocks[root]), root);
            if (root == ranks.rank()) received = gathered;
        }
        return received.stream();
    }

    /// The values of all ranks as one, on all ranks: `combined(ranks, seconds, Math::max)`.
    public static double combined(Communicator ranks, double mine, DoubleBinaryOperator operator) {
        return combined(ranks, new double[] {mine}, operator)[0];
    }

    /// The same position by position, in the order of the ranks, so that floating-point sums are
    /// the same in every run.
    public static double[] combined(
            Communicator ranks, double[] mine, DoubleBinaryOperator operator) {
        double[] result = mine.clone();
        List<byte[]> all = ranks.gather(bytes(mine), 0);
        for (int rank = 0; rank < all.size(); rank++) {
            double[] values = doubles(all.get(rank));
            for (int i = 0; i < result.length; i++)
                result[i] = rank == 0 ? values[i] : operator.applyAsDouble(result[i], values[i]);
        }
        return doubles(ranks.broadcast(bytes(result), 0));
    }

    private static byte[] bytes(double[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Double.BYTES));
        bytes.asDoubleBuffer().put(values);
        return bytes.array();
    }

    private static byte[] bytes(long[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Long.BYTES));
        bytes.asLongBuffer().put(values);
        return bytes.array();
    }

    private static double[] doubles(byte[] bytes) {
        double[] values = new double[bytes.length / Double.BYTES];
        ByteBuffer.wrap(bytes).asDoubleBuffer().get(values);
        return values;
    }

    private static long[] longs(byte[] bytes) {
        long[] values = new long[bytes.length / Long.BYTES];
        ByteBuffer.wrap(bytes).asLongBuffer().get(values);
        return values;
    }
}
