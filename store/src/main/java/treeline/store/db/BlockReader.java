package treeline.store.db;

import treeline.bytes.ByteSource;

/// Decodes the blocks of [ColumnWriter] into reused arrays.
final class BlockReader {
    private long[] scratch = new long[64];
    private double[] packed = new double[64];
    int count;
    int[] contexts = new int[64];
    double[] values = new double[64];

    /// Cell `i` of the block has `lengths[i]` iterations in `iterations`, one cell behind the
    /// other.
    int[] lengths = new int[0];

    double[] iterations = new double[64];

    /// Reads a block of values: which of the group's contexts have one, and the values.
    void readValues(ByteSource in, int groupSize) {
        int presence = in.u8();
        if (presence == DatabaseLayout.EVERY_CONTEXT) {
            ensureCells(groupSize);
            count = groupSize;
            for (int i = 0; i < count; i++) contexts[i] = i;
        } else if (presence == DatabaseLayout.SOME_CONTEXTS) {
            count = in.index("a number of contexts", groupSize + 1L);
            ensureCells(count);
            PackedLongs.read(in, scratch, count);
            long last = -1;
            for (int i = 0; i < count; i++) {
                if (scratch[i] <= last || scratch[i] >= groupSize)
                    throw in.malformed(
                            "contexts of the group, ascending", Long.toString(scratch[i]));
                contexts[i] = (int) scratch[i];
                last = scratch[i];
            }
        } else throw in.malformed("presence 0 or 1", Integer.toString(presence));
        PackedDoubles.read(in, values, scratch, count);
    }

    /// Reads a block of iterations of the cells of the block of values before it.
    void readIterations(ByteSource in) {
        int total = in.count("iterations");
        lengths =
                PackedLongs.readIndexes(
                        in,
                        count,
                        "iterations in a chunk",
                        DatabaseLayout.ITERATIONS_PER_CHUNK + 1L);
        long sum = 0;
        for (int length : lengths) sum += length;
        if (sum != total) throw in.malformed("%d iterations".formatted(total), Long.toString(sum));
        var absent = java.util.BitSet.valueOf(in.raw(in.index("a bitmap", in.remaining() + 1L)));
        int present = total - absent.cardinality();
        if (absent.length() > total || present < 0)
            throw in.malformed(
                    "at most %d absent iterations".formatted(total),
                    Integer.toString(absent.length()));
        ensureIterations(total);
        PackedDoubles.read(in, absent.isEmpty() ? iterations : packed, scratch, present);
        if (absent.isEmpty()) return;
        int next = 0;
        for (int i = 0; i < total; i++) iterations[i] = absent.get(i) ? Double.NaN : packed[next++];
    }

    private void ensureCells(int needed) {
        if (contexts.length < needed) {
            contexts = new int[needed];
            values = new double[needed];
        }
        if (scratch.length < needed) scratch = new long[needed];
    }

    private void ensureIterations(int needed) {
        if (iterations.length < needed) {
            iterations = new double[needed];
            packed = new double[needed];
        }
        if (scratch.length < needed) scratch = new long[needed];
    }
}
