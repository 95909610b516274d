package treeline.record.mpi;

import treeline.record.Communicator;

import java.util.Arrays;
import java.util.List;

/// A [Communicator] with what parallel programs need beside what the recorder needs, so that a
/// program without an MPI binding of its own can be written against it. The same program runs under
/// `mpirun` and with all ranks in one JVM:
///
/// ```java
/// try (Comm comm = Mpi.world()) { solve(comm); }     // a process a rank
/// LocalRanks.run(4, comm -> solve(comm));            // four ranks in this JVM
/// ```
///
/// Messages may be of any length, and of another one on every rank.
public interface Comm extends Communicator {
    /// The largest tag that every MPI library takes, and one less.
    int LARGEST_TAG = 32_766;

    /// Message `i` goes to rank `i`; the result has at `i` what rank `i` sent here.
    List<byte[]> alltoall(List<byte[]> messages);

    /// The values of all ranks, combined position by position, on all ranks. All ranks pass the
    /// same number of values.
    double[] allreduce(double[] values, Reduction reduction);

    long[] allreduce(long[] values, Reduction reduction);

    /// The same on the rank `root`; no values on the others.
    double[] reduce(double[] values, Reduction reduction, int root);

    long[] reduce(long[] values, Reduction reduction, int root);

    /// Sends to one rank and returns without waiting for it: the message is copied. Two ranks may
    /// therefore send to each other first and receive afterwards.
    ///
    /// @param tag a number from 0 to [#LARGEST_TAG] by which the receiver chooses among messages of
    ///   one rank
    void send(byte[] message, int to, int tag);

    /// The next message of the rank `from` with this tag; waits for it.
    byte[] receive(int from, int tag);

    /// Making a communicator takes room in an MPI library, and there is room for some thousands at
    /// a time. A closed one gives its room back when all its ranks have closed it and with it all
    /// that were made from it, all messages that were sent to one rank have been received, and
    /// another is made from this one. So a program may split in every step if it closes what it
    /// made.
    @Override
    Comm split(int color, int key);

    @Override
    Comm duplicate();

    /// What is made from it is patient as well.
    @Override
    default Comm patient() {
        return this;
    }

    /// Gives up this rank's handle and that of its [#patient] view. Waits for nobody: ranks may
    /// close in any order. Under MPI later calls, also those of its [#blocks], fail with a
    /// [treeline.record.CommunicatorException], but communicators made from this one stay usable.
    /// Closing the world ends MPI (see [Mpi]), and then none can be used.
    @Override
    void close();

    default double allreduce(double value, Reduction reduction) {
        return allreduce(new double[] {value}, reduction)[0];
    }

    default long allreduce(long value, Reduction reduction) {
        return allreduce(new long[] {value}, reduction)[0];
    }

    default void send(double[] values, int to, int tag) {
        send(Numbers.bytes(values), to, tag);
    }

    default double[] receiveDoubles(int from, int tag) {
        return Numbers.doubles(receive(from, tag));
    }

    default double[] broadcast(double[] values, int root) {
        return Numbers.doubles(broadcast(Numbers.bytes(values), root));
    }

    /// The values of all ranks one after the other on the rank `root`; no values on the others.
    default double[] gather(double[] values, int root) {
        return gather(Numbers.bytes(values), root).stream()
                .map(Numbers::doubles)
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }

    default double[][] alltoall(double[][] blocks) {
        List<byte[]> received = alltoall(Arrays.stream(blocks).map(Numbers::bytes).toList());
        return received.stream().map(Numbers::doubles).toArray(double[][]::new);
    }

    default long[][] alltoall(long[][] blocks) {
        List<byte[]> received = alltoall(Arrays.stream(blocks).map(Numbers::bytes).toList());
        return received.stream().map(Numbers::longs).toArray(long[][]::new);
    }
}
