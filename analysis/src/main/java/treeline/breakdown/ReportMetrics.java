package treeline.breakdown;

import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.numbers.Operation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The metrics of a profile that a report is made from, known by the names that tools give them, so
/// that nothing else has to be read.
///
/// @param cpu what the host's time is measured by: a time or, where there is none, a clock or
///   cycles
/// @param gpu the device's time by kind of operation, as HPCToolkit keeps it
/// @param gpuTotal the device's time in all operations, `GPUOP` of HPCToolkit
/// @param gpuByNode the device's time, whose kind the call paths tell, as Caliper keeps it
/// @param counters what the hardware counted
public record ReportMetrics(
        Optional<Metric> cpu,
        Map<Operation, Metric> gpu,
        Optional<Metric> gpuTotal,
        Optional<Metric> gpuByNode,
        Map<Counter, List<Metric>> counters) {

    /// What hardware counts that tells memory from computation.
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
        GPU_SAMPLES("GINS"),
        GPU_STALLS("GINS:STL_ANY"),
        GPU_MEMORY_STALLS("GINS:STL_(?:GMEM|LMEM|CMEM|TMEM|MTHR)");

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
    private static final Pattern BY_NODE =
            Pattern.compile("(?i).*(?:cupti|rocm|roctracer)\\.activity\\.duration.*|gpu[ _]?time");
    private static final Pattern OF_GPU = Pattern.compile("G[A-Z]{3,}(?::.*)?");
    private static final Pattern OF_OPENMP = Pattern.compile("OMP_\\w+");
    private static final Pattern CLOCKS =
            Pattern.compile("(?i)(?:perf::)?(?:task|cpu)-clock.*|(?:CPU|REAL)TIME.*|WALLCLOCK.*");

    public ReportMetrics {
        gpu = Map.copyOf(gpu);
        counters = Map.copyOf(counters);
    }

    /// What a profile has.
    public static ReportMetrics of(Outline outline) {
        Map<Operation, Metric> gpu = new EnumMap<>(Operation.class);
        Map<Counter, List<Metric>> counters = new EnumMap<>(Counter.class);
        Set<Metric> metrics = new LinkedHashSet<>();
        for (Metric metric : outline.metrics())
            metrics.add(metric.addsUp() ? metric.in(Metric.Scope.EXCLUSIVE) : metric);
        for (Metric metric : metrics) {
            for (Counter counter : Counter.values())
                if (counter.names(metric))
                    counters.computeIfAbsent(counter, _ -> new ArrayList<>()).add(metric);
            Operation operation = HPCTOOLKIT.get(metric.name());
            if (operation != null && isTime(metric)) gpu.put(operation, metric);
        }
        return new ReportMetrics(
                metrics.stream()
                        .filter(ReportMetrics::isHosts)
                        .min(Comparator.comparingInt(ReportMetrics::preference)),
                gpu,
                first(metrics, Pattern.compile(HPCTOOLKIT_TOTAL)),
                first(metrics, BY_NODE),
                counters);
    }

    /// The same with a metric of the user's choice for the host.
    public ReportMetrics withCpu(Metric chosen) {
        return new ReportMetrics(Optional.of(chosen), gpu, gpuTotal, gpuByNode, counters);
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
                        || BY_NODE.matcher(name).matches();
        return metric.addsUp() && !others && preference(metric) < Integer.MAX_VALUE;
    }

    private static int preference(Metric metric) {
        if (metric.name().equals("time")) return 0;
        if (isTime(metric)) return 1;
        if (CLOCKS.matcher(metric.name()).matches()) return 2;
        return Counter.CYCLES.names(metric) ? 3 : Integer.MAX_VALUE;
    }

    /// All that has to be read.
    public Set<Metric> all() {
        Set<Metric> all = new LinkedHashSet<>();
        cpu.ifPresent(all::add);
        all.addAll(gpu.values());
        gpuTotal.ifPresent(all::add);
        gpuByNode.ifPresent(all::add);
        counters.values().forEach(all::addAll);
        return all;
    }

    List<Metric> of(Counter counter) {
        return counters.getOrDefault(counter, List.of());
    }
}
