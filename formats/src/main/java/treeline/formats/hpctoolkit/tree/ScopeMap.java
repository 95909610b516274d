package treeline.formats.hpctoolkit.tree;

import java.util.Arrays;

/// A hash map from the fields that identify a line, loop or instruction to its frame number,
/// without a key object per context.
final class ScopeMap {
    static final int ABSENT = -1;

    private long[] source = new long[256];
    private long[] offset = new long[256];
    private int[] module = new int[256];
    private int[] frame = absent(256);
    private int size;

    /// @param scope the lexical type, a file and a line, packed by [#scope]
    int get(long scope, int inModule, long atOffset) {
        return frame[slot(scope, inModule, atOffset)];
    }

    void put(long scope, int inModule, long atOffset, int frameIndex) {
        if (2 * size >= frame.length) grow();
        int slot = slot(scope, inModule, atOffset);
        if (frame[slot] == ABSENT) size++;
        source[slot] = scope;
        module[slot] = inModule;
        offset[slot] = atOffset;
        frame[slot] = frameIndex;
    }

    /// Two bits of type, 31 of file and 31 of line.
    static long scope(int lexicalType, int file, int line) {
        return ((long) lexicalType << 62) | ((long) (file & 0x7fff_ffff) << 31) | line;
    }

    private int slot(long scope, int inModule, long atOffset) {
        long mixed = (scope * 31 + inModule) * 0x9E3779B97F4A7C15L + atOffset;
        mixed = (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L;
        int slot = (int) (mixed >>> 32) & (frame.length - 1);
        while (frame[slot] != ABSENT
                && (source[slot] != scope || module[slot] != inModule || offset[slot] != atOffset))
            slot = (slot + 1) & (frame.length - 1);
        return slot;
    }

    private void grow() {
        long[] oldSource = source;
        long[] oldOffset = offset;
        int[] oldModule = module;
        int[] oldFrame = frame;
        source = new long[2 * oldFrame.length];
        offset = new long[2 * oldFrame.length];
        module = new int[2 * oldFrame.length];
        frame = absent(2 * oldFrame.length);
        size = 0;
        for (int slot = 0; slot < oldFrame.length; slot++)
            if (oldFrame[slot] != ABSENT)
                put(oldSource[slot], oldModule[slot], oldOffset[slot], oldFrame[slot]);
    }

    private static int[] absent(int length) {
        int[] array = new int[length];
        Arrays.fill(array, ABSENT);
        return array;
    }
}
