package treeline.breakdown;

import static treeline.statement.Argument.amount;
import static treeline.statement.Argument.clause;
import static treeline.statement.Argument.count;
import static treeline.statement.Argument.name;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.numbers.NodeTotals;
import treeline.statement.Argument;
import treeline.statement.Sentence;
import treeline.table.Column;
import treeline.table.Table;
import treeline.transform.Reduction;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Waiting times, allocations and exceptions of the threads of a JVM, from the events of JDK Flight
/// Recorder, summed over threads, largest row first. A site is the innermost method on a call path
/// outside the JDK.
public final class JvmEvents {
    private static final Pattern JDK = Pattern.compile("java\\..*|jdk\\..*");
    private static final Pattern THRESHOLD = Pattern.compile("(\\d{1,15}) (ns|us|ms|s)");

    /// The metrics that a report has sections for.
    private static final List<String> EXPECTED =
            List.of(
                    "execution samples",
                    JvmMetrics.MONITOR_ENTER,
                    JvmMetrics.MONITOR_WAIT,
                    JvmMetrics.PARK,
                    JvmMetrics.SLEEP,
                    "file read",
                    "file write",
                    "socket read",
                    "socket write",
                    "allocated",
                    JvmMetrics.GC_PAUSES,
                    JvmMetrics.EXCEPTIONS);

    private static final Quantity QUANTITY = new Quantity(3, false);

    /// The minimum share of the wait time during which one owner held the lock, to name it.
    private static final double MOSTLY = 0.5;

    private final Outline outline;
    private final Function<Metric, NodeTotals> totals;

    private JvmEvents(Outline outline, Function<Metric, NodeTotals> totals) {
        this.outline = outline;
        this.totals = totals;
    }

    /// The events of a profile.
    ///
    /// @param totals of the metrics of the outline
    public static JvmEvents of(Outline outline, Function<Metric, NodeTotals> totals) {
        return new JvmEvents(outline, totals);
    }

    /// Whether a profile has such events.
    public static boolean isIn(Outline outline) {
        return !ReportMetrics.of(outline).waits().isEmpty()
                || JvmMetrics.named(outline, JvmMetrics.GC_PAUSES).isPresent()
                || JvmMetrics.named(outline, JvmMetrics.EXCEPTIONS).isPresent();
    }

    /// Of a recording, from its first sample or wait to the end of the last.
    public static OptionalDouble elapsedSeconds(Outline outline) {
        return JvmMetrics.number(outline, JvmMetrics.ELAPSED);
    }

    /// Of the longest pause of the garbage collector.
    public static OptionalDouble longestPauseSeconds(Outline outline) {
        return JvmMetrics.number(outline, JvmMetrics.LONGEST_PAUSE);
    }

    /// Events that the settings of the recording exclude: waits shorter than a threshold, and event
    /// types that were not recorded.
    public static List<Sentence> limits(Outline outline) {
        Map<String, List<String>> byThreshold = new TreeMap<>();
        for (Metric metric : ReportMetrics.of(outline).waits().keySet()) {
            String threshold = threshold(text(outline, metric.name() + " threshold"));
            if (!threshold.isEmpty())
                byThreshold.computeIfAbsent(threshold, _ -> new ArrayList<>()).add(metric.name());
        }
        List<Sentence> limits = new ArrayList<>();
        byThreshold.forEach(
                (threshold, names) ->
                        limits.add(
                                Sentence.of(
                                        "events shorter than {threshold} are not recorded"
                                                + " ({events})",
                                        name(threshold),
                                        name(String.join(", ", names)))));
        List<String> disabled = List.of(text(outline, JvmMetrics.DISABLED).split(", "));
        List<String> missing = EXPECTED.stream().filter(disabled::contains).toList();
        if (!missing.isEmpty())
            limits.add(Sentence.of("not recorded: {events}", name(String.join(", ", missing))));
        if (JvmCoverage.of(outline).filter(JvmCoverage::virtualThreads).isPresent())
            limits.add(Sentence.of("not all waits of virtual threads are recorded"));
        return limits;
    }

    /// `20 ms`, `1000000 ns` as `1.00 ms`; empty for 0 and for text that is no time.
    private static String threshold(String setting) {
        Matcher parts = THRESHOLD.matcher(setting);
        if (!parts.matches()) return "";
        double value = Double.parseDouble(parts.group(1));
        return value == 0 ? "" : QUANTITY.text(value, Unit.of(parts.group(2)));
    }

    private static String text(Outline outline, String key) {
        return outline.metadata().get(key).map(Metadata.Value::toString).orElse("");
    }

