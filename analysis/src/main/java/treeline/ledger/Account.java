package treeline.ledger;

/// The accounts of the ledger: what the time of a thread, a rank or a device went to. Every second
/// is in one account, so the accounts of a place add up to its time.
///
/// The account of a node follows from its [Operation].
public enum Account {
    /// All that is nothing else.
    COMPUTATION("computation"),
    /// Ranks or devices exchange data or wait for each other: the message passing libraries of the
    /// field. Profiles do not tell transfers from waiting.
    COMMUNICATION("communication"),
    /// Threads wait for each other: barriers, joins, semaphores, and what a runtime of threads does
    /// itself.
    SYNCHRONISATION("waiting for threads"),
    /// Files and sockets.
    IO("I/O"),
    /// A training program waits for the worker processes that load its data.
    INPUT("waiting for input data"),
    /// A device runs the program's code.
    KERNELS("GPU kernels"),
    /// Copies and fills, by the device or by the call that waits for them.
    COPIES("GPU copies"),
    /// Calls that start work on a device.
    LAUNCHES("GPU launches"),
    /// What a framework for machine learning does on the host to start work on a device.
    OPERATORS("framework operators"),
    /// Allocation and deallocation of memory that devices use.
    DEVICE_MEMORY("GPU memory management"),
    /// Calls of a device's runtime that are nothing else: queries and set-up, which take long if
    /// they start the device.
    DEVICE_START_UP("GPU start-up and queries"),
    /// The host waits for a device.
    DEVICE_WAIT("waiting for the GPU"),
    /// Monitors and locks that another thread holds.
    LOCKS("waiting for locks"),
    /// Pauses in which a garbage collector stops all threads.
    GARBAGE_COLLECTION("garbage-collection pauses"),
    /// What starts and ends MPI.
    START_UP("MPI start-up"),
    /// Threads without work: between parallel regions, parked, asleep.
    IDLE("idle threads"),
    /// What the recording does not show: the inside of annotations, and native methods that compute
    /// or wait.
    NOT_MEASURED("not measured");

    private final String text;

    Account(String text) {
        this.text = text;
    }

    /// Whether a rank that does this may be waiting for others. Most of the time in communication
    /// is waiting for the slowest rank, and profiles do not tell the two apart. A rank that waits
    /// for its device is as slow as that.
    public boolean isWaiting() {
        return switch (this) {
            case COMMUNICATION, SYNCHRONISATION, LOCKS, START_UP, IDLE -> true;
            case COMPUTATION,
                    IO,
                    INPUT,
                    KERNELS,
                    COPIES,
                    LAUNCHES,
                    OPERATORS,
                    DEVICE_MEMORY,
                    DEVICE_START_UP,
                    DEVICE_WAIT,
                    GARBAGE_COLLECTION,
                    NOT_MEASURED ->
                    false;
        };
    }

    /// Whether it is the host's part of work on a device.
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
            case COMPUTATION,
                    COMMUNICATION,
                    SYNCHRONISATION,
                    IO,
                    INPUT,
                    LOCKS,
                    GARBAGE_COLLECTION,
                    START_UP,
                    IDLE,
                    NOT_MEASURED ->
                    false;
        };
    }

    /// For people: `GPU kernels`.
    public String text() {
        return text;
    }
}
