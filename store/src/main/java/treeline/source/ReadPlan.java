package treeline.source;

import treeline.model.Outline;

import java.util.Arrays;
import java.util.List;

/// The cost of loading a slice, known before any value is read: access paths, bytes per access path
/// and values per context. It determines whether a slice fits into memory, and where to split it if
/// not.
public final class ReadPlan {
    /// The byte count of an access path if unknown.
    public static final long UNKNOWN = -1;

    /// An access path through the files.
    ///
    /// @param name display name: `by rank (profile.db)`
    /// @param bytes number of bytes read, [#UNKNOWN] if the indexes do not tell
    public record Way(String name, long bytes) {}

    private final List<Way> ways;
    private final long[] values;
    private final int[] blocks;

    private ReadPlan(List<Way> ways, long[] values, int[] blocks) {
        this.ways = List.copyOf(ways);
        this.values = values;
        this.blocks = blocks;
    }

    /// Creates a plan.
    ///
    /// @param ways access paths, the chosen one first
    /// @param values number of values per selected context, over all selected metrics. The sum over
    ///   a block is an upper bound; a single context may have more if only the number per block is
    ///   known
    /// @param blocks block of each selected context; contexts of one block are read together, so
    ///   loading some of them costs as much as loading all
    public static ReadPlan of(List<Way> ways, long[] values, int[] blocks) {
        if (ways.isEmpty()) throw new IllegalArgumentException("a plan without a way");
        if (values.length != blocks.length)
            throw new IllegalArgumentException(
                    "values of %d contexts in blocks of %d"
                            .formatted(values.length, blocks.length));
        return new ReadPlan(ways, values.clone(), blocks.clone());
    }

    /// The plan of a source without indexes: every context may have a value at every node, and all
    /// contexts form one block.
    static ReadPlan unknown(Outline outline, Slice slice) {
        int contexts = slice.contexts().indexes(outline.contexts().size()).length;
        long nodes = slice.nodes().indexes(outline.tree().size()).length;
        long[] values = new long[contexts];
        Arrays.fill(values, nodes * slice.metrics().indexes(outline.metrics().size()).length);
        return of(List.of(new Way("the whole file", UNKNOWN)), values, new int[contexts]);
    }

    /// The chosen access path.
    public Way way() {
        return ways.getFirst();
    }

    /// All access paths, the chosen one first.
    public List<Way> ways() {
        return ways;
    }

    /// Number of selected contexts.
    public int contexts() {
        return values.length;
    }

    /// Upper bound of the number of values.
    public long values() {
        return Arrays.stream(values).sum();
    }

    /// Estimated number of values of a context, see [#of].
    ///
    /// @param index index among the selected contexts
    public long values(int index) {
        return values[index];
    }

    /// The block of a context.
    public int block(int index) {
        return blocks[index];
    }
}
