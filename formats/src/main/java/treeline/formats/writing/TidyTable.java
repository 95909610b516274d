package treeline.formats.writing;

import org.jspecify.annotations.Nullable;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.PathTexts;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.runs.RunList;
import treeline.source.ProfileSource;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.text.PathText;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/// A profile as one tidy table for data frames and databases. Rows are ordered by context, metric
/// and node, and iterations are summed. Column values of contexts, nodes and metrics are computed
/// once each; [TidyRows] selects the rows.
public final class TidyTable {
    /// Stands for nothing in columns of whole numbers, which are never negative.
    public static final int NONE = -1;

    private final Outline outline;
    private final String run;
    private final List<String> runs;

    /// Receives rows.
    @FunctionalInterface
    public interface Sink {
        void add(int context, int metric, int node, double value) throws IOException;
    }

    /// The table of a run, or of an ensemble, whose contexts are runs with names of their own.
    ///
    /// @param run what the run is called
    public TidyTable(Outline outline, String run) {
        this.outline = outline;
        this.run = run;
        this.runs =
                RunList.isIn(outline.metadata())
                        ? RunList.of(outline.metadata()).keys()
                        : List.of();
    }

    /// The table that is written to a file: the run is called as the file, without its ending, so
    /// that the tables of a folder tell their runs apart.
    public static TidyTable in(Path file, String extension, Outline outline) {
        String name = file.getFileName().toString();
        boolean ends = name.endsWith(extension) && name.length() > extension.length();
        return new TidyTable(
                outline, ends ? name.substring(0, name.length() - extension.length()) : name);
    }

    /// What such a table has no place for.
    public static ExportLoss leftOut(Profile profile) {
        return ExportLoss.ofAllScopes(profile)
                .nodeLabels(java.util.Set.of())
                .kindsAtAll()
                .places()
                .modules()
                .withoutValues(profile.metrics().stream().map(m -> profile.column(m)).toList());
    }

    /// How many contexts, nodes or metrics there are for a column to differ in.
    public int keys(TidyColumn column) {
        return switch (column.of()) {
            case CONTEXT -> outline.contexts().size();
            case NODE -> outline.tree().size();
            case METRIC -> outline.metrics().size();
            case CELL -> throw new IllegalArgumentException(column.title());
        };
    }

    /// What a column of texts has for a context, node or metric; null where it has nothing.
    public @Nullable String text(TidyColumn column, int key) {
        return switch (column) {
            case RUN -> runs.isEmpty() ? run : runs.get(key);
            case HOST -> emptyAsNull(outline.contexts().get(key).host());
            case NAME -> outline.tree().name(key);
            case PATH -> new PathTexts(outline.tree()).of(key);
            case METRIC -> outline.metrics().get(key).name();
            case SCOPE -> scope(outline.metrics().get(key));
            case UNIT -> outline.metrics().get(key).unit().symbol();
            case RANK, THREAD, STREAM, REPETITION, NODE, PARENT, VALUE ->
                    throw new IllegalArgumentException(column.title());
        };
    }

    private static @Nullable String emptyAsNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static String scope(Metric metric) {
        return metric.scope().name().toLowerCase(Locale.ROOT);
    }

    /// The same for many keys, one after the other: paths are built from those before.
    public IntFunction<@Nullable String> texts(TidyColumn column) {
        return column == TidyColumn.PATH
                ? new PathTexts(outline.tree())::of
                : key -> text(column, key);
    }

    /// A name as the column of paths has it.
    public static String nameInPath(String name) {
        return PathText.escaped(name);
    }

    /// What a column of whole numbers has for a context, node or metric, [#NONE] where it has
    /// nothing.
    public int number(TidyColumn column, int key) {
        return switch (column) {
            case RANK -> outline.contexts().get(key).rank();
            case THREAD -> outline.contexts().get(key).thread();
            case STREAM -> outline.contexts().get(key).stream();
            case REPETITION -> repetition(outline.contexts().get(key));
            case NODE -> key;
            case PARENT -> outline.tree().parent(key);
            case RUN, HOST, NAME, PATH, METRIC, SCOPE, UNIT, VALUE ->
                    throw new IllegalArgumentException(column.title());
        };
    }

    /// Of an ensemble, repetitions are the numbers of its runs, which have names.
    private int repetition(Context context) {
        return runs.isEmpty() ? context.repetition() : NONE;
    }

    /// What is known of the whole run: for the places that files have beside their tables.
    public static Metadata metadata(Metadata metadata) {
        return RunList.without(metadata);
    }

    /// How long the path of every node is, without making any.
    long[] pathLengths() {
        CallTree tree = outline.tree();
        long[] length = new long[tree.size()];
        for (int node = 0; node < length.length; node++) {
            int parent = tree.parent(node);
            length[node] = (parent == CallTree.NO_PARENT ? 0 : length[parent] + 1);
            length[node] += nameInPath(tree.name(node)).length();
        }
        return length;
    }

    /// The rows of all contexts, or of those that a part of the run has.
    ///
    /// @param firstContext where the contexts of the part stand in the whole run
    public static void forEach(Profile part, int firstContext, Sink sink) throws IOException {
        List<SparseRows> columns =
                part.metrics().stream().map(metric -> part.column(metric).byContext()).toList();
        for (int context = 0; context < part.contexts().size(); context++)
            for (int metric = 0; metric < columns.size(); metric++) {
                SparseRows rows = columns.get(metric);
                for (int cell = rows.start(context); cell < rows.end(context); cell++)
                    sink.add(firstContext + context, metric, rows.index(cell), rows.value(cell));
            }
    }

    /// The same rows of a run that does not fit into memory, some contexts at a time. Returns how
    /// many there are.
    ///
    /// @param mostValues that are in memory at once, unless one context has more
    /// @param progress is called with the number of contexts that were read
    public static long forEach(
            ProfileSource source, long mostValues, LongConsumer progress, Sink sink)
            throws IOException {
        int contexts = source.outline().contexts().size();
        double perContext = (double) source.plan(Slice.summed()).values() / Math.max(1, contexts);
        int atOnce = (int) Math.clamp(Math.floor(mostValues / Math.max(1, perContext)), 1, 1 << 30);
        long values = 0;
        for (int from = 0; from < contexts; ) {
            int to = (int) Math.min((long) from + atOnce, contexts);
            int[] chosen = IntStream.range(from, to).toArray();
            Profile part = source.load(Slice.summed().withContexts(Selection.of(chosen)));
            forEach(part, from, sink);
            values += part.values().values();
            progress.accept(to - (long) from);
            from = to;
        }
        return values;
    }
}
