package treeline.question.run.report;

import static treeline.statement.Argument.amount;
import static treeline.statement.Argument.clause;
import static treeline.statement.Argument.decimal;
import static treeline.statement.Argument.list;
import static treeline.statement.Argument.name;
import static treeline.statement.Argument.share;

import treeline.breakdown.Breakdown;
import treeline.breakdown.JvmEvents;
import treeline.breakdown.ReportMetrics;
import treeline.breakdown.ThreadStates;
import treeline.breakdown.ThreadStates.State;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.numbers.NodeTotals;
import treeline.numbers.Numbers;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.RunOptions;
import treeline.source.trace.Traces;
import treeline.statement.Argument;
import treeline.statement.Sentence;
import treeline.table.Rows;
import treeline.table.Table;
import treeline.trace.laws.BrokenLaws;
import treeline.view.ContextSummary;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// The sections of a report about a JVM, from the events of JDK Flight Recorder: its bottleneck,
/// the waits of its threads, allocation, GC pauses, I/O and exceptions.
final class JvmSections {
    private static final int ROWS = 5;
    private static final int BINS = 10;

    /// Mean numbers of threads have one decimal.
    private static final double SHOWN_FROM = 0.05;

    private final RunOptions.Run run;
    private final Outline outline;
    private final Traces traces;
    private final Function<Metric, NodeTotals> totals;
    private final JvmEvents events;

    /// @param traces of the chosen threads; none if they do not belong to the nodes of the run
    JvmSections(RunOptions.Run run, Traces traces) {
        this.run = run;
        this.outline = run.profile().outline();
        this.traces = traces;
        Map<String, NodeTotals> known = new HashMap<>();
        this.totals =
                metric ->
                        known.computeIfAbsent(
                                metric.name(), _ -> Numbers.of(run.profile(), metric));
        this.events = JvmEvents.of(outline, totals);
    }

    List<ReportSection> sections() {
        return Stream.of(
                        time(),
                        threads(ThreadStates.of(outline, totals, traces, BINS)),
                        locks(),
                        idle(),
                        allocation(),
                        pauses(),
                        io(),
                        exceptions(),
                        limits())
                .flatMap(Optional::stream)
                .toList();
    }

    /// The bottleneck, and the time of threads by operation.
    Optional<ReportSection> time() {
        RunVerdict found =
                RunVerdict.of(
                        run,
                        ReportMetrics.of(outline),
                        totals,
                        List.of(),
                        Traces.NONE,
                        BrokenLaws.NONE,
                        Optional::empty);
        List<Breakdown.Row> all =
                found.breakdown().cpu().map(Breakdown.Part::rows).orElse(List.of());
        Unit unit = found.breakdown().cpu().map(Breakdown.Part::unit).orElse(Unit.SECONDS);
        var rows = Rows.of(all);
        Table data =
                Table.of(
                        rows.real("share", Breakdown.Row::share).share(),
                        rows.real("time", each -> each.value() * unit.factorTo(Unit.SECONDS))
                                .in(Unit.SECONDS),
                        rows.text(
                                "operation",
                                each ->
                                        each.operation().major().title()
                                                + " "
                                                + each.operation().minor()));
        return ReportSection.shown(
                        "Time of threads",
                        found.verdict().sentence(),
                        Section.of(data)
                                .columns("share", "time")
                                .bar("", data.real("share")::at)
                                .columns("operation"),
                        "hpcreport")
                .map(ReportSection::asVerdict);
    }

    private static Optional<ReportSection> threads(ThreadStates states) {
        if (states.bins().isEmpty()) return Optional.empty();
        Table data = states.table();
        ThreadStates.Bin most =
                states.bins().stream()
                        .max(Comparator.comparingDouble(bin -> bin.of(State.IDLE)))
                        .orElseThrow();
        Sentence finding =
                Sentence.of(
                        "of {threads} with events, on average {idle} are idle, {blocked} blocked,"
                                + " {io} in I/O, {running} running{peak}",
                        name(ContextSummary.counted(states.threads(), "thread")),
                        threads(states.mean(State.IDLE)),
                        threads(states.mean(State.BLOCKED)),
                        threads(states.mean(State.IO)),
                        threads(states.mean(State.RUNNING)),
                        peak(most));
        var rows = Section.of(data);
        mean(rows, data, "running", "running");
        mean(rows, data, "blocked", "blocked");
        mean(rows, data, "io", "in I/O");
        mean(rows, data, "idle", "idle");
        mean(rows, data, "no_event", "without event");
        return ReportSection.shown(
                "Threads over time",
                finding,
                rows.columns("begin", "end")
                        .bar("idle", row -> data.real("idle").at(row) / states.threads()),
                "trace");
    }

    private static Argument peak(ThreadStates.Bin bin) {
        if (bin.of(State.IDLE) < SHOWN_FROM) return clause();
        return clause(
                "; idle threads peak at {idle} between {begin} and {end}",
                threads(bin.of(State.IDLE)),
                seconds(bin.beginSeconds()),
                seconds(bin.endSeconds()));
    }

    /// A mean number of threads.
    private static Argument threads(double number) {
        return decimal(number, 1);
    }

    private static void mean(Section.Builder rows, Table data, String column, String heading) {
        rows.computed(
                heading,
                true,
                (row, _) -> String.format(Locale.ROOT, "%.1f", data.real(column).at(row)));
    }

