package treeline.record.mpi;

import java.lang.foreign.MemorySegment;

/// Numbers as bytes in the order of the machine, for messages between ranks of one run.
final class Numbers {
    private Numbers() {}

    static byte[] bytes(double[] values) {
        byte[] bytes = new byte[Math.multiplyExact(values.length, Double.BYTES)];
        MemorySegment.ofArray(bytes).copyFrom(MemorySegment.ofArray(values));
        return bytes;
    }

    static byte[] bytes(long[] values) {
        byte[] bytes = new byte[Math.multiplyExact(values.length, Long.BYTES)];
        MemorySegment.ofArray(bytes).copyFrom(MemorySegment.ofArray(values));
        return bytes;
    }

    static double[] doubles(byte[] bytes) {
        double[] values = new double[bytes.length / Double.BYTES];
        MemorySegment.ofArray(values).copyFrom(MemorySegment.ofArray(bytes));
        return values;
    }

    static long[] longs(byte[] bytes) {
        long[] values = new long[bytes.length / Long.BYTES];
        MemorySegment.ofArray(values).copyFrom(MemorySegment.ofArray(bytes));
        return values;
    }
}
