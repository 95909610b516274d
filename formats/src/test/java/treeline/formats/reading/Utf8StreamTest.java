package treeline.formats.reading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.source.ReadReport;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;

class Utf8StreamTest {
    private static Utf8Stream of(byte[] bytes) {
        return new Utf8Stream(new ByteArrayInputStream(bytes));
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String read(byte[] bytes) throws IOException {
        return new String(of(bytes).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void textInUtf8IsUnchanged() throws IOException {
        String text = "caf\u00e9 \u4e2d\u6587 \ud83d\ude00".repeat(10_000);
        assertThat(read(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
    }

    @Test
    void everyByteThatIsNoneIsReplaced() throws IOException {
        assertThat(read(latin1("caf\u00e9\""))).isEqualTo("caf\ufffd\"");
        assertThat(read(latin1("\u00ff\u00fe{"))).isEqualTo("\ufffd\ufffd{");
        assertThat(read(latin1("\u0080"))).as("a byte that continues nothing").isEqualTo("\ufffd");
        assertThat(read(latin1("a\u00e4\u00b8"))).as("cut at the end").isEqualTo("a\ufffd\ufffd");
    }

    @Test
    void whereLettersFallAcrossPiecesDoesNotMatter() throws IOException {
        for (int shift = 0; shift < 12; shift++) {
            String text = "x".repeat(8192 - shift) + "\u00e9\u4e2d\ud83d\ude00" + "y".repeat(9000);
            assertThat(read(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
            byte[] wrong = latin1("x".repeat(8192 - shift) + "\u00e9\u00ff" + "y".repeat(9000));
            assertThat(read(wrong))
                    .isEqualTo("x".repeat(8192 - shift) + "\ufffd\ufffd" + "y".repeat(9000));
        }
    }

    @Test
    void anythingBecomesTextThatEncodesToItself() throws IOException {
        var random = new Random(3);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            var out = new ByteArrayOutputStream();
            try (Utf8Stream in = of(bytes)) {
                byte[] piece = new byte[1 + random.nextInt(5)];
                for (int count; (count = in.read(piece)) >= 0; ) out.write(piece, 0, count);
            }
            assertThat(out.toByteArray().length).isGreaterThanOrEqualTo(bytes.length);
            assertThat(read(out.toByteArray())).isEqualTo(out.toString(StandardCharsets.UTF_8));
        }
    }

    @Test
    void offsetsAreThoseOfTheFile() throws IOException {
        Utf8Stream in = of(latin1("a\u00ffb\u00ffc"));
        in.readAllBytes();
        assertThat(in.offsetInFile(0)).isEqualTo(0);
        assertThat(in.offsetInFile(1)).as("the first replacement").isEqualTo(1);
        assertThat(in.offsetInFile(4)).as("b").isEqualTo(2);
        assertThat(in.offsetInFile(5)).as("the second replacement").isEqualTo(3);
        assertThat(in.offsetInFile(8)).as("c").isEqualTo(4);
        var log = new ReadReport.Log();
        in.note(log, "run.json");
        assertThat(log.report().entries())
                .containsExactly(
                        new ReadReport.Entry(
                                "invalid UTF-8 bytes are replaced by \ufffd",
                                2,
                                "run.json at byte 1",
                                false));
    }
}
