package treeline.app.terminal;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/// A buffered output stream that throws unchecked exceptions. [java.io.PrintStream] only sets a
/// flag on errors, so a command would continue writing to a closed pipe.
final class CheckedOutput extends OutputStream {
    private final BufferedOutputStream to;

    CheckedOutput(OutputStream to, int buffer) {
        this.to = new BufferedOutputStream(to, buffer);
    }

    @Override
    public void write(int oneByte) {
        write(new byte[] {(byte) oneByte}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        try {
            to.write(bytes, from, length);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void flush() {
        try {
            to.flush();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
