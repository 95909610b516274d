package treeline.formats.reading;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class JsonCursorTest {
    @TempDir Path folder;

    @Test
    void anEncodingThatNobodyUsesIsALocatedError() throws IOException {
        byte[] bracketInMiddleEndian = {0, '{', 0, 0};
        Path file = Files.write(folder.resolve("odd.json"), bracketInMiddleEndian);
        try (MappedFile mapped = MappedFile.open(file)) {
            assertThatThrownBy(() -> new JsonCursor(mapped, new ReadReport.Log()))
                    .isInstanceOf(MalformedProfileException.class)
                    .hasMessage(
                            "%s at byte 0: expected well-formed JSON, found Unsupported UCS-4"
                                            .formatted(file)
                                    + " endianness (3412) detected");
        }
    }
}
