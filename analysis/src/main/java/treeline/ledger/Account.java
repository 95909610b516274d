package treeline.ledger;

/// What a thread, a rank or a device spent its time on. Every second belongs to exactly one
/// account, so the accounts of a thread add up to its time.
///
/// The account of a node follows from its [Operation].
public enum Account {
    /// Code of the program, unless another account applies.
    COMPUTATION("computation"),
    /// Calls of MPI, NCCL, SHMEM and similar libraries. Profiles do not separate transfers from
    /// waiting.
    COMMUNICATION("communication"),
    /// Barriers, joins and semaphores of threads, and the overhead of threading runtimes.
    SYNCHRONISATION("waiting for threads"),
    /// Files and sockets.
    IO("I/O"),
    /// A training program waits for its data loader.
    INPUT("waiting for input data"),
    /// A device runs code of the program.
    KERNELS("GPU kernels"),
    /// Copies to, from and on a device, and fills; on the host, the calls that wait for them.
    COPIES("GPU copies"),
    /// Calls that start work on a device.
    LAUNCHES("GPU launches"),
    /// Host code of a machine-learning framework that starts work on a device.
    OPERATORS("framework operators"),
    /// Allocation and deallocation of memory that devices use.
    DEVICE_MEMORY("GPU memory management"),
    /// Other calls of a device runtime, such as queries. The first call initialises the device.
    DEVICE_START_UP("GPU start-up and queries"),
    /// The host waits for a device.
    DEVICE_WAIT("waiting for the GPU"),
    /// Monitors and locks that another thread holds.
    LOCKS("waiting for locks"),
    /// Pauses in which a garbage collector stops all threads.
    GARBAGE_COLLECTION("garbage-collection pauses"),
    /// `MPI_Init` and `MPI_Finalize`.
    START_UP("MPI start-up"),
    /// Threads without work: between parallel regions, parked, asleep.
    IDLE("idle threads"),
    /// The recording does not show what happens: inside of annotations, and in native methods of a
    /// JVM.
    NOT_MEASURED("not measured");

    private final String text;

    Account(String text) {
        this.text = text;
    }

    /// Whether a rank may be waiting for others. Most communication time is waiting for the slowest
    /// rank. Waiting for the rank's own device is part of its work.
    public boolean isWaiting() {
        return switch (this) {
            case COMMUNICATION, SYNCHRONISATION, LOCKS, START_UP, IDLE -> true;
            default -> false; // waits for no other rank
        };
    }

    /// Whether this is work of a device, or what the host does to use one.
    public boolean isForDevice() {
        return switch (this) {
            case KERNELS,
                    COPIES,
                    LAUNCHES,
                    OPERATORS,
                    DEVICE_MEMORY,
                    DEVICE_START_UP,
                    DEVICE_WAIT ->
                    true;
            default -> false; // needs no device
        };
    }

    /// The name that users see, such as `GPU kernels`.
    public String text() {
        return text;
    }
}
