package treeline.question.run;

import static treeline.view.ContextSummary.counted;

import treeline.aggregate.MemoryBudget;
import treeline.aggregate.PartitionedSource;
import treeline.model.ContextNames;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Outline;
import treeline.model.SparseRows;
import treeline.question.answer.FactList;
import treeline.question.answer.FactList.Fact;
import treeline.question.input.LabelSummary;
import treeline.question.input.Recording;
import treeline.question.input.Session;
import treeline.question.parameter.ParameterType;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.trace.Traces;
import treeline.table.JsonWriter;
import treeline.table.Rows;
import treeline.table.Table;
import treeline.trace.laws.BrokenLaws;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The facts that `info` shows about one recording.
///
/// @param depth the number of levels of the call tree
/// @param values the number of values or, if they were not counted, an upper bound by the indexes
/// @param isCounted whether values were read and counted: those of large recordings are not
/// @param laws that traces and times of contexts break; those of large recordings are not checked
record ProfileFacts(
        String path,
        String format,
        int files,
        long bytes,
        Outline outline,
        int depth,
        List<MetricFacts> metrics,
        long values,
        boolean isCounted,
        BrokenLaws laws,
        ReadReport report) {
    private static final int MAX_NAMED = 8;

    /// Values of databases that do not fit in memory, or have more than this number, are not read.
    /// Counting that many takes a few CPU seconds.
    private static final long MAX_COUNTED = 1 << 24;

    /// The size of a metric.
    ///
    /// @param values cells without iterations, and iterations
    /// @param laws that they break
    record MetricFacts(Metric metric, long cells, long iterations, long values, BrokenLaws laws) {}

    static ProfileFacts of(String path, Recording recording, Session.Task progress)
            throws IOException {
        Outline outline = recording.source().outline();
        ReadPlan plan = recording.source().plan(Slice.everything());
        boolean isIndexed = plan.way().bytes() != ReadPlan.UNKNOWN; // others are in memory by now
        boolean counted = !isIndexed || (plan.values() <= MAX_COUNTED && MemoryBudget.fits(plan));
        Traces traces = recording.source().traces();
        BrokenLaws laws =
                traces.samples() > MAX_COUNTED
                        ? BrokenLaws.NONE
                        : BrokenLaws.of(outline, traces, recording.report());
        double longest = BrokenLaws.longestSeconds(traces);
        List<MetricFacts> metrics = new ArrayList<>();
        for (int metric = 0; metric < outline.metrics().size(); metric++)
            metrics.add(
                    counted
                            ? factsOf(recording.source(), metric, longest, progress)
                            : new MetricFacts(
                                    outline.metrics().get(metric), 0, 0, 0, BrokenLaws.NONE));
        for (MetricFacts each : metrics) laws = laws.and(each.laws);
        return new ProfileFacts(
                path,
                recording.format().name(),
                recording.input().files().size(),
                recording.bytes(),
                outline,
                Arrays.stream(outline.tree().depths()).max().orElse(-1) + 1,
                metrics,
                counted ? metrics.stream().mapToLong(MetricFacts::values).sum() : plan.values(),
                counted,
                laws,
                recording.report());
    }

    private static MetricFacts factsOf(
            ProfileSource source, int metric, double longest, Session.Task progress)
            throws IOException {
        Metric read = source.outline().metrics().get(metric);
        BrokenLaws laws = BrokenLaws.NONE;
        long cells = 0;
        long iterations = 0;
        long values = 0;
        Slice one = Slice.everything().withMetrics(Selection.of(metric));
        for (PartitionedSource.Piece piece :
                PartitionedSource.ofContexts(source, one, MemoryBudget.defaultPart()).pieces()) {
            MetricColumn part = piece.load().profile().values().column(0);
            long happened = happened(part);
            cells += part.cells();
            iterations += happened;
            values += happened + plainCells(part);
            if (read.addsUp())
                laws = laws.and(BrokenLaws.ofValues(cells(part), read.unit(), longest));
            progress.advance(piece.contexts().size());
        }
        return new MetricFacts(read, cells, iterations, values, laws);
    }

    private static double[] cells(MetricColumn column) {
        SparseRows rows = column.byContext();
        double[] values = new double[rows.cells()];
        rows.copyValues(0, values, values.length);
        return values;
    }

    /// Iterations that have a value; a series has a place for those that did not happen, too.
    private static long happened(MetricColumn column) {
        if (!column.hasSeries()) return 0;
        SparseRows rows = column.byContext();
        long happened = 0;
        for (int cell = 0; cell < rows.cells(); cell++)
            for (int i = rows.firstIteration(cell); i < rows.seriesLength(cell); i++)
                if (!Double.isNaN(rows.iteration(cell, i))) happened++;
        return happened;
    }

    private static long plainCells(MetricColumn column) {
        if (!column.hasSeries()) return column.cells();
        SparseRows rows = column.byContext();
        long plain = 0;
        for (int cell = 0; cell < rows.cells(); cell++) if (rows.seriesLength(cell) == 0) plain++;
        return plain;
    }

    /// The number of steps of the progress.
    static long steps(Outline outline) {
        return (long) outline.metrics().size() * outline.contexts().size();
    }

    /// The facts for readers.
    FactList.Group group() {
        return new FactList.Group(
                path,
                List.of(
                        Fact.of("format", List.of(format + size())),
                        metadataFact(),
                        Fact.of("contexts", contextLines()),
                        Fact.of("call tree", List.of(treeText())),
                        Fact.of("values", List.of(valuesText())),
                        metricsFact(),
                        Fact.of("report", Stream.concat(lawLines(), reportLines()).toList())));
    }

    /// One row per run.
    static Table table(List<ProfileFacts> all) {
        var rows = Rows.of(all);
        return Table.of(
                rows.text("path", each -> each.path),
                rows.text("format", each -> each.format),
                rows.whole("files", each -> each.files),
                rows.whole("bytes", each -> each.bytes),
                rows.whole("contexts", each -> each.outline.contexts().size()),
                rows.whole("metrics", each -> each.metrics.size()),
                rows.whole("nodes", each -> each.outline.tree().size()),
                rows.whole("frames", each -> each.outline.tree().frames().size()),
                rows.whole("depth", each -> each.depth),
                rows.whole("values", each -> each.values),
                rows.flag("counted", each -> each.isCounted));
    }

    /// Empty if the files are in subfolders, as those of a killed run are.
    private String size() {
        return files == 0
                ? ""
                : ", %s, %s".formatted(counted(files, "file"), Quantity.bytes(bytes));
    }

    private List<String> contextLines() {
        List<String> lines = new ArrayList<>();
        lines.add(ContextSummary.of(outline).toString());
        ContextNames names = ContextNames.of(outline);
        if (names.hasStoredNames()) lines.add(named(names.names()));
        for (Label label : outline.contextLabels()) lines.add(LabelSummary.of(label).toString());
        return lines;
    }

    /// The first contexts by name.
    private static String named(List<String> names) {
        String first = names.stream().limit(MAX_NAMED).collect(Collectors.joining(", "));
        return names.size() <= MAX_NAMED
                ? first
                : String.format(Locale.ROOT, "%s and %,d more", first, names.size() - MAX_NAMED);
    }

    private String treeText() {
        return "%s, %s, %s"
                .formatted(
                        counted(outline.tree().size(), "node"),
                        counted(outline.tree().frames().size(), "frame"),
                        counted(depth, "level"));
    }

    private String valuesText() {
        if (!isCounted)
            return "at most %s (from the index, not read)".formatted(Quantity.whole(values));
        String each =
                values == 0 || files == 0
                        ? ""
                        : ", %s B of file each"
                                .formatted(Quantity.decimal((double) bytes / values));
        return Quantity.whole(values) + each;
    }

    private Fact metadataFact() {
        List<List<String>> rows =
                outline.metadata().keys().stream()
                        .map(
                                key ->
                                        List.of(
                                                key,
                                                outline.metadata()
                                                        .get(key)
                                                        .orElseThrow()
                                                        .toString()))
                        .toList();
        return rows.isEmpty()
                ? Fact.of("run", List.of("-"))
                : new Fact("run", rows, Integer.MAX_VALUE, false);
    }

    private Fact metricsFact() {
        if (metrics.isEmpty()) return Fact.of("metrics", List.of("none"));
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("name", "unit", "scope", "cells", "iterations"));
        for (MetricFacts facts : metrics)
            rows.add(
                    List.of(
                            facts.metric().name(),
                            facts.metric().unit().symbol().isEmpty()
                                    ? "-"
                                    : facts.metric().unit().symbol(),
                            ParameterType.nameOf(facts.metric().scope()),
                            isCounted ? Quantity.whole(facts.cells()) : "-",
                            facts.iterations() == 0 ? "-" : Quantity.whole(facts.iterations())));
        return new Fact("metrics", rows, 3, true);
    }

    private Stream<String> lawLines() {
        return laws.violations().stream()
                .map(
                        each ->
                                "warning: impossible data: %s%s"
                                        .formatted(
                                                each.sentence().text(),
                                                each.matters()
                                                        ? ""
                                                        : " (less than 1 %: verdicts are stated)"));
    }

    private Stream<String> reportLines() {
        if (report.entries().isEmpty())
            return Stream.of(isCounted ? "read completely" : "values were not read");
        return report.entries().stream()
                .map(entry -> (entry.lossy() ? "warning: values are missing: " : "note: ") + entry);
    }

    /// As an object of an array.
    void writeTo(JsonWriter json) {
        json.object().name("path").value(path);
        json.name("format").value(format).name("files").value(files).name("bytes").value(bytes);
        json.name("metadata").object();
        for (String key : outline.metadata().keys())
            writeValue(json.name(key), outline.metadata().get(key).orElseThrow());
        json.end();
        writeContexts(json.name("contexts").object());
        json.name("nodes").value(outline.tree().size());
        json.name("frames").value(outline.tree().frames().size());
        json.name("depth").value(depth).name("values").value(values);
        json.name("counted").value(isCounted);
        json.name("metrics").array();
        metrics.forEach(facts -> write(json, facts));
        json.end().name("impossible").array();
        laws.violations().forEach(each -> write(json, each));
        json.end().name("report").array();
        report.entries().forEach(entry -> write(json, entry));
        json.end().end();
    }

    private void writeContexts(JsonWriter json) {
        ContextSummary summary = ContextSummary.of(outline);
        json.name("count").value(summary.contexts());
        for (ContextSummary.Part part : summary.parts())
            json.name(part.noun() + "s").value(part.count());
        json.name("hosts").value(summary.hosts()).name("labels").array();
        outline.contextLabels().forEach(label -> write(json, LabelSummary.of(label)));
        json.end().end();
    }

    private static void writeValue(JsonWriter json, Metadata.Value value) {
        switch (value) {
            case Metadata.Value.Text(String text) -> json.value(text);
            case Metadata.Value.Whole(long number) -> json.value(number);
            case Metadata.Value.Real(double number) -> json.value(number);
            case Metadata.Value.Flag(boolean flag) -> json.value(flag);
        }
    }

    private static void write(JsonWriter json, LabelSummary label) {
        json.object().name("name").value(label.name());
        json.name("texts").value(label.texts().size());
        if (!label.texts().isEmpty())
            json.name("first")
                    .value(label.texts().getFirst())
                    .name("last")
                    .value(label.texts().getLast());
        json.name("contexts").value(label.labelled()).end();
    }

    private void write(JsonWriter json, MetricFacts facts) {
        json.object().name("name").value(facts.metric().name());
        json.name("unit").value(facts.metric().unit().symbol());
        json.name("scope").value(ParameterType.nameOf(facts.metric().scope()));
        if (isCounted)
            json.name("cells").value(facts.cells()).name("iterations").value(facts.iterations());
        else json.name("cells").nullValue().name("iterations").nullValue();
        json.end();
    }

    private static void write(JsonWriter json, BrokenLaws.Violation violation) {
        json.object().name("law").value(violation.law().name().toLowerCase(Locale.ROOT));
        json.name("broken").value(violation.broken()).name("checked").value(violation.checked());
        json.name("share").value(violation.share());
        json.name("text").value(violation.sentence().text()).end();
    }

    private static void write(JsonWriter json, ReadReport.Entry entry) {
        json.object().name("reason").value(entry.reason()).name("count").value(entry.count());
        json.name("first").value(entry.firstPlace()).name("lossy").value(entry.lossy()).end();
    }
}
