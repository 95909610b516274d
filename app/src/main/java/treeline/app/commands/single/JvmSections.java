package treeline.app.commands.single;

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
import treeline.question.input.RunOptions;
import treeline.source.Traces;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The sections of a report about a JVM: what bounds it, what its threads waited for and when, what
/// they allocated and threw, as the events of JDK Flight Recorder tell.
final class JvmSections {
    private static final int ROWS = 5;
    private static final int BINS = 10;

    /// Mean numbers of threads have one decimal.
    private static final double SHOWN_FROM = 0.05;

    private final RunOptions.Run run;
    private final Outline outline;
    private final Traces traces;
    private final Quantity quantity;
    private final Function<Metric, NodeTotals> totals;
    private final JvmEvents events;

    /// @param traces of the chosen threads; none if they do not belong to the nodes of the run
    JvmSections(RunOptions.Run run, Traces traces, Quantity quantity) {
        this.run = run;
        this.outline = run.profile().outline();
        this.traces = traces;
        this.quantity = quantity;
        Map<String, NodeTotals> known = new HashMap<>();
        this.totals =
                metric ->
                        known.computeIfAbsent(
                                metric.name(), _ -> Numbers.of(run.profile(), metric));
        this.events = JvmEvents.of(outline, totals);
    }

    List<ReportSection> sections() {
        List<ReportSection> sections = new ArrayList<>();
        sections.add(time());
        ThreadStates states = ThreadStates.of(outline, totals, traces, BINS);
        if (!states.bins().isEmpty()) sections.add(threads(states));
        addIfAny(sections, locks());
        addIfAny(sections, idle());
        addIfAny(sections, allocation());
        addIfAny(sections, pauses());
        addIfAny(sections, io());
        addIfAny(sections, exceptions());
        limits().ifPresent(sections::add);
        return sections;
    }

    private static void addIfAny(List<ReportSection> sections, ReportSection section) {
        if (!section.rows().isEmpty()) sections.add(section);
    }

    private ReportSection time() {
        RunVerdict found = RunVerdict.of(run, ReportMetrics.of(outline), totals, List.of());
        List<Breakdown.Row> all =
                found.breakdown().cpu().map(Breakdown.Part::rows).orElse(List.of());
        Unit unit = found.breakdown().cpu().map(Breakdown.Part::unit).orElse(Unit.SECONDS);
        Table data =
                Table.of(
                        Column.real("share", all.size(), row -> all.get(row).share()),
                        Column.real(
                                "time",
                                all.size(),
                                row -> all.get(row).value() * unit.factorTo(Unit.SECONDS)),
                        Column.text(
                                "operation",
                                all.size(),
                                row ->
                                        all.get(row).operation().major().title()
                                                + " "
                                                + all.get(row).operation().minor()));
        return new ReportSection(
                "Time of threads",
                found.verdict().sentence().text(quantity),
                data,
                List.of("share", "time", "operation"),
                rows(
                        data,
                        row ->
                                List.of(
                                        Quantity.percent(data.real("share").at(row)),
                                        seconds(data.real("time").at(row)),
                                        data.column("operation").text(row))),
                list(data.real("share").numbers()),
                "hpcreport");
    }

    private ReportSection threads(ThreadStates states) {
        Table data = states.table();
        ThreadStates.Bin most =
                states.bins().stream()
                        .max(Comparator.comparingDouble(bin -> bin.of(State.IDLE)))
                        .orElseThrow();
        String finding =
                "of %s with events, on average %s are idle, %s blocked, %s in I/O, %s running%s"
                        .formatted(
                                states.threads() == 1 ? "1 thread" : states.threads() + " threads",
                                threads(states.mean(State.IDLE)),
                                threads(states.mean(State.BLOCKED)),
                                threads(states.mean(State.IO)),
                                threads(states.mean(State.RUNNING)),
                                peak(most));
        return new ReportSection(
                "Threads over time",
                finding,
                data,
                List.of("running", "blocked", "I/O", "idle", "no event", "time"),
                rows(
                        data,
                        row ->
                                List.of(
                                        state(data, "running", row) + " running",
                                        state(data, "blocked", row) + " blocked",
                                        state(data, "io", row) + " in I/O",
                                        state(data, "idle", row) + " idle",
                                        state(data, "no_event", row) + " without event",
                                        "%s to %s"
                                                .formatted(
                                                        seconds(data.real("begin").at(row)),
                                                        seconds(data.real("end").at(row))))),
                shares(data.real("idle").numbers(), states.threads()),
                "trace");
    }

    private String peak(ThreadStates.Bin bin) {
        if (bin.of(State.IDLE) < SHOWN_FROM) return "";
        return "; idle threads peak at %s between %s and %s"
                .formatted(
                        threads(bin.of(State.IDLE)),
                        seconds(bin.beginSeconds()),
                        seconds(bin.endSeconds()));
    }

    private static String state(Table data, String column, int row) {
        return threads(data.real(column).at(row));
    }

    /// A mean number of threads.
    private static String threads(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }

    private ReportSection locks() {
        Table all = events.locks();
        double total = sum(all, "waits");
        return section(
                "Lock contention",
                "threads wait %s for monitors and locks (%s)"
                        .formatted(
                                seconds(total),
                                events.worstLock().map(each -> each.text(quantity)).orElse("")),
                all,
                "waits",
                List.of("waits", "class", "owner", "site"),
                row ->
                        List.of(
                                seconds(all.real("waits").at(row)),
                                orElse(all.column("class").text(row), "a monitor"),
                                owner(all.column("owner").text(row)),
                                all.column("site").text(row)),
                "flat -m 'monitor enter'");
    }

    private static String owner(String name) {
        return name.isEmpty() ? "owner not recorded" : "held by " + name;
    }

