package treeline.breakdown;

import treeline.ledger.Operation;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The metrics of a profile that a report uses, recognised by the names that tools give them, so
/// that no other metric is read.
///
/// @param cpu host time: a time metric or, if there is none, a clock or cycle count
/// @param hostTime what it measures: `CPU time`, `elapsed time`, `cycles`, or `the time` if the
///   profile does not say whether waiting threads have it
/// @param cpuShare the CPU time of the process as a fraction of the recorded time of its threads,
///   stored by Treeline's recorder; NaN if it is unknown
/// @param gpu device time by kind of operation, as stored by HPCToolkit
/// @param gpuTotal device time of all operations, HPCToolkit's `GPUOP`
/// @param gpuByNode device time whose kind follows from the call path, as stored by Caliper
/// @param waits thread waiting time by cause, as measured by JDK Flight Recorder; never part of
///   host time
/// @param pauses GC pauses, in which no thread runs
/// @param counters hardware counters
public record ReportMetrics(
        Optional<Metric> cpu,
        String hostTime,
        double cpuShare,
        Map<Operation, Metric> gpu,
        Optional<Metric> gpuTotal,
        Optional<Metric> gpuByNode,
        Map<Metric, Operation> waits,
        Optional<Metric> pauses,
        Map<Counter, List<Metric>> counters) {

    /// A hardware counter that distinguishes memory-bound from compute-bound code.
    public enum Counter {
        CYCLES("(?i)(?:perf::)?(?:cpu[-_])?cycles(?::\\w+)?|PAPI_TOT_CYC|CPU_CLK_UNHALTED.*"),
        INSTRUCTIONS("(?i)(?:perf::)?instructions(?::\\w+)?|PAPI_TOT_INS|INST_RETIRED.*"),
        MEMORY_STALLS(
                "(?i)(?:perf::)?stalled-cycles-mem\\w*|PAPI_MEM_SCY|(?:perf::)?CYCLE_ACTIVITY[:.]+"
                        + "STALLS_(?:MEM_ANY|LDM_PENDING)"),
        LAST_LEVEL_MISSES(
                "(?i)(?:perf::)?(?:cache-misses|LLC-load-misses)(?::\\w+)?|PAPI_L3_TCM|LLC_MISSES"),
        /// Level 2 of the top-down method: the share of issue slots that waited for data.
        MEMORY_BOUND("(?i)(?:.*\\.)?memory[ _]bound"),
        /// Level 1 of the top-down method, of which memory is a part.
        BACKEND_BOUND("(?i)(?:.*\\.)?backend[ _]bound"),
        /// Samples of a device's program counters.
        GPU_SAMPLES("GINS|GCYCLES"),
        GPU_STALLS("GINS:STL_ANY|GCYCLES:STL"),
        GPU_MEMORY_STALLS("(?:GINS:STL_|GCYCLES:STL:)(?:[GLCT]?MEM|MTHR)"),
        /// Accesses and misses of caches, which alone do not show how long computation waits.
        CACHES("(?i)PAPI_L\\d_\\w+|(?:perf::)?(?:L\\d|LLC|cache)[-_]\\w.*|PEVT_L\\d\\w*");

        private final Pattern names;

        Counter(String names) {
            this.names = Pattern.compile(names);
        }

        boolean names(Metric metric) {
            return names.matcher(metric.name()).matches();
        }
    }

    private static final Map<String, Operation> HPCTOOLKIT =
            Map.of(
                    "GKER", Operation.GPU_KERNEL,
                    "GMEM", Operation.GPU_ALLOCATION,
                    "GMSET", Operation.GPU_SET,
                    "GXCOPY", Operation.GPU_EXPLICIT_COPY,
                    "GICOPY", Operation.GPU_IMPLICIT_COPY,
                    "GSYNC", Operation.GPU_SYNCHRONISATION);
    private static final String HPCTOOLKIT_TOTAL = "GPUOP";
    private static final Map<String, Operation> FLIGHT_RECORDER =
            Map.of(
                    JvmMetrics.MONITOR_ENTER,
                    Operation.LOCKS,
                    JvmMetrics.MONITOR_WAIT,
                    Operation.PARKED,
                    JvmMetrics.PARK,
                    Operation.PARKED,
                    JvmMetrics.SLEEP,
                    Operation.PARKED,
                    "socket read",
                    Operation.SOCKETS,
                    "socket write",
                    Operation.SOCKETS,
                    "file read",
                    Operation.FILES,
                    "file write",
                    Operation.FILES,
                    "file force",
                    Operation.FILES,
                    JvmMetrics.NATIVE_TIME,
                    Operation.NATIVE_CODE);

    /// Time of a thread that other metrics have, too.
    private static final String PINNED = "virtual thread pinned";

    private static final Pattern BY_NODE =
            Pattern.compile("(?i).*(?:cupti|rocm|roctracer)\\.activity\\.duration.*|gpu[ _]?time");
    private static final Pattern OF_GPU = Pattern.compile("G[A-Z]{3,}(?::.*)?");
    private static final Pattern OF_OPENMP = Pattern.compile("OMP_\\w+");
    private static final Pattern CPU_CLOCKS =
            Pattern.compile("(?i)(?:perf::)?(?:task|cpu)-clock.*|cpu|cpu[ _-]?time.*");
    private static final Pattern ELAPSED =
            Pattern.compile("(?i)(?:real|wall|elapsed)[ _-]?(?:time|clock).*");
    private static final String CPU = "CPU time";
    private static final Pattern CLOCKS =
            Pattern.compile("(?i)(?:perf::)?(?:task|cpu)-clock.*|(?:CPU|REAL)TIME.*|WALLCLOCK.*");

    public ReportMetrics {
        gpu = Map.copyOf(gpu);
        waits = Collections.unmodifiableMap(new LinkedHashMap<>(waits));
        counters = Map.copyOf(counters);
    }

    /// What a profile has.
    public static ReportMetrics of(Outline outline) {
        Map<Operation, Metric> gpu = new EnumMap<>(Operation.class);
        Map<Counter, List<Metric>> counters = new EnumMap<>(Counter.class);
        Map<Metric, Operation> waits = new LinkedHashMap<>();
        Set<Metric> metrics = new LinkedHashSet<>();
        for (Metric metric : outline.metrics())
            metrics.add(metric.addsUp() ? metric.in(Metric.Scope.EXCLUSIVE) : metric);
        for (Metric metric : metrics) {
            for (Counter counter : Counter.values())
                if (counter.names(metric))
                    counters.computeIfAbsent(counter, _ -> new ArrayList<>()).add(metric);
            Operation operation = HPCTOOLKIT.get(metric.name());
            if (operation != null && isTime(metric)) gpu.put(operation, metric);
            Operation wait = FLIGHT_RECORDER.get(metric.name());
            if (wait != null && isTime(metric)) waits.put(metric, wait);
        }
        Optional<Metric> cpu =
                metrics.stream()
                        .filter(ReportMetrics::isHosts)
                        .min(Comparator.comparingInt(ReportMetrics::preference));
        return new ReportMetrics(
                cpu,
                cpu.map(each -> hostTime(each, outline)).orElse(""),
                JvmMetrics.number(outline, "recorder.cpu.share").orElse(Double.NaN),
                gpu,
                first(metrics, Pattern.compile(HPCTOOLKIT_TOTAL)),
                first(metrics, BY_NODE),
                waits,
                first(metrics, Pattern.compile(JvmMetrics.GC_PAUSES)),
                counters);
    }

    /// The same with a metric of the user's choice for the host.
    public ReportMetrics withCpu(Metric chosen, Outline outline) {
        return new ReportMetrics(
                Optional.of(chosen),
                hostTime(chosen, outline),
                cpuShare,
                gpu,
                gpuTotal,
                gpuByNode,
                waits,
                pauses,
                counters);
    }

    private static String hostTime(Metric metric, Outline outline) {
        String name = outline.storedName(metric.name()).orElse(metric.name());
        if (CPU_CLOCKS.matcher(name).matches()) return CPU;
        if (ELAPSED.matcher(name).matches()) return "elapsed time";
        if (Counter.CYCLES.names(metric)) return "cycles";
        return metric.unit().dimension() == Unit.Dimension.TIME ? "the time" : metric.name();
    }

    /// Whether a thread that waits may have the host's time, too. CPU time and cycles have none of
    /// it.
    boolean hasElapsedTime() {
        return cpu.filter(metric -> metric.unit().dimension() == Unit.Dimension.TIME).isPresent()
                && !hostTime.equals(CPU);
    }

    private static Optional<Metric> first(Set<Metric> metrics, Pattern names) {
        return metrics.stream()
                .filter(metric -> isTime(metric) && names.matcher(metric.name()).matches())
                .findFirst();
    }

    private static boolean isTime(Metric metric) {
        return metric.addsUp() && metric.unit().dimension() == Unit.Dimension.TIME;
    }

    private static boolean isHosts(Metric metric) {
        String name = metric.name();
        boolean others =
                OF_GPU.matcher(name).matches()
                        || OF_OPENMP.matcher(name).matches()
                        || BY_NODE.matcher(name).matches()
                        || FLIGHT_RECORDER.containsKey(name)
                        || name.equals(PINNED)
                        || name.equals(JvmMetrics.GC_PAUSES);
        return metric.addsUp() && !others && preference(metric) < Integer.MAX_VALUE;
    }

    private static int preference(Metric metric) {
        if (metric.name().equals("time")) return 0;
        if (isTime(metric)) return 1;
        if (CLOCKS.matcher(metric.name()).matches()) return 2;
        return Counter.CYCLES.names(metric) ? 3 : Integer.MAX_VALUE;
    }

    /// All that has to be read. The times of the host and of devices.
    public List<Metric> times() {
        return Stream.of(cpu, gpuTotal, gpuByNode).flatMap(Optional::stream).toList();
    }

    public Set<Metric> all() {
        Set<Metric> all = new LinkedHashSet<>();
        cpu.ifPresent(all::add);
        all.addAll(gpu.values());
        gpuTotal.ifPresent(all::add);
        gpuByNode.ifPresent(all::add);
        all.addAll(waits.keySet());
        pauses.ifPresent(all::add);
        counters.values().forEach(all::addAll);
        return all;
    }

    List<Metric> of(Counter counter) {
        return counters.getOrDefault(counter, List.of());
    }
}
