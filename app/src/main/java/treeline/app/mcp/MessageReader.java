package treeline.app.mcp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/// Reads messages, one per line. A line that is too long for a message is skipped, not stored.
final class MessageReader {
    static final int MAX_BYTES = 1 << 20;

    private final InputStream in;

    MessageReader(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /// The next line that is not blank; empty at the end of the input.
    ///
    /// @throws ProtocolError if a line is too long or not UTF-8; the next one can still be read
    Optional<String> next() throws IOException, ProtocolError {
        while (true) {
            var bytes = new ByteArrayOutputStream();
            long length = 0;
            int read = in.read();
            if (read < 0) return Optional.empty();
            for (; read >= 0 && read != '\n'; read = in.read())
                if (length++ < MAX_BYTES) bytes.write(read);
            if (length > MAX_BYTES)
                throw new ProtocolError(
                        ProtocolError.NO_REQUEST,
                        String.format(
                                Locale.ROOT,
                                "a message has at most %,d bytes, found %,d",
                                MAX_BYTES,
                                length));
            String line = text(bytes.toByteArray());
            if (!line.isBlank()) return Optional.of(line);
        }
    }

    private static String text(byte[] bytes) throws ProtocolError {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException notText) {
            throw new ProtocolError(ProtocolError.NOT_JSON, "expected a message in UTF-8");
        }
    }
}
