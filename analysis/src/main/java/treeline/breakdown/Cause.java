package treeline.breakdown;

import treeline.numbers.activity.Operation;

/// The categories of time that a verdict distinguishes, coarser than [Operation].
enum Cause {
    COMPUTATION("computation", Bottleneck.COMPUTE),
    /// Inside annotations of a trace, without a traced call: it may be anything.
    ANNOTATIONS("untraced code inside annotations", Bottleneck.UNKNOWN),
    /// Native methods that compute or wait. A run that they dominate is undetermined.
    NATIVE("native code that computes or waits", Bottleneck.UNKNOWN),
    COMMUNICATION("communication", Bottleneck.COMMUNICATION),
    FILES("I/O", Bottleneck.IO),
    /// What the host does to start work on a device and to wait for it. Whether that makes a run
    /// launch-bound or GPU-bound depends on how busy the device is.
    GPU("GPU launches and waiting for the GPU", Bottleneck.LAUNCH),
    /// Synchronisation with a device that works in the meantime: CPU and GPU alternate.
    GPU_WORKS("waiting for the GPU", Bottleneck.MIXED),
    LOCKS("waiting for monitors and locks", Bottleneck.LOCKS),
    /// Pauses in which all threads are stopped.
    GC("garbage-collection pauses", Bottleneck.GC),
    /// Threads that wait for each other, locks and sleeps. It is no communication, and what it
    /// waits for is not known: a run that it dominates is mixed.
    WAITING("waiting for threads", Bottleneck.MIXED),
    /// MPI's environment: what starts and ends a run says nothing of what bounds it.
    START_UP("MPI start-up", Bottleneck.UNKNOWN),
    /// Threads without work: between parallel regions, parked, waiting for another thread, asleep.
    /// They are not part of the time that is divided.
    IDLE("idle threads", Bottleneck.UNKNOWN);

    private final String noun;
    private final Bottleneck bound;

    Cause(String noun, Bottleneck bound) {
        this.noun = noun;
        this.bound = bound;
    }

    String noun() {
        return noun;
    }

    /// What a run is called that this dominates.
    Bottleneck bound() {
        return bound;
    }

    /// Whether it bounds a run from [Verdict#BOUND_FROM] on.
    boolean isLoss() {
        return switch (this) {
            case COMMUNICATION, FILES, GPU, GPU_WORKS, LOCKS, GC, WAITING -> true;
            case COMPUTATION, ANNOTATIONS, NATIVE, START_UP, IDLE -> false;
        };
    }

    static Cause of(Operation operation) {
        return switch (operation) {
            case COMPUTATION, OPENMP_WORK -> COMPUTATION;
            case ANNOTATIONS -> ANNOTATIONS;
            case NATIVE_CODE -> NATIVE;
            case MPI_POINT_TO_POINT,
                    MPI_COLLECTIVE,
                    MPI_ONE_SIDED,
                    MPI_GROUPS,
                    MPI_TOPOLOGIES,
                    MPI_PROCESSES,
                    MPI_MISCELLANEOUS,
                    MPI_INSIDE,
                    OTHER_COMMUNICATION,
                    TAGGED_COMMUNICATION ->
                    COMMUNICATION;
            case MPI_ENVIRONMENT -> START_UP;
            case MPI_IO, FILES, FILE_LIBRARIES, SOCKETS, TAGGED_FILES -> FILES;
            case GPU_KERNEL,
                    GPU_LAUNCH,
                    GPU_ALLOCATION,
                    GPU_DEALLOCATION,
                    GPU_SET,
                    GPU_EXPLICIT_COPY,
                    GPU_IMPLICIT_COPY,
                    GPU_SYNCHRONISATION,
                    GPU_OTHER,
                    GPU_OPERATORS,
                    TAGGED_GPU ->
                    GPU;
            case LOCKS -> LOCKS;
            case OPENMP_OVERHEAD, OPENMP_WAIT, WAITING, TAGGED_WAITING -> WAITING;
            case OPENMP_IDLE, PARKED -> IDLE;
        };
    }
}
