package treeline.breakdown;

import treeline.ledger.Account;
import treeline.ledger.Accounts;
import treeline.ledger.NativeMethods;
import treeline.ledger.Operation;
import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.numbers.NodeTotals;
import treeline.table.Column;
import treeline.table.Table;
import treeline.transform.Reduction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The time of a run by kind of operation: MPI, OpenMP, GPU, I/O and the rest, each in its classes.
/// Only exclusive values are summed, each for the outermost operation at or above the node. MPI
/// calls within MPI calls therefore count once, and the rows of a part sum to its total.
///
/// @param cpu host time summed over threads, including [ReportMetrics#waits]; empty if the profile
///   has none
/// @param gpu device time summed over streams; empty if the profile has none
/// @param withWaits whether host time includes such waits, so that it is thread time and not CPU
///   time
/// @param gcPauses seconds in which a garbage collector stopped all threads; 0 if not measured
/// @param annotations host time inside annotations of a trace and outside traced calls, by
///   annotation, largest first; see [Operation#ANNOTATIONS]
/// @param hostWaits seconds that the host waited for the device, from device metrics; not part of
///   device time, because other rows contain what the device did meanwhile; 0 if not measured
public record Breakdown(
        Optional<Part> cpu,
        Optional<Part> gpu,
        boolean withWaits,
        double gcPauses,
        double hostWaits,
        Map<String, Double> annotations) {

    public Breakdown {
        annotations = Collections.unmodifiableMap(new LinkedHashMap<>(annotations));
    }

    /// A total and its rows, largest row first.
    public record Part(Unit unit, double total, List<Row> rows) {
        public Part {
            rows = List.copyOf(rows);
        }

        static Part of(Unit unit, Map<Operation, Double> values) {
            double total = values.values().stream().mapToDouble(Double::doubleValue).sum();
            List<Row> rows = new ArrayList<>();
            values.forEach(
                    (operation, value) -> {
                        if (Math.abs(value) > ROUNDING * total)
                            rows.add(new Row(operation, value, total == 0 ? 0 : value / total));
                    });
            rows.sort(Comparator.comparingDouble(Row::value).reversed());
            return new Part(unit, total, rows);
        }

        /// Together, of the total.
        double share(java.util.function.Predicate<Operation> which) {
            return rows.stream()
                    .filter(row -> which.test(row.operation()))
                    .mapToDouble(Row::share)
                    .sum();
        }
    }

    /// The time of one kind of operation.
    ///
    /// @param share of the part's total, 0 to 1
    public record Row(Operation operation, double value, double share) {}

    /// The time of a run.
    ///
    /// @param totals one value per node of a metric that [ReportMetrics] names
    /// @param over the mean of ranks or their sum; smallest and largest values do not add up
    public static Breakdown of(
            Outline outline,
            ReportMetrics metrics,
            Function<Metric, NodeTotals> totals,
            Reduction over) {
        if (over != Reduction.MEAN && over != Reduction.SUM)
            throw new IllegalArgumentException(
                    "expected the mean or sum over ranks: minima and maxima do not add up");
        Accounts accounts = Accounts.of(outline);
        Map<Operation, Double> host = new EnumMap<>(Operation.class);
        Map<String, Double> annotations = new HashMap<>();
        metrics.cpu()
                .ifPresent(
                        cpu -> {
                            double[] values = totals.apply(cpu).exclusive(over);
                            for (int node = 0; node < values.length; node++) {
                                Operation operation = accounts.operation(node);
                                add(host, operation, values[node]);
                                if (operation == Operation.ANNOTATIONS && values[node] > 0)
                                    annotations.merge(
                                            annotation(outline.tree().name(node)),
                                            values[node],
                                            Double::sum);
                            }
                        });
        Unit unit = metrics.cpu().map(Metric::unit).orElse(Unit.SECONDS);
        boolean withWaits = !metrics.waits().isEmpty() && unit.convertsTo(Unit.SECONDS);
        if (withWaits) addWaits(host, outline, metrics, totals, over, unit);
        Map<Operation, Double> device = device(accounts, metrics, totals, over);
        Double waits = device.remove(Operation.GPU_SYNCHRONISATION);
        boolean onlyByKernels = metrics.gpu().isEmpty() && metrics.gpuByNode().isEmpty();
        Double kernels = onlyByKernels ? host.remove(Operation.GPU_KERNEL) : null;
        if (kernels != null) device.put(Operation.GPU_KERNEL, kernels);
        return new Breakdown(
                host.isEmpty() ? Optional.empty() : Optional.of(Part.of(unit, host)),
                device.isEmpty()
                        ? Optional.empty()
                        : Optional.of(Part.of(onlyByKernels ? unit : Unit.SECONDS, device)),
                withWaits,
                metrics.pauses().map(each -> sum(seconds(totals.apply(each), over))).orElse(0.0),
                waits == null ? 0 : waits,
                largestFirst(annotations));
    }

    /// Without the number of a step: `ProfilerStep` of `ProfilerStep#12`.
    private static String annotation(String name) {
        int number = name.lastIndexOf('#');
        boolean numbered = number > 0 && name.substring(number + 1).matches("\\d+");
        return numbered ? name.substring(0, number) : name;
    }

    private static Map<String, Double> largestFirst(Map<String, Double> values) {
        Map<String, Double> sorted = new LinkedHashMap<>();
        values.entrySet().stream()
                .sorted(
                        Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                                .thenComparing(Map.Entry.comparingByKey()))
                .forEach(each -> sorted.put(each.getKey(), each.getValue()));
        return sorted;
    }

    /// What threads waited for, in the unit of the host. A thread that is parked on a lock waits
    /// for its owner. Native samples repeat I/O that events have, too, and events omit short I/O,
    /// so the larger of both counts.
    private static void addWaits(
            Map<Operation, Double> host,
            Outline outline,
            ReportMetrics metrics,
            Function<Metric, NodeTotals> totals,
            Reduction over,
            Unit unit) {
        Map<Operation, Double> events = new EnumMap<>(Operation.class);
        Map<Operation, Double> samples = new EnumMap<>(Operation.class);
        metrics.waits()
                .forEach(
                        (metric, operation) -> {
                            double[] values = totals.apply(metric).exclusive(over);
                            double factor = metric.unit().factorTo(unit);
                            boolean sampled = operation == Operation.NATIVE_CODE;
                            for (int node = 0; node < values.length; node++)
                                add(
                                        sampled ? samples : events,
                                        waitAt(outline, metric, operation, node),
                                        values[node] * factor);
                        });
        for (Operation io : List.of(Operation.FILES, Operation.SOCKETS)) {
            Double sampled = samples.remove(io);
            if (sampled != null) events.merge(io, sampled, Math::max);
        }
        events.forEach((operation, value) -> add(host, operation, value));
        samples.forEach((operation, value) -> add(host, operation, value));
    }

    /// What a thread waits for at a node.
    ///
    /// @param operation of the metric, see [ReportMetrics#waits]
    static Operation waitAt(Outline outline, Metric metric, Operation operation, int node) {
        if (operation == Operation.NATIVE_CODE) return NativeMethods.at(outline.tree(), node);
        if (operation != Operation.PARKED) return operation;
        Optional<Label> classes = JvmMetrics.classes(outline, metric.name());
        boolean lock = classes.isPresent() && JvmMetrics.isLock(classes.get().at(node));
        return lock ? Operation.LOCKS : operation;
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) if (!Double.isNaN(value)) sum += value;
        return sum;
    }

    private static void add(Map<Operation, Double> sums, Operation operation, double value) {
        if (!Double.isNaN(value)) sums.merge(operation, value, Double::sum);
    }

    /// In seconds. What all operations take beyond those that are known is `other`; HPCToolkit's
    /// sum has synchronisation in it.
    private static Map<Operation, Double> device(
            Accounts accounts,
            ReportMetrics metrics,
            Function<Metric, NodeTotals> totals,
            Reduction over) {
        Map<Operation, Double> sums = new EnumMap<>(Operation.class);
        metrics.gpu()
                .forEach(
                        (operation, metric) -> {
                            double[] values = seconds(totals.apply(metric), over);
                            for (int node = 0; node < values.length; node++)
                                add(sums, done(operation, accounts.operation(node)), values[node]);
                        });
        if (metrics.gpu().isEmpty() && metrics.gpuByNode().isPresent()) {
            double[] values = seconds(totals.apply(metrics.gpuByNode().get()), over);
            for (int node = 0; node < values.length; node++)
                add(sums, onDevice(accounts.operation(node)), values[node]);
        }
        metrics.gpuTotal()
                .ifPresent(
                        metric -> {
                            double known =
                                    sums.values().stream().mapToDouble(Double::doubleValue).sum();
                            double all = sum(seconds(totals.apply(metric), over));
                            if (all - known > ROUNDING * all)
                                add(sums, Operation.GPU_OTHER, all - known);
                        });
        return sums;
    }

    /// Sums of the same values in another order differ by less.
    private static final double ROUNDING = 1e-9;

    private static double[] seconds(NodeTotals totals, Reduction over) {
        double[] values = totals.exclusive(over);
        double factor = totals.metric().unit().factorTo(Unit.SECONDS);
        for (int node = 0; node < values.length; node++) values[node] *= factor;
        return values;
    }

    /// HPCToolkit measures allocation and deallocation by one metric, under different calls, and
    /// kernels that communicate as other kernels.
    private static Operation done(Operation measured, Operation called) {
        if (measured == Operation.GPU_KERNEL && isCommunication(called))
            return Operation.OTHER_COMMUNICATION;
        return measured == Operation.GPU_ALLOCATION && called == Operation.GPU_DEALLOCATION
                ? called
                : measured;
    }

    /// What a device does for a call of the host.
    private static Operation onDevice(Operation called) {
        if (called == Operation.GPU_LAUNCH) return Operation.GPU_KERNEL;
        if (isCommunication(called)) return Operation.OTHER_COMMUNICATION;
        return called.major() == Operation.Major.GPU ? called : Operation.GPU_OTHER;
    }

    private static boolean isCommunication(Operation operation) {
        return operation.account() == Account.COMMUNICATION;
    }

    /// All rows, totals first: `part` (`host`, or `threads` with their waits, `GPU`, `wait` for
    /// [#hostWaits] and `pause` for [#gcPauses], which have no share), `major`, `minor`, `value`,
    /// `unit`, `share`.
    public Table table() {
        List<Line> lines = new ArrayList<>();
        cpu.ifPresent(part -> addLines(withWaits ? "threads" : "host", part, lines));
        gpu.ifPresent(part -> addLines("GPU", part, lines));
        if (hostWaits != 0)
            lines.add(outside("wait", "GPU", Operation.GPU_SYNCHRONISATION.minor(), hostWaits));
        if (gcPauses != 0)
            lines.add(outside("pause", "JVM", "garbage collection, all threads", gcPauses));
        return Table.of(
                Column.text("part", lines.size(), row -> lines.get(row).part).headed(""),
                Column.text("major", lines.size(), row -> lines.get(row).major),
                Column.text("minor", lines.size(), row -> lines.get(row).minor),
                Column.real("value", lines.size(), row -> lines.get(row).value),
                Column.text("unit", lines.size(), row -> lines.get(row).unit),
                Column.real("share", lines.size(), row -> lines.get(row).share).share());
    }

    private record Line(
            String part, String major, String minor, double value, String unit, double share) {}

    /// Time that is no part of a total.
    private static Line outside(String part, String major, String minor, double seconds) {
        return new Line(part, major, minor, seconds, Unit.SECONDS.symbol(), Double.NaN);
    }

    private static void addLines(String title, Part part, List<Line> lines) {
        String unit = part.unit().symbol();
        lines.add(new Line(title, "total", "", part.total(), unit, 1));
        for (Row row : part.rows())
            lines.add(
                    new Line(
                            title,
                            title.equals("GPU") ? "GPU" : row.operation().major().title(),
                            title.equals("GPU") && isCommunication(row.operation())
                                    ? "communication"
                                    : row.operation().minor(),
                            row.value(),
                            unit,
                            row.share()));
    }
}
