package treeline.formats.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class LineReaderTest {
    @TempDir Path folder;

    @Test
    void linesEndWithTheirEndOrTheFiles() throws IOException {
        assertThat(lines("a\n\nbc\n")).containsExactly("a", "", "bc");
        assertThat(lines("a\nbc")).containsExactly("a", "bc (cut)");
        assertThat(lines("")).isEmpty();
        assertThat(lines("\n")).containsExactly("");
    }

    @Test
    void linesMaySpanBuffers() throws IOException {
        String wide = "\u00d7".repeat(50_000);
        assertThat(lines("x" + wide + "\nend\n")).containsExactly("x" + wide, "end");
        String exact = "y".repeat((1 << 16) - 1);
        assertThat(lines(exact + "\n" + exact + "\nz")).containsExactly(exact, exact, "z (cut)");
        assertThat(lines(exact + "yy")).containsExactly(exact + "yy (cut)");
    }

    @Test
    void aLineThatDoesNotEndIsRefusedWithItsNumber() {
        assertThatThrownBy(() -> lines("a\n" + "b".repeat(2 << 20)))
                .hasMessageEndingWith(
                        "text line 2: expected a line of at most 1 MiB, found a longer one");
    }

    private List<String> lines(String text) throws IOException {
        List<String> lines = new ArrayList<>();
        try (MappedFile file = MappedFile.open(Files.writeString(folder.resolve("text"), text))) {
            var reader = new LineReader(file);
            for (String line = reader.next(); line != null; line = reader.next())
                lines.add(reader.ended() ? line : line + " (cut)");
            return lines;
        }
    }
}
