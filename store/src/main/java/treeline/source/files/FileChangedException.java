package treeline.source.files;

import java.io.IOException;

/// A file that was cut or overwritten while it was read. Files are mapped into memory, so nothing
/// but the attempt to read shows it; what was read before is worth nothing without the rest.
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
