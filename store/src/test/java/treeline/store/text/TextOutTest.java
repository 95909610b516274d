package treeline.store.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;

class TextOutTest {
    private static String written(double... values) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new TextOut(bytes)) {
            for (double value : values) out.number(value).put((byte) ' ');
        }
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }

    @Test
    void wholeNumbersHaveNoPoint() throws IOException {
        assertThat(written(0, 7, -7, 1e15, 9007199254740991.0))
                .isEqualTo("0 7 ~7 1000000000000000 9007199254740991");
    }

    @Test
    void shortDecimalsStandAsPeopleWriteThem() throws IOException {
        assertThat(written(0.5, 0.000123456, -12.75, 123456.789, 1e-9, 1234567890.125, 0.1 + 0.2))
                .isEqualTo(
                        "0.5 0.000123456 ~12.75 123456.789 0.000000001 1234567890.125"
                                + " 0.30000000000000004");
    }

    @Test
    void theRestHasAnExponentWithATilde() throws IOException {
        assertThat(written(1e-10, -1.5e-12, 1e300, Double.MIN_VALUE, 0x1p53))
                .isEqualTo("1e~10 ~1.5e~12 1e300 4.9e~324 9.007199254740992e15");
    }

    @Test
    void whatIsNotFiniteIsAWord() throws IOException {
        assertThat(written(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0))
                .isEqualTo("nan inf ~inf ~0");
    }

    @Test
    void everyNumberIsShortAndReadsBackTheSame() throws IOException {
        var random = new Random(3);
        double[] values = new double[100_000];
        for (int i = 0; i < values.length; i++)
            values[i] =
                    switch (i % 4) {
                        case 0 -> Double.longBitsToDouble(random.nextLong() >>> 2);
                        case 1 -> random.nextInt() / 1e6;
                        case 2 -> random.nextLong() / 1e9;
                        default -> random.nextGaussian();
                    };
        String[] texts = written(values).replace('~', '-').split(" ");
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < values.length; i++)
            if (Double.parseDouble(texts[i]) != values[i]
                    || digits(texts[i]) > digits(Double.toString(values[i]))) wrong.add(texts[i]);
        assertThat(wrong).isEmpty();
    }

    private static long digits(String number) {
        String mantissa = number.replaceFirst("[eE].*", "").replace(".", "").replace("-", "");
        return mantissa.replaceFirst("^0+", "").replaceFirst("0+$", "").length();
    }

    /// The buffer holds 65,536 bytes.
    @Test
    void nothingIsLostWhereTheBufferIsFull() throws IOException {
        for (int before = 65_500; before <= 65_540; before++) {
            var bytes = new ByteArrayOutputStream();
            try (var out = new TextOut(bytes)) {
                out.put((byte) 'x', before).whole(1234567890123456789L).put("y".repeat(70_000));
            }
            assertThat(bytes.toString(StandardCharsets.UTF_8))
                    .isEqualTo("x".repeat(before) + "1234567890123456789" + "y".repeat(70_000));
        }
    }

    @Test
    void theChecksumIsOverAllThatWasWritten() throws IOException {
        var bytes = new ByteArrayOutputStream();
        String checksum;
        try (var out = new TextOut(bytes)) {
            for (int i = 0; i < 20_000; i++) out.number(i).put("é");
            checksum = out.checksum();
        }
        var expected = new CRC32C();
        expected.update(bytes.toByteArray());
        assertThat(checksum).isEqualTo("%08x".formatted(expected.getValue()));
    }
}
