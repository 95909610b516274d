package treeline.app.cli;

/// The exit codes of the process.
public final class ExitCode {
    public static final int SUCCESS = 0;

    /// Something outside of the user's reach: I/O, memory, an error of ours.
    public static final int FAILED = 1;

    /// A gate that the user set does not let this pass; scripts see no more than that it failed.
    public static final int GATE_FAILED = 1;

    /// The command line or the input is wrong.
    public static final int BAD_INPUT = 2;

    /// The reader of the output went away: 128 + SIGPIPE, as shells report it.
    public static final int CLOSED_PIPE = 141;

    private ExitCode() {}
}
