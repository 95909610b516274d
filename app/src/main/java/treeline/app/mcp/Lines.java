package treeline.app.mcp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The lines of an input. One that is longer than any question is passed over, not kept.
final class Lines {
    static final int MAX_LENGTH = 1 << 20;

    private final InputStream in;

    Lines(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /// The next line that is not blank; empty at the end of the input.
    ///
    /// @throws BadMessage where a line is no text or too long; the next one can still be read
    Optional<String> next() throws IOException, BadMessage {
        while (true) {
            var bytes = new ByteArrayOutputStream();
            long length = 0;
            int read = in.read();
            if (read < 0) return Optional.empty();
            for (; read >= 0 && read != '\n'; read = in.read())
                if (length++ < MAX_LENGTH) bytes.write(read);
            if (length > MAX_LENGTH)
                throw new BadMessage(
                        BadMessage.NO_REQUEST,
                        "a message has at most %,d bytes, found %,d".formatted(MAX_LENGTH, length));
            String line = text(bytes.toByteArray());
            if (!line.isBlank()) return Optional.of(line);
        }
    }

    private static String text(byte[] bytes) throws BadMessage {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException notText) {
            throw new BadMessage(BadMessage.NOT_JSON, "expected a message in UTF-8");
        }
    }
}
