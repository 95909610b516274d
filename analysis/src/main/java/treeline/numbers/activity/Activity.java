package treeline.numbers.activity;

/// The activity at a node, as far as names and tags reveal it.
public enum Activity {
    /// All that is nothing else.
    COMPUTATION("computation"),
    /// Ranks or devices exchange data: the message passing libraries of the field.
    COMMUNICATION("communication"),
    /// Barriers, locks, sleep, and waiting for requests, threads and devices.
    SYNCHRONISATION("synchronisation"),
    /// Files are opened, read, written or closed.
    FILES("files"),
    /// A device runs the program's code.
    KERNELS("GPU kernels");

    private final String text;

    Activity(String text) {
        this.text = text;
    }

    /// Whether a rank that does this may be waiting for others. Most of the time in communication
    /// is waiting for the slowest rank, and profiles do not tell the two apart.
    public boolean isWaiting() {
        return switch (this) {
            case COMMUNICATION, SYNCHRONISATION -> true;
            case COMPUTATION, FILES, KERNELS -> false;
        };
    }

    /// For people: `GPU kernels`.
    public String text() {
        return text;
    }
}