    private Optional<ReportSection> locks() {
        Table all = events.locks();
        return section(
                "Lock contention",
                () ->
                        Sentence.of(
                                "threads wait {waits} for monitors and locks ({lock})",
                                seconds(sum(all, "waits")),
                                clause(events.worstLock().orElseThrow())),
                all,
                "waits",
                shown ->
                        shown.columns("waits")
                                .computed(
                                        "class",
                                        false,
                                        (row, _) ->
                                                orElse(all.column("class").text(row), "a monitor"))
                                .computed(
                                        "owner",
                                        false,
                                        (row, _) ->
                                                orElse(
                                                        all.column("owner").text(row),
                                                        "not recorded")),
                "monitor enter");
    }

    private static String orElse(String text, String other) {
        return text.isEmpty() ? other : text;
    }

    private Optional<ReportSection> idle() {
        Table all = events.idleThreads();
        Map<String, Double> byState = new TreeMap<>();
        for (int row = 0; row < all.rows(); row++)
            byState.merge(all.column("state").text(row), all.real("time").at(row), Double::sum);
        List<Sentence> states =
                byState.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                        .map(
                                each ->
                                        Sentence.of(
                                                "{state} {time}",
                                                name(each.getKey()),
                                                seconds(each.getValue())))
                        .toList();
        return section(
                "Parked, waiting and sleeping threads",
                () -> Sentence.of("{states}", list(states)),
                all,
                "time",
                shown -> shown.columns("time", "state", "class"),
                "thread park");
    }

    private Optional<ReportSection> allocation() {
        Table all = events.allocation();
        return section(
                "Allocation",
                () ->
                        Sentence.of(
                                "{bytes}, most of class {type} in {site}",
                                bytes(sum(all, "bytes")),
                                first(all, "class"),
                                first(all, "site")),
                all,
                "bytes",
                shown -> shown.columns("bytes", "class"),
                "allocated");
    }

    private Optional<ReportSection> pauses() {
        Table all = events.pauses();
        double total = sum(all, "time");
        OptionalDouble elapsed = JvmEvents.elapsedSeconds(outline);
        OptionalDouble longest = JvmEvents.longestPauseSeconds(outline);
        Argument ofElapsed =
                elapsed.isPresent() && elapsed.getAsDouble() > 0
                        ? clause(
                                ", {share} of {elapsed} elapsed",
                                share(total / elapsed.getAsDouble()),
                                seconds(elapsed.getAsDouble()))
                        : clause();
        Argument worst =
                longest.isPresent()
                        ? clause("; the longest takes {time}", seconds(longest.getAsDouble()))
                        : clause();
        return section(
                "GC pauses",
                () ->
                        Sentence.of(
                                "{time} in {collections}{share}{longest}",
                                seconds(total),
                                name(
                                        ContextSummary.counted(
                                                (long) sum(all, "collections"), "collection")),
                                ofElapsed,
                                worst),
                all,
                "time",
                shown -> shown.columns("time", "collections"),
                "cause",
                "gc pauses");
    }

    private Optional<ReportSection> io() {
        Table all = events.io();
        return section(
                "I/O",
                () ->
                        Sentence.of(
                                "{time} in files and sockets, at least {bytes} moved",
                                seconds(sum(all, "time")),
                                bytes(sum(all, "bytes"))),
                all,
                "time",
                shown -> shown.columns("time", "bytes", "operation", "target"),
                "file read");
    }

    private Optional<ReportSection> exceptions() {
        Table all = events.exceptions();
        return section(
                "Exceptions",
                () ->
                        Sentence.of(
                                "{count} created, most of class {type} in {site}",
                                Argument.count((long) sum(all, "count")),
                                first(all, "class"),
                                first(all, "site")),
                all,
                "count",
                shown -> shown.columns("count", "class"),
                "exceptions");
    }

    /// Events that the recording excludes.
    private Optional<ReportSection> limits() {
        List<Sentence> limits = JvmEvents.limits(outline);
        if (limits.isEmpty()) return Optional.empty();
        var rows = Rows.of(limits);
        return Optional.of(
                new ReportSection(
                        "Limitations of the recording",
                        Statement.omission("{limits}", new Argument.Clauses(limits, "; ")),
                        Table.of(rows.text("limit", Sentence::text)),
                        Optional.empty(),
                        List.of()));
    }

    /// The first rows of events by site.
    private static Optional<ReportSection> section(
            String title,
            Supplier<Sentence> finding,
            Table all,
            String value,
            UnaryOperator<Section.Builder> columns,
            String metric) {
        return section(title, finding, all, value, columns, "site", metric);
    }

    /// @param value the column whose share of the sum is a bar
    /// @param last the column that names a row
    /// @param metric whose flat profile shows more
    private static Optional<ReportSection> section(
            String title,
            Supplier<Sentence> finding,
            Table all,
            String value,
            UnaryOperator<Section.Builder> columns,
            String last,
            String metric) {
        if (all.rows() == 0) return Optional.empty();
        Table shown = all.head(ROWS);
        double whole = sum(all, value);
        return ReportSection.shown(
                title,
                finding.get(),
                columns.apply(Section.of(shown))
                        .bar("", row -> whole > 0 ? shown.column(value).number(row) / whole : 0)
                        .columns(last),
                "flat",
                "-m",
                metric);
    }

    private static Argument first(Table table, String column) {
        return name(table.column(column).text(0));
    }

    private static double sum(Table table, String column) {
        double sum = 0;
        for (int row = 0; row < table.rows(); row++) sum += table.column(column).number(row);
        return sum;
    }

    private static Argument seconds(double value) {
        return amount(value, Unit.SECONDS);
    }

    private static Argument bytes(double value) {
        return amount(Math.floor(value), Unit.BYTES);
    }
}