    /// Waiting for monitors and locks: `waits` in seconds, `class`, `owner` (empty for locks of
    /// `java.util.concurrent`, whose owner is not recorded), `site`.
    public Table locks() {
        Groups groups = new Groups(List.of("class", "owner", "site"));
        addLocks(groups, true);
        return groups.table("waits", Unit.SECONDS);
    }

    private void addLocks(Groups groups, boolean byOwner) {
        Optional<Label> owners = JvmMetrics.label(outline, JvmMetrics.MONITOR_ENTER + " owner");
        IntFunction<String> owner = node -> byOwner ? text(owners, node) : "";
        Optional<Label> monitors = JvmMetrics.classes(outline, JvmMetrics.MONITOR_ENTER);
        add(
                groups,
                JvmMetrics.MONITOR_ENTER,
                _ -> true,
                node -> List.of(text(monitors, node), owner.apply(node), site(node)));
        Optional<Label> parks = JvmMetrics.classes(outline, JvmMetrics.PARK);
        add(
                groups,
                JvmMetrics.PARK,
                node -> JvmMetrics.isLock(text(parks, node)),
                node -> List.of(text(parks, node), "", site(node)));
    }

    /// The lock and the site with the longest waits: `1.20 s for SharedMap in Svc.update, held by
    /// worker-3`. Empty if no thread waited for a lock.
    public Optional<Sentence> worstLock() {
        Groups bySite = new Groups(List.of("class", "owner", "site"));
        addLocks(bySite, false);
        Table worst = bySite.table("waits", Unit.SECONDS);
        if (worst.rows() == 0) return Optional.empty();
        String type = worst.column("class").text(0);
        String site = worst.column("site").text(0);
        double waits = worst.real("waits").at(0);
        return Optional.of(
                Sentence.of(
                        "{waits} for {type} in {site}{owner}",
                        worst.rows() == 1 ? name("all") : amount(waits, Unit.SECONDS),
                        name(type.isEmpty() ? "a monitor" : type),
                        name(site),
                        owner(type, site, waits)));
    }

    private Argument owner(String type, String site, double waits) {
        Table all = locks();
        List<String> owners = new ArrayList<>();
        double largest = 0;
        for (int row = 0; row < all.rows(); row++) {
            if (!all.column("class").text(row).equals(type)
                    || !all.column("site").text(row).equals(site)
                    || all.column("owner").text(row).isEmpty()) continue;
            if (owners.isEmpty()) largest = all.real("waits").at(row);
            owners.add(all.column("owner").text(row));
        }
        if (owners.isEmpty()) return clause();
        if (owners.size() > 1 && largest < MOSTLY * waits)
            return clause(", held by {threads} threads", count(owners.size()));
        return clause(
                owners.size() == 1 ? ", held by {thread}" : ", mostly held by {thread}",
                name(owners.getFirst()));
    }

    /// Threads without work: `time` in seconds, `state` (`parked`, `waiting`, `asleep`), `class` of
    /// the object that a thread is parked on or waits for, `site`.
    public Table idleThreads() {
        Groups groups = new Groups(List.of("state", "class", "site"));
        Optional<Label> parks = JvmMetrics.classes(outline, JvmMetrics.PARK);
        Optional<Label> monitors = JvmMetrics.classes(outline, JvmMetrics.MONITOR_WAIT);
        add(
                groups,
                JvmMetrics.PARK,
                node -> !JvmMetrics.isLock(text(parks, node)),
                node -> List.of("parked", text(parks, node), site(node)));
        add(
                groups,
                JvmMetrics.MONITOR_WAIT,
                _ -> true,
                node -> List.of("waiting", text(monitors, node), site(node)));
        add(groups, JvmMetrics.SLEEP, _ -> true, node -> List.of("asleep", "", site(node)));
        return groups.table("time", Unit.SECONDS);
    }

    /// Allocation as the recording has it, sampled or by thread-local buffers: `bytes`, `class`,
    /// `site`.
    public Table allocation() {
        Groups groups = new Groups(List.of("class", "site"));
        boolean sampled = JvmMetrics.named(outline, "allocated").isPresent();
        List<String> metrics =
                sampled
                        ? List.of("allocated")
                        : List.of("allocated in new TLABs", "allocated outside TLABs");
        for (String metric : metrics) {
            Optional<Label> classes = JvmMetrics.classes(outline, metric);
            add(groups, metric, _ -> true, node -> List.of(text(classes, node), site(node)));
        }
        return groups.table("bytes", Unit.BYTES);
    }

