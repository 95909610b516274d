package treeline.store.text.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class TextLinesTest {
    @TempDir Path folder;

    private MappedFile file(String text) throws IOException {
        return MappedFile.open(Files.writeString(folder.resolve("lines"), text));
    }

    private List<String> lines(String text) throws IOException {
        try (MappedFile file = file(text)) {
            List<String> all = new ArrayList<>();
            var lines = new TextLines(file);
            while (lines.next()) all.add(lines.text() + (lines.finished() ? "" : " (cut)"));
            return all;
        }
    }

    @Test
    void aLineEndsWithALineEnd() throws IOException {
        assertThat(lines("")).isEmpty();
        assertThat(lines("a\nb\n")).containsExactly("a", "b");
        assertThat(lines("a\r\n\nb")).containsExactly("a", "", "b (cut)");
        assertThat(lines("\r")).containsExactly("\r (cut)");
    }

    @Test
    void theFirstLineMayBeEmpty() throws IOException {
        assertThat(lines("\n")).containsExactly("");
        assertThat(lines("\nb\n")).containsExactly("", "b");
    }

    /// A buffer of twelve bytes is filled again in the middle of most of these lines.
    @Test
    void linesMayLieAcrossTwoFillingsOfTheBuffer() throws IOException {
        List<String> expected = List.of("one", "three", "", "eleven", "seventeen", "x", "five");
        String text = String.join("\n", expected) + "\n";
        try (MappedFile file = file(text)) {
            var lines = new TextLines(file, 12);
            for (int i = 0; i < expected.size(); i++) {
                assertThat(lines.next()).isTrue();
                assertThat(lines.text()).isEqualTo(expected.get(i));
                assertThat(lines.offset(lines.from()))
                        .isEqualTo(
                                String.join("\n", expected.subList(0, i)).length()
                                        + (i > 0 ? 1 : 0));
                String following = i + 1 < expected.size() ? expected.get(i + 1) : "";
                if (following.length() < 3) continue;
                assertThat(lines.isFollowedBy(following.substring(0, 1))).isTrue();
                assertThat(lines.isFollowedBy("?")).isFalse();
                assertThat(lines.text()).isEqualTo(expected.get(i));
            }
            assertThat(lines.next()).isFalse();
        }
    }

    @Test
    void linesMayBeLongerThanTheBuffer() throws IOException {
        String longest = "x".repeat((1 << 22) + 3);
        assertThat(lines("a\n" + longest + "\nb\n")).containsExactly("a", longest, "b");
    }

    @Test
    void offsetsCountFromTheStartOfTheFile() throws IOException {
        String before = "y".repeat((1 << 20) - 5) + "\n";
        try (MappedFile file = file(before + "0123456789\nz\n")) {
            var lines = new TextLines(file);
            assertThat(lines.next()).isTrue();
            assertThat(lines.isFollowedBy("0123456789")).isTrue();
            assertThat(lines.isFollowedBy("012345678x")).isFalse();
            assertThat(lines.text().length()).isEqualTo(before.length() - 1);
            assertThat(lines.next()).isTrue();
            assertThat(lines.offset(lines.from())).isEqualTo(before.length());
            assertThat(lines.number()).isEqualTo(2);
            assertThat(lines.isFollowedBy("z\nmore")).isFalse();
            assertThat(lines.text()).isEqualTo("0123456789");
        }
    }

    @Test
    void aLineThatNoArrayHoldsIsRefused() throws IOException {
        try (MappedFile file = file("ab\nabcdefgh\n")) {
            var lines = new TextLines(file, 6);
            assertThat(lines.next()).isTrue();
            assertThatThrownBy(lines::next)
                    .isInstanceOf(MalformedProfileException.class)
                    .hasMessage(
                            "%s line 2: expected a line of at most 6 bytes, found a longer one",
                            file.path());
        }
    }
}
