package treeline.ledger;

/// The kind of operation at a node, from names and tags: finer than [Account], and by library. MPI
/// classes are those of the standard.
public enum Operation {
    /// All that is nothing else.
    COMPUTATION(Major.COMPUTATION, Account.COMPUTATION, "and all else"),
    /// Self time of an annotation in the trace of a framework for machine learning: the trace does
    /// not show what the program does there.
    ANNOTATIONS(Major.UNTRACED, Account.NOT_MEASURED, "inside annotations"),
    /// Native methods of a JVM that run or wait: samples do not distinguish the two.
    NATIVE_CODE(Major.NATIVE, Account.NOT_MEASURED, "running or waiting"),
    MPI_POINT_TO_POINT(Major.MPI, Account.COMMUNICATION, "point-to-point"),
    MPI_COLLECTIVE(Major.MPI, Account.COMMUNICATION, "collective"),
    MPI_ONE_SIDED(Major.MPI, Account.COMMUNICATION, "one-sided"),
    MPI_IO(Major.MPI, Account.IO, "I/O"),
    MPI_ENVIRONMENT(Major.MPI, Account.START_UP, "environment and profiling"),
    MPI_GROUPS(Major.MPI, Account.COMMUNICATION, "groups and communicators"),
    MPI_TOPOLOGIES(Major.MPI, Account.COMMUNICATION, "topologies"),
    MPI_PROCESSES(Major.MPI, Account.COMMUNICATION, "process management"),
    MPI_MISCELLANEOUS(Major.MPI, Account.COMMUNICATION, "miscellaneous"),
    /// The library's own frames where no call of MPI is above them: a progress thread.
    MPI_INSIDE(Major.MPI, Account.COMMUNICATION, "inside the library"),
    /// NCCL, RCCL, gloo, oneCCL, UCC, c10d, Horovod, SHMEM, GASNet, UCX.
    OTHER_COMMUNICATION(Major.COMMUNICATION, Account.COMMUNICATION, "other libraries"),
    TAGGED_COMMUNICATION(Major.COMMUNICATION, Account.COMMUNICATION, "tagged by the program"),
    /// A thread that has nothing to do between parallel regions.
    OPENMP_IDLE(Major.OPENMP, Account.IDLE, "idle"),
    /// The runtime itself.
    OPENMP_OVERHEAD(Major.OPENMP, Account.SYNCHRONISATION, "overhead"),
    /// Barriers, locks and tasks that are waited for.
    OPENMP_WAIT(Major.OPENMP, Account.SYNCHRONISATION, "wait"),
    /// The program's own code inside of parallel regions.
    OPENMP_WORK(Major.OPENMP, Account.COMPUTATION, "work"),
    GPU_KERNEL(Major.GPU, Account.KERNELS, "kernel execution"),
    GPU_LAUNCH(Major.GPU, Account.LAUNCHES, "kernel launch"),
    GPU_ALLOCATION(Major.GPU, Account.DEVICE_MEMORY, "memory allocation"),
    GPU_DEALLOCATION(Major.GPU, Account.DEVICE_MEMORY, "memory deallocation"),
    GPU_SET(Major.GPU, Account.COPIES, "memory set"),
    GPU_EXPLICIT_COPY(Major.GPU, Account.COPIES, "explicit copy"),
    /// Pages of managed memory that move by themselves.
    GPU_IMPLICIT_COPY(Major.GPU, Account.COPIES, "implicit copy"),
    GPU_SYNCHRONISATION(Major.GPU, Account.DEVICE_WAIT, "synchronisation"),
    GPU_OTHER(Major.GPU, Account.DEVICE_START_UP, "other"),
    /// What a framework for machine learning does on the host to start work on a device.
    GPU_OPERATORS(Major.GPU, Account.OPERATORS, "framework operators"),
    /// What the host does in a region that the program tagged as the GPU's.
    TAGGED_GPU(Major.GPU, Account.KERNELS, "tagged by the program"),
    /// Reads and writes of the C library, of Fortran, Java and Python.
    FILES(Major.FILES, Account.IO, "files"),
    /// HDF5, NetCDF, ADIOS.
    FILE_LIBRARIES(Major.FILES, Account.IO, "HDF5, NetCDF, ADIOS"),
    /// Sockets, where the tool measured them.
    SOCKETS(Major.FILES, Account.IO, "sockets"),
    TAGGED_FILES(Major.FILES, Account.IO, "tagged by the program"),
    /// The next batch of a data loader with worker processes.
    DATA_LOADER(Major.WAITING, Account.INPUT, "data loader"),
    /// Monitors and locks that another thread holds, where the tool measured them.
    LOCKS(Major.WAITING, Account.LOCKS, "monitors and locks"),
    /// A thread that has nothing to do until another one wakes it, or sleeps.
    PARKED(Major.WAITING, Account.IDLE, "parked, waiting, asleep"),
    /// Outside of any recorded call: the thread has nothing to do, or does what was not recorded.
    NO_ACTIVITY(Major.WAITING, Account.IDLE, "no activity"),
    /// Locks, joins, sleeps, semaphores, polls.
    WAITING(Major.WAITING, Account.SYNCHRONISATION, "locks, threads, sleep"),
    TAGGED_WAITING(Major.WAITING, Account.SYNCHRONISATION, "tagged by the program");

    /// The top-level groups of a report.
    public enum Major {
        COMPUTATION("Computation"),
        UNTRACED("Untraced code"),
        NATIVE("Native code"),
        MPI("MPI"),
        COMMUNICATION("Communication"),
        OPENMP("OpenMP"),
        GPU("GPU calls"),
        FILES("I/O"),
        WAITING("Waiting");

        private final String title;

        Major(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    private final Major major;
    private final Account account;
    private final String minor;

    Operation(Major major, Account account, String minor) {
        this.major = major;
        this.account = account;
        this.minor = minor;
    }

    public Major major() {
        return major;
    }

    /// The account of its time.
    public Account account() {
        return account;
    }

    /// Within its major: `point-to-point`.
    public String minor() {
        return minor;
    }

    /// Whether calls below have operations of their own. An MPI call inside of a parallel region is
    /// MPI; what MPI calls inside is MPI, too.
    boolean isOpen() {
        return switch (this) {
            case COMPUTATION, ANNOTATIONS, OPENMP_WORK, OPENMP_OVERHEAD, GPU_OPERATORS -> true;
            default -> false; // an operation of a library is one whole
        };
    }

    /// Whether a tag gave it: a call below that has a name says more.
    boolean isTagged() {
        return switch (this) {
            case TAGGED_COMMUNICATION, TAGGED_FILES, TAGGED_WAITING, TAGGED_GPU -> true;
            default -> false; // names are exact
        };
    }
}
