package treeline.app.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;

/// An output stream whose errors name it: `standard output: No space left on device`.
final class NamedOutput extends FilterOutputStream {
    private final String name;

    NamedOutput(String name, OutputStream to) {
        super(to);
        this.name = name;
    }

    @Override
    public void write(int oneByte) throws IOException {
        write(new byte[] {(byte) oneByte}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException failed) {
            var named = new FileSystemException(name, null, failed.getMessage());
            named.initCause(failed);
            throw named;
        }
    }
}
