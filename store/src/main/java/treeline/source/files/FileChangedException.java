package treeline.source.files;

import java.io.IOException;

/// Thrown if a file was truncated or overwritten while it was read. Files are memory-mapped, so
/// only a failing access shows the change. Values that were read before are not usable.
public final class FileChangedException extends IOException {
    /// How the Java runtime tells that mapped memory has no file behind it any more.
    private static final String FAULT = "unsafe memory access";

    public FileChangedException(String name, Throwable cause) {
        super(name + " changed while it was read", cause);
    }

    public FileChangedException(String name) {
        super(name + " changed while it was read");
    }

    /// Whether an error is the runtime's word for it.
    public static boolean isMeantBy(Throwable failed) {
        return failed instanceof InternalError
                && failed.getMessage() != null
                && failed.getMessage().contains(FAULT);
    }
}
