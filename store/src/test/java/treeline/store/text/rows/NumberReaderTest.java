package treeline.store.text.rows;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

class NumberReaderTest {
    private static byte[] bytes(String text) {
        byte[] bytes = (text + "\n").getBytes(StandardCharsets.US_ASCII);
        return Arrays.copyOf(bytes, bytes.length + NumberReader.SLACK);
    }

    private static double read(Notation notation, String text) {
        var reader = new NumberReader(notation);
        double value = reader.read(bytes(text), 0);
        assertThat(reader.end()).as(text).isEqualTo(text.length());
        return value;
    }

    /// How many characters of a text are a number.
    private static int length(Notation notation, String text) {
        var reader = new NumberReader(notation);
        reader.read(bytes(text), 0);
        return reader.end();
    }

    @Test
    void wholeNumbersDecimalsAndExponents() {
        assertThat(read(Notation.TREELINE, "0")).isEqualTo(0);
        assertThat(read(Notation.TREELINE, "12345678901234567")).isEqualTo(12345678901234568.0);
        assertThat(read(Notation.TREELINE, "0.000032")).isEqualTo(0.000032);
        assertThat(read(Notation.TREELINE, "1.5e3")).isEqualTo(1500);
        assertThat(read(Notation.TREELINE, "1e~400")).isZero();
    }

    @Test
    void digitsThatExceedADoubleAreNoNumber() {
        for (String text : List.of("1e400", "~1e309", "9".repeat(310)))
            assertThat(length(Notation.TREELINE, text)).as(text).isZero();
    }

    @Test
    void inOurDialectTheMinusIsATilde() {
        assertThat(read(Notation.TREELINE, "~1.5e~7")).isEqualTo(-1.5e-7);
        assertThat(Double.doubleToRawLongBits(read(Notation.TREELINE, "~0")))
                .isEqualTo(Double.doubleToRawLongBits(-0.0));
        assertThat(length(Notation.TREELINE, "-1")).isZero();
        assertThat(length(Notation.TREELINE, "+1")).isZero();
        assertThat(length(Notation.TREELINE, "1-2")).isEqualTo(1);
    }

    @Test
    void ourDialectHasWordsForWhatIsNoDecimal() {
        assertThat(read(Notation.TREELINE, "nan")).isNaN();
        assertThat(read(Notation.TREELINE, "inf")).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(read(Notation.TREELINE, "~inf")).isEqualTo(Double.NEGATIVE_INFINITY);
        for (String none : List.of("", "~", "na", "~nan", "in", "NaN", ".5", "e5", "x"))
            assertThat(length(Notation.TREELINE, none)).as(none).isZero();
    }

    @Test
    void tinyProfSignsStandBeforeTheNumberAndItsExponent() {
        assertThat(read(Notation.TINYPROF, "-1.5e-05")).isEqualTo(-1.5e-5);
        assertThat(read(Notation.TINYPROF, "+2E+3")).isEqualTo(2000);
        assertThat(length(Notation.TINYPROF, "0.1-0.2")).isEqualTo(3);
        assertThat(length(Notation.TINYPROF, "1e-05-2")).isEqualTo(5);
        for (String none : List.of("nan", "inf", "~1", "--1", "", "1e", "1e-", "1."))
            assertThat(length(Notation.TINYPROF, none)).as(none).isZero();
    }

    @Test
    void everyDecimalIsTheDoubleThatTheJdkReads() {
        var random = new Random(5);
        for (int i = 0; i < 200_000; i++) {
            String text = decimal(random);
            double value = Double.parseDouble(text);
            if (Double.isInfinite(value))
                assertThat(length(Notation.TINYPROF, text)).as(text).isZero();
            else assertThat(read(Notation.TINYPROF, text)).as(text).isEqualTo(value);
        }
    }

    private static String decimal(Random random) {
        var text = new StringBuilder(random.nextBoolean() ? "" : "-");
        int whole = 1 + random.nextInt(20);
        for (int i = 0; i < whole; i++) text.append(random.nextInt(10));
        int fraction = random.nextInt(22);
        if (fraction > 0) text.append('.');
        for (int i = 0; i < fraction; i++)
            text.append(random.nextInt(3) == 0 ? 0 : random.nextInt(10));
        if (random.nextInt(3) == 0) text.append('e').append(random.nextInt(700) - 350);
        return text.toString();
    }
}
