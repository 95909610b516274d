package treeline.formats.hpctoolkit.values;

import treeline.formats.hpctoolkit.files.DatabaseFile;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Profiles;
import treeline.formats.hpctoolkit.tree.ContextTree;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The index of one profile, checked and turned round: for every value its node. A context has one
/// to some four values, which no processor can foresee; writing a few places too many, which the
/// next context puts right, saves it from guessing.
final class NodesOfValues {
    private static final int UNASKED = 4;

    private final ProfileIndex profiles;
    private final ContextTree tree;
    private int[] nodes = new int[1024];
    private int size;

    NodesOfValues(ProfileIndex profiles, ContextTree tree) {
        this.profiles = profiles;
        this.tree = tree;
    }

    /// How many values the profile has.
    int size() {
        return size;
    }

    /// The node of a value, negative where its context is not in the tree.
    int node(int value) {
        return nodes[value];
    }

    void read(int profile) {
        MemorySegment bytes = profiles.file().bytes();
        long index = profiles.index(profile);
        int entries = profiles.contextCount(profile);
        size = makeRoom(index, profiles.valueCount(profile));
        int from = 0;
        int node =
                ContextTree
                        .NOT_IN_TREE; // of values before the first entry, of which there are none
        long lastContext = -1;
        for (int entry = 0; entry < entries; entry++) {
            long at = index + (long) entry * Profiles.INDEX_BYTES;
            long context = bytes.get(DatabaseFile.U32, at) & 0xffff_ffffL;
            long start = bytes.get(DatabaseFile.U64, at + Profiles.INDEX_START_AT);
            if (context <= lastContext)
                throw profiles.file()
                        .malformed(at, "a context id above " + lastContext, Long.toString(context));
            if (start < from || start > size)
                throw profiles.file()
                        .malformed(
                                at + Profiles.INDEX_START_AT,
                                "first values that ascend to %d".formatted(size),
                                Long.toUnsignedString(start));
            fill(from, (int) start, node);
            lastContext = context;
            from = (int) start;
            node = tree.nodeOf((int) context);
        }
        fill(from, size, node);
    }

    private int makeRoom(long at, long values) {
        if (values > Integer.MAX_VALUE / 2)
            throw profiles.file()
                    .malformed(at, "a profile of at most 2^30 values", Long.toString(values));
        if (nodes.length < values + UNASKED) nodes = new int[(int) (values + values / 4) + UNASKED];
        return (int) values;
    }

    private void fill(int from, int to, int node) {
        nodes[from] = node;
        nodes[from + 1] = node;
        nodes[from + 2] = node;
        nodes[from + 3] = node;
        if (to > from + UNASKED) Arrays.fill(nodes, from + UNASKED, to, node);
    }
}