    /// Pauses of the garbage collector: `time` in seconds, `collections`, `cause`.
    public Table pauses() {
        CallTree tree = outline.tree();
        Groups times = new Groups(List.of("cause"));
        Groups counts = new Groups(List.of("cause"));
        add(times, JvmMetrics.GC_PAUSES, _ -> true, node -> List.of(tree.name(node)));
        add(counts, JvmMetrics.COLLECTIONS, _ -> true, node -> List.of(tree.name(node)));
        Table table = times.table("time", Unit.SECONDS);
        return table.with(
                Column.whole(
                        "collections",
                        table.rows(),
                        row -> (long) counts.value(List.of(table.column("cause").text(row)))));
    }

    /// Files and sockets: `time` in seconds, `bytes`, `operation` (`file read`), `target` (a path,
    /// or a host and its port), `site`.
    public Table io() {
        Groups times = new Groups(List.of("operation", "target", "site"));
        Groups bytes = new Groups(List.of("operation", "target", "site"));
        for (String kind : List.of("file", "socket"))
            for (String verb : List.of("read", "write", "force")) {
                String name = kind + " " + verb;
                Optional<Label> targets = JvmMetrics.label(outline, name + " target");
                IntFunction<List<String>> key =
                        node -> List.of(name, text(targets, node), site(node));
                add(times, name, _ -> true, key);
                String moved = verb.equals("read") ? "read" : "written";
                if (!verb.equals("force")) add(bytes, kind + " bytes " + moved, _ -> true, key);
            }
        Table table = times.table("time", Unit.SECONDS);
        return table.with(
                Column.real(
                                "bytes",
                                table.rows(),
                                row ->
                                        bytes.value(
                                                List.of(
                                                        table.column("operation").text(row),
                                                        table.column("target").text(row),
                                                        table.column("site").text(row))))
                        .in(Unit.BYTES));
    }

    /// Exceptions with errors among them, or errors if only these were recorded: `count`, `class`,
    /// `site`.
    public Table exceptions() {
        Groups groups = new Groups(List.of("class", "site"));
        boolean all = JvmMetrics.named(outline, JvmMetrics.EXCEPTIONS).isPresent();
        String metric = all ? JvmMetrics.EXCEPTIONS : "errors";
        Optional<Label> classes = JvmMetrics.classes(outline, metric);
        add(groups, metric, _ -> true, node -> List.of(text(classes, node), site(node)));
        return groups.table("count", Unit.COUNT);
    }

    private static String text(Optional<Label> label, int node) {
        return label.map(each -> each.at(node)).orElse("");
    }

    private void add(
            Groups groups, String name, IntPredicate which, IntFunction<List<String>> key) {
        Optional<Metric> metric = JvmMetrics.named(outline, name);
        if (metric.isEmpty()) return;
        double[] values = totals.apply(metric.get()).exclusive(Reduction.SUM);
        Unit unit = metric.get().unit();
        double factor = unit.dimension() == Unit.Dimension.TIME ? unit.factorTo(Unit.SECONDS) : 1;
        for (int node = 0; node < values.length; node++)
            if (!Double.isNaN(values[node]) && values[node] != 0 && which.test(node))
                groups.add(key.apply(node), values[node] * factor);
    }

    /// The innermost method that is not of the JDK; if there is none, the innermost method.
    private String site(int node) {
        CallTree tree = outline.tree();
        String innermost = "";
        for (int at = node; at != CallTree.NO_PARENT; at = tree.parent(at)) {
            Frame frame = tree.frame(at);
            if (frame.kind() == Frame.Kind.LINE) continue;
            if (innermost.isEmpty()) innermost = frame.name();
            boolean ofJdk = JDK.matcher(frame.module()).matches();
            if (frame.kind() == Frame.Kind.FUNCTION && !ofJdk) return frame.name();
        }
        return innermost;
    }

    /// Sums by key.
    private record Groups(List<String> names, Map<List<String>, Double> sums) {
        Groups(List<String> names) {
            this(names, new LinkedHashMap<>());
        }

        void add(List<String> key, double value) {
            sums.merge(key, value, Double::sum);
        }

        double value(List<String> key) {
            return sums.getOrDefault(key, 0.0);
        }

        Table table(String value, Unit unit) {
            List<Map.Entry<List<String>, Double>> rows =
                    sums.entrySet().stream()
                            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                            .toList();
            List<Column> columns = new ArrayList<>();
            columns.add(Column.real(value, rows.size(), row -> rows.get(row).getValue()).in(unit));
            for (int i = 0; i < names.size(); i++) {
                int at = i;
                columns.add(
                        Column.text(
                                names.get(i), rows.size(), row -> rows.get(row).getKey().get(at)));
            }
            return Table.of(columns.toArray(Column[]::new));
        }
    }
}
