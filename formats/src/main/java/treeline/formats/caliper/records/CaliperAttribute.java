package treeline.formats.caliper.records;

import java.util.Map;
import java.util.Set;

/// A Caliper attribute: name, type and properties of a key of the records.
///
/// @param alias its display name, or empty
/// @param unit in Caliper's spelling, or empty
public record CaliperAttribute(
        String name, Type type, int properties, String alias, String unit, Role role) {

    // Property bits, "cali_attr_properties" in Caliper.
    static final int HIDDEN = 128;
    public static final int NESTED = 256;
    public static final int GLOBAL = 512;
    public static final int AGGREGATABLE = 2048;

    /// The fact that is part of a context itself; the others are its labels.
    static final String HOST = "host";

    public static final String ITERATION_PREFIX = "iteration#";

    // The names under which we write who measured. Caliper knows no repetitions; what it reads
    // under
    // the last name is an attribute like any other.
    public static final String RANK = "mpi.rank";
    public static final String THREAD = "thread";
    public static final String STREAM = "stream";
    public static final String HOST_NAME = "hostname";
    public static final String REPETITION = "treeline.repetition";

    /// The value types in `.cali` files, named after Caliper's type nodes.
    public enum Type {
        USR,
        INT,
        UINT,
        STRING,
        ADDR,
        DOUBLE,
        BOOL,
        TYPE,
        PTR;

        boolean isNumber() {
            return switch (this) {
                case INT, UINT, DOUBLE -> true;
                case USR, STRING, ADDR, BOOL, TYPE, PTR -> false;
            };
        }
    }

    /// The role of a value in its record.
    public enum Role {
        /// A frame of the call path.
        PATH,
        RANK,
        THREAD,
        STREAM,
        /// Which repetition of the main event or of the program.
        REPETITION,
        /// Something else about the context: its host, its name, its GPU.
        CONTEXT,
        /// Which iteration of a loop.
        ITERATION,
        /// Which block of iterations; where it is given, records are kept by it alone.
        SNAPSHOT,
        /// The GPU kernel that ran.
        KERNEL,
        /// What a GPU did: a kernel, a copy, a synchronisation.
        ACTIVITY,
        /// Between which memories a GPU copied.
        COPY,
        /// The file and line of a sample, `file:line`.
        SOURCE_LINE,
        /// A measured number.
        VALUE,
        /// A fact of the run.
        RUN,
        /// Any other fact about the record.
        TEXT,
        /// Caliper's own bookkeeping.
        IGNORED
    }

    private static final Set<String> RANKS = Set.of(RANK, "rank");
    private static final Set<String> THREADS =
            Set.of(THREAD, "thread.id", "pthread.id", "omp.thread.id", "cali.thread");
    private static final Set<String> STREAMS =
            Set.of(STREAM, "cupti.streamID", "cupti.stream", "rocm.activity.queue");

    /// What is known of contexts beside their numbers, and what we call it.
    private static final Map<String, String> CONTEXT_FACTS =
            Map.of(
                    "host",
                    HOST,
                    HOST_NAME,
                    HOST,
                    "thread.name",
                    "threadname",
                    "pthread.name",
                    "threadname",
                    "cupti.contextID",
                    "gpucontext",
                    "cupti.deviceID",
                    "gpudevice",
                    "rocm.activity.device",
                    "gpudevice");

    private static final Set<String> KERNELS =
            Set.of("cupti.kernel.name", "rocm.kernel.name", "Kernel");
    private static final Set<String> ACTIVITIES = Set.of("cupti.activity.kind", "rocm.activity");

    public static CaliperAttribute of(
            String name,
            Type type,
            int properties,
            String alias,
            String unit,
            boolean countsIterations) {
        return new CaliperAttribute(
                name,
                type,
                properties,
                alias,
                unit,
                roleOf(name, type, properties, countsIterations));
    }

    /// A column of a JSON file, where only the name is left of what an attribute was.
    public static CaliperAttribute ofColumn(
            String name, boolean isNumber, String alias, String unit) {
        return of(name, isNumber ? Type.DOUBLE : Type.STRING, 0, alias, unit, false);
    }

    private static Role roleOf(String name, Type type, int properties, boolean countsIterations) {
        if (has(properties, HIDDEN)) return Role.IGNORED;
        if (has(properties, GLOBAL)) return Role.RUN;
        if (isBookkeeping(name)) return Role.IGNORED;
        if (has(properties, NESTED) || name.equals("path")) return Role.PATH;
        if (countsIterations || name.startsWith(ITERATION_PREFIX)) return Role.ITERATION;
        if (name.equals("timeseries.snapshot") || name.equals("block")) return Role.SNAPSHOT;
        if (RANKS.contains(name)) return Role.RANK;
        if (THREADS.contains(name)) return Role.THREAD;
        if (STREAMS.contains(name)) return Role.STREAM;
        if (name.equals(REPETITION)) return Role.REPETITION;
        if (CONTEXT_FACTS.containsKey(name)) return Role.CONTEXT;
        if (KERNELS.contains(name)) return Role.KERNEL;
        if (ACTIVITIES.contains(name)) return Role.ACTIVITY;
        if (name.equals("cupti.memcpy.kind")) return Role.COPY;
        if (name.startsWith("sourceloc#")) return Role.SOURCE_LINE;
        return type.isNumber() ? Role.VALUE : Role.TEXT;
    }

    /// Names under which Caliper files its own events and the parts of its averages.
    private static boolean isBookkeeping(String name) {
        return name.startsWith("event.begin#")
                || name.startsWith("event.end#")
                || name.startsWith("event.set#")
                || name.startsWith("cali.")
                || name.startsWith("attribute.")
                || name.startsWith("avg.sum#")
                || name.startsWith("avg.count#");
    }

    private static boolean has(int properties, int bit) {
        return (properties & bit) != 0;
    }

    public boolean isNested() {
        return role == Role.PATH;
    }

    boolean isAggregatable() {
        return has(properties, AGGREGATABLE);
    }

    /// What we call a fact about contexts.
    String contextFact() {
        return CONTEXT_FACTS.getOrDefault(name, name);
    }

    /// Whether a fact of a run is the name of its host.
    static boolean isHost(String name) {
        return HOST.equals(CONTEXT_FACTS.get(name));
    }

    /// The loop whose iterations the attribute counts.
    String loopName() {
        return name.startsWith(ITERATION_PREFIX) ? name.substring(ITERATION_PREFIX.length()) : name;
    }
}
