package treeline.question.input;

import treeline.aggregate.LocalEngine;
import treeline.aggregate.MemoryBudget;
import treeline.aggregate.PartitionedSource;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.question.parameter.Parameter;
import treeline.source.ReadPlan;
import treeline.source.Slice;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The answer to `--explain`: what a command would read, and how. It uses indexes and stored sums
/// only; no values of ranks are read.
///
/// @param path as the user wrote it
/// @param ways the access paths through the files, the chosen one first
/// @param values the maximum number of selected values
/// @param bytes the memory that these values need
/// @param memory the available memory
/// @param text how they are loaded: `in 31 parts of up to 2,097,152 values, 2 at once`
/// @param selections the selected contexts, metrics and call paths, and when they are filtered
public record Explanation(
        String path,
        String format,
        List<ReadPlan.Way> ways,
        long values,
        long bytes,
        long memory,
        Loading loading,
        int parts,
        String text,
        List<Selected> selections) {

    public static final Parameter<Boolean> OPTION =
            Parameter.flag(
                    "explain",
                    "print the read plan (access path, bytes, memory) without reading any values");

    /// How values are loaded.
    public enum Loading {
        AT_ONCE,
        IN_PARTS,
        /// No values are read: sums over all contexts are in the file.
        FROM_SUMS
    }

    /// The time at which data is filtered out.
    public enum When {
        NEVER,
        WHILE_READING,
        AFTER_READING,
        /// The file has no index that says it.
        UNKNOWN
    }

    /// The selection in one dimension of the values.
    ///
    /// @param of the dimension, such as `contexts`
    /// @param text such as `16 of 4,096`
    public record Selected(String of, String text, When when) {}

    /// Stops a command before it reads values, after `--explain`.
    public static final class Explained extends RuntimeException {
        private final transient Explanation explanation;

        private Explained(Explanation explanation) {
            super(explanation.text, null, false, false);
            this.explanation = explanation;
        }

        public Explanation explanation() {
            return explanation;
        }
    }

    /// What loading a slice takes, as if it were loaded at once.
    public static Explanation of(Recording recording, Slice slice) throws IOException {
        ReadPlan plan = recording.source().plan(slice);
        boolean known = plan.way().bytes() != ReadPlan.UNKNOWN;
        return new Explanation(
                recording.path(),
                recording.format().name(),
                plan.ways(),
                plan.values(),
                plan.values() * LocalEngine.BYTES_PER_VALUE,
                MemoryBudget.bytes(),
                Loading.AT_ONCE,
                1,
                known ? "at once" : "at once: the file does not store its value count",
                selections(recording.source().outline(), slice, known));
    }

    private static List<Selected> selections(Outline outline, Slice slice, boolean known) {
        List<Metric> metrics = outline.metrics();
        int[] chosen = slice.metrics().indexes(metrics.size());
        int contexts = outline.contexts().size();
        int nodes = outline.tree().size();
        String names =
                IntStream.of(chosen)
                        .mapToObj(metrics::get)
                        .map(RunOptions::metricText)
                        .collect(Collectors.joining(", "));
        return List.of(
                selected("contexts", slice.contexts().indexes(contexts).length, contexts, known),
                withNames(selected("metrics", chosen.length, metrics.size(), known), names),
                selected("call paths", slice.nodes().indexes(nodes).length, nodes, known));
    }

    private static Selected selected(String of, int chosen, int all, boolean known) {
        if (chosen == all) return new Selected(of, "all " + Quantity.whole(all), When.NEVER);
        return new Selected(
                of,
                "%s of %s".formatted(Quantity.whole(chosen), Quantity.whole(all)),
                known ? When.WHILE_READING : When.UNKNOWN);
    }

    private static Selected withNames(Selected metrics, String names) {
        String text = names.isEmpty() ? metrics.text : metrics.text + ": " + names;
        return new Selected(metrics.of, text, metrics.when);
    }

    /// As a command loads it that works on parts.
    ///
    /// @param parts the run, if it does not fit into memory
    public Explanation loaded(Optional<PartsOfFile> parts, Recording recording) throws IOException {
        if (parts.isEmpty()) return this;
        PartitionedSource work = parts.get().work(recording);
        return inParts(
                work,
                parts.get()
                        .cluster()
                        .map("by "::concat)
                        .orElse(atOnce(work, MemoryBudget.engine())));
    }

    private static String atOnce(PartitionedSource work, LocalEngine engine) {
        return Quantity.whole(engine.atOnce(work)) + " at once";
    }

    private Explanation inParts(PartitionedSource work, String reader) throws IOException {
        long most =
                work.pieces().stream().mapToLong(PartitionedSource.Piece::values).max().orElse(0);
        int count = work.pieces().size();
        String each =
                "in %s of up to %s values, %s"
                        .formatted(
                                ContextSummary.counted(count, "part"),
                                Quantity.whole(most),
                                reader);
        return with(waysOf(work), bytes, Loading.IN_PARTS, count, each);
    }

    /// Each part takes the way that is best for it, so ways through the file add up over parts.
    private static List<ReadPlan.Way> waysOf(PartitionedSource work) throws IOException {
        Map<String, Long> read = new LinkedHashMap<>();
        for (PartitionedSource.Piece piece : work.pieces())
            for (ReadPlan.Way way : piece.plan().ways())
                read.merge(way.name(), way.bytes(), Long::sum);
        return read.entrySet().stream()
                .map(each -> new ReadPlan.Way(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingLong(ReadPlan.Way::bytes))
                .toList();
    }

    /// As a command loads it that makes rows of all values.
    ///
    /// @param bytesPerRow that a value takes beside itself
    /// @param large the rows, if a table of them does not fit into memory
    public Explanation loaded(int bytesPerRow, Optional<PartitionedRows> large) throws IOException {
        long inMemory = values * (LocalEngine.BYTES_PER_VALUE + bytesPerRow);
        Explanation table = with(ways, inMemory, loading, parts, text);
        if (large.isEmpty()) return table;
        PartitionedSource work = large.get().work();
        return table.inParts(work, atOnce(work, large.get().engine()));
    }

    /// As sums over all contexts that the file keeps.
    ///
    /// @param read bytes of these
    Explanation fromSums(long read) {
        List<ReadPlan.Way> all = new ArrayList<>();
        all.add(new ReadPlan.Way("sums over all contexts, stored in the file", read));
        all.addAll(ways);
        return with(
                List.copyOf(all),
                bytes,
                Loading.FROM_SUMS,
                0,
                "not needed: the file stores sums over all contexts");
    }

    private Explanation with(
            List<ReadPlan.Way> through, long inMemory, Loading how, int count, String said) {
        return new Explanation(
                path, format, through, values, inMemory, memory, how, count, said, selections);
    }

    /// With options that leave something out of what was read.
    ///
    /// @param options `--prune`
    public Explanation selected(List<String> options) {
        List<Selected> all = new ArrayList<>(selections);
        for (String option : options)
            all.add(new Selected(option, "omits nodes or iterations", When.AFTER_READING));
        return new Explanation(
                path, format, ways, values, bytes, memory, loading, parts, text, List.copyOf(all));
    }

    /// What stops the command.
    public Explained stop() {
        return new Explained(this);
    }
}
