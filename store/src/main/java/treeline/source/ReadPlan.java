package treeline.source;

import treeline.model.Outline;

import java.util.Arrays;
import java.util.List;

/// What loading a slice takes, known before it is loaded: the ways through the files, how many
/// bytes each reads, and how many values each context has. From it follows whether a slice fits
/// into memory, and where it is cut if it does not.
public final class ReadPlan {
    /// The bytes of a way of which nobody knows how much it reads.
    public static final long UNKNOWN = -1;

    /// One way through the files.
    ///
    /// @param name for people: `by rank (profile.db)`
    /// @param bytes that it reads, [#UNKNOWN] where indexes do not say
    public record Way(String name, long bytes) {}

    private final List<Way> ways;
    private final long[] values;
    private final int[] blocks;

    private ReadPlan(List<Way> ways, long[] values, int[] blocks) {
        this.ways = List.copyOf(ways);
        this.values = values;
        this.blocks = blocks;
    }

    /// A plan.
    ///
    /// @param ways the one that is taken first
    /// @param values of each chosen context, over all chosen metrics. The chosen contexts of a
    ///   block have together at most as many; one of them may have more where only the block's
    ///   values are known
    /// @param blocks of each chosen context: contexts of one block are read together, so that to
    ///   load some of them costs as much as to load all
    public static ReadPlan of(List<Way> ways, long[] values, int[] blocks) {
        if (ways.isEmpty()) throw new IllegalArgumentException("a plan without a way");
        if (values.length != blocks.length)
            throw new IllegalArgumentException(
                    "values of %d contexts in blocks of %d"
                            .formatted(values.length, blocks.length));
        return new ReadPlan(ways, values.clone(), blocks.clone());
    }

    /// The plan of a source that knows nothing before it loads: every context may have a value at
    /// every node, and all are read together.
    static ReadPlan unknown(Outline outline, Slice slice) {
        int contexts = slice.contexts().indexes(outline.contexts().size()).length;
        long nodes = slice.nodes().indexes(outline.tree().size()).length;
        long[] values = new long[contexts];
        Arrays.fill(values, nodes * slice.metrics().indexes(outline.metrics().size()).length);
        return of(List.of(new Way("the whole file", UNKNOWN)), values, new int[contexts]);
    }

    /// The way that is taken.
    public Way way() {
        return ways.getFirst();
    }

    /// All ways there are, the one that is taken first.
    public List<Way> ways() {
        return ways;
    }

    /// How many contexts are chosen.
    public int contexts() {
        return values.length;
    }

    /// At most so many values in all.
    public long values() {
        return Arrays.stream(values).sum();
    }

    /// So many values of a context; see [#of].
    ///
    /// @param index counted among those that are chosen
    public long values(int index) {
        return values[index];
    }

    /// What a context is read together with: others of the same block.
    public int block(int index) {
        return blocks[index];
    }
}
