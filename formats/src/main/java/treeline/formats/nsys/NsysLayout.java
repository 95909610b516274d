package treeline.formats.nsys;

import treeline.formats.reading.SqliteFile;

import java.util.List;

/// The tables of an export that are read ("SQLite Export Schema Reference" of Nsight Systems).
/// Tables without data are absent, and columns differ between versions. All times are in
/// nanoseconds.
final class NsysLayout {
    static final String STRINGS = "StringIds";
    static final String RANGES = "NVTX_EVENTS";
    static final String CUDA_CALLS = "CUPTI_ACTIVITY_KIND_RUNTIME";
    static final String KERNELS = "CUPTI_ACTIVITY_KIND_KERNEL";
    static final String COPIES = "CUPTI_ACTIVITY_KIND_MEMCPY";
    static final String MEMSETS = "CUPTI_ACTIVITY_KIND_MEMSET";
    static final String WAITS = "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION";

    /// The type of waits for one stream.
    static final int STREAM_WAIT = 3;

    static final String GRAPHS = "CUPTI_ACTIVITY_KIND_GRAPH_TRACE";

    /// Has a row for each request that a call waits for.
    static final String MPI_WAITS = "MPI_START_WAIT_EVENTS";

    /// Calls of libraries, those that call others first.
    static final List<String> CALLS =
            List.of(
                    "MPI_COLLECTIVES_EVENTS",
                    "MPI_P2P_EVENTS",
                    MPI_WAITS,
                    "MPI_OTHER_EVENTS",
                    "CUDNN_EVENTS",
                    "CUBLAS_EVENTS",
                    CUDA_CALLS,
                    "OSRT_API");

    static final List<String> DEVICE_WORK = List.of(KERNELS, COPIES, MEMSETS, GRAPHS);

    // Tables about the run.
    static final String THREAD_NAMES = "ThreadNames";
    static final String PROCESSES = "PROCESSES";
    static final String RANKS = "MPI_RANKS";
    static final String GPUS = "TARGET_INFO_GPU";
    static final String START_TIME = "TARGET_INFO_SESSION_START_TIME";

    /// Tables of names and values.
    static final List<String> FACTS =
            List.of("META_DATA_EXPORT", "META_DATA_CAPTURE", "TARGET_INFO_SYSTEM_ENV");

    // Types of NVTX events. Those of ranges come twice: made by a program, or imported from a text.
    static final int MARK = 34;
    static final int PUSH_POP = 59;
    static final int START_END = 60;
    static final int TEXT_PUSH_POP = 70;
    static final int TEXT_START_END = 71;
    static final int DOMAIN = 75;

    private static final int PROCESS_SHIFT = 24;
    private static final long ID_MASK = 0xff_ffff;

    /// By number, as CUPTI counts them.
    private static final List<String> COPY_KINDS =
            List.of(
                    "unknown",
                    "Host-to-Device",
                    "Device-to-Host",
                    "Host-to-Array",
                    "Array-to-Host",
                    "Array-to-Array",
                    "Array-to-Device",
                    "Device-to-Array",
                    "Device-to-Device",
                    "Host-to-Host",
                    "Peer-to-Peer",
                    "Unified Host-to-Device",
                    "Unified Device-to-Host",
                    "Unified Device-to-Device");

    private NsysLayout() {}

    static boolean isIn(SqliteFile database) {
        return database.has(STRINGS)
                && (database.has(RANGES)
                        || database.has("META_DATA_EXPORT")
                        || CALLS.stream().anyMatch(database::has)
                        || DEVICE_WORK.stream().anyMatch(database::has));
    }

    /// The process of a serialised id of a thread or process, with the machine that it is on.
    static long process(long globalId) {
        return globalId >> PROCESS_SHIFT;
    }

    static long pid(long globalId) {
        return process(globalId) & ID_MASK;
    }

    static long tid(long globalId) {
        return globalId & ID_MASK;
    }

    /// The machine of a serialised id.
    static long machine(long globalId) {
        return process(globalId) >> PROCESS_SHIFT;
    }

    static String copyName(int kind) {
        boolean known = kind >= 0 && kind < COPY_KINDS.size();
        return "[CUDA memcpy %s]".formatted(known ? COPY_KINDS.get(kind) : "kind " + kind);
    }
}