    private static String orElse(String text, String other) {
        return text.isEmpty() ? other : text;
    }

    private ReportSection idle() {
        Table all = events.idleThreads();
        Map<String, Double> byState = new TreeMap<>();
        for (int row = 0; row < all.rows(); row++)
            byState.merge(all.column("state").text(row), all.real("time").at(row), Double::sum);
        return section(
                "Parked, waiting and sleeping threads",
                byState.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                        .map(each -> each.getKey() + " " + seconds(each.getValue()))
                        .collect(Collectors.joining(", ")),
                all,
                "time",
                List.of("time", "state", "class", "site"),
                row ->
                        List.of(
                                seconds(all.real("time").at(row)),
                                all.column("state").text(row),
                                all.column("class").text(row),
                                all.column("site").text(row)),
                "flat -m 'thread park'");
    }

    private ReportSection allocation() {
        Table all = events.allocation();
        return section(
                "Allocation",
                "%s, most of class %s in %s"
                        .formatted(
                                bytes(sum(all, "bytes")), first(all, "class"), first(all, "site")),
                all,
                "bytes",
                List.of("bytes", "class", "site"),
                row ->
                        List.of(
                                bytes(all.real("bytes").at(row)),
                                all.column("class").text(row),
                                all.column("site").text(row)),
                "flat -m allocated");
    }

    private ReportSection pauses() {
        Table all = events.pauses();
        OptionalDouble elapsed = JvmEvents.elapsedSeconds(outline);
        OptionalDouble longest = JvmEvents.longestPauseSeconds(outline);
        double total = sum(all, "time");
        String share =
                elapsed.isPresent() && elapsed.getAsDouble() > 0
                        ? ", %s of %s elapsed"
                                .formatted(
                                        Quantity.percent(total / elapsed.getAsDouble()),
                                        seconds(elapsed.getAsDouble()))
                        : "";
        return section(
                "GC pauses",
                "%s in %s%s%s"
                        .formatted(
                                seconds(total),
                                collections(sum(all, "collections")),
                                share,
                                longest.isPresent()
                                        ? "; the longest takes " + seconds(longest.getAsDouble())
                                        : ""),
                all,
                "time",
                List.of("time", "collections", "cause"),
                row ->
                        List.of(
                                seconds(all.real("time").at(row)),
                                collections(all.column("collections").number(row)),
                                all.column("cause").text(row)),
                "flat -m 'gc pauses'");
    }

    private static String collections(double count) {
        return count == 1 ? "1 collection" : Quantity.whole((long) count) + " collections";
    }

    private ReportSection io() {
        Table all = events.io();
        return section(
                "I/O",
                "%s in files and sockets, at least %s moved"
                        .formatted(seconds(sum(all, "time")), bytes(sum(all, "bytes"))),
                all,
                "time",
                List.of("time", "bytes", "operation", "target", "site"),
                row ->
                        List.of(
                                seconds(all.real("time").at(row)),
                                bytes(all.real("bytes").at(row)),
                                all.column("operation").text(row),
                                all.column("target").text(row),
                                all.column("site").text(row)),
                "flat -m 'file read'");
    }

    private ReportSection exceptions() {
        Table all = events.exceptions();
        return section(
                "Exceptions",
                "%s created, most of class %s in %s"
                        .formatted(
                                Quantity.whole((long) sum(all, "count")),
                                first(all, "class"),
                                first(all, "site")),
                all,
                "count",
                List.of("count", "class", "site"),
                row ->
                        List.of(
                                Quantity.whole((long) all.real("count").at(row)),
                                all.column("class").text(row),
                                all.column("site").text(row)),
                "flat -m exceptions");
    }

    /// What the events of the recording cannot show.
    private Optional<ReportSection> limits() {
        List<String> limits =
                JvmEvents.limits(outline).stream().map(each -> each.text(quantity)).toList();
        if (limits.isEmpty()) return Optional.empty();
        Table data = Table.of(Column.text("limit", limits.size(), limits::get));
        return Optional.of(
                new ReportSection(
                        "Limits of the recording",
                        String.join("; ", limits),
                        data,
                        List.of("limit"),
                        List.of(),
                        List.of(),
                        ""));
    }

    private ReportSection section(
            String title,
            String finding,
            Table all,
            String value,
            List<String> headings,
            IntFunction<List<String>> cells,
            String more) {
        Table shown = all.head(ROWS);
        List<List<String>> rows = rows(shown, cells);
        return new ReportSection(
                title,
                rows.isEmpty() ? "" : finding,
                shown,
                headings,
                rows,
                shares(shown.real(value).numbers(), sum(all, value)),
                more);
    }

    private static String first(Table table, String column) {
        return table.rows() == 0 ? "" : table.column(column).text(0);
    }

    private static double sum(Table table, String column) {
        double sum = 0;
        for (int row = 0; row < table.rows(); row++) sum += table.column(column).number(row);
        return sum;
    }

    private String seconds(double value) {
        return quantity.text(value, Unit.SECONDS);
    }

    private static String bytes(double value) {
        return Quantity.bytes((long) value);
    }

    private static List<List<String>> rows(Table table, IntFunction<List<String>> cells) {
        return IntStream.range(0, table.rows()).mapToObj(cells).toList();
    }

    private static List<Double> shares(double[] values, double whole) {
        double[] shares = values.clone();
        for (int i = 0; i < shares.length; i++) shares[i] = whole > 0 ? shares[i] / whole : 0;
        return list(shares);
    }

    private static List<Double> list(double[] shares) {
        List<Double> list = new ArrayList<>();
        for (double share : shares) list.add(Math.clamp(share, 0, 1));
        return list;
    }
}
