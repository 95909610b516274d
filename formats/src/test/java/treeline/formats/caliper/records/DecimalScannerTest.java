package treeline.formats.caliper.records;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;

class DecimalScannerTest {
    private final DecimalScanner scanner = new DecimalScanner();

    @Test
    void everyNumberIsRoundedAsTheJdkRoundsIt() {
        for (String text :
                List.of(
                        "0",
                        "-0",
                        "0.0",
                        "-0.000000",
                        "7",
                        "+7",
                        "-12.5",
                        "3.0638e-05",
                        "1E10",
                        "0.1",
                        "1.7976931348623157e308",
                        "4.9e-324",
                        "9007199254740993",
                        "123456789012345678901234567890",
                        "0.000000000000000000000000000001",
                        "8048674840",
                        "1689710928.976060",
                        "00012.50",
                        "5."))
            assertThat(scanned(text)).as(text).isEqualTo(Double.parseDouble(text));
    }

    @Test
    void digitsThatExceedADoubleAreNoNumber() {
        for (String text : List.of("1e400", "-1e309", "9".repeat(310)))
            assertThat(
                            new DecimalScanner()
                                    .scan((text + ",").getBytes(StandardCharsets.US_ASCII), 0))
                    .as(text)
                    .isEqualTo(-1);
    }

    @Test
    void randomNumbersOfAllSizesAreExact() {
        var random = new Random(3);
        for (int i = 0; i < 200_000; i++) {
            String text = randomNumber(random);
            assertThat(Double.doubleToRawLongBits(scanned(text)))
                    .as(text)
                    .isEqualTo(Double.doubleToRawLongBits(Double.parseDouble(text)));
        }
    }

    private static String randomNumber(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> Long.toString(random.nextLong() >> random.nextInt(64));
            case 1 ->
                    String.format(
                            Locale.ROOT,
                            "%.6f",
                            random.nextGaussian() * Math.pow(10, random.nextInt(9)));
            case 2 ->
                    Double.toString(Double.longBitsToDouble(random.nextLong()))
                            .replace("NaN", "0")
                            .replace("Infinity", "1");
            default -> "%d.%d".formatted(random.nextInt(), random.nextLong() >>> 1);
        };
    }

    @Test
    void whatCPrintsForNoNumbersIsRead() {
        assertThat(scanned("inf")).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(scanned("-inf")).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(scanned("Infinity")).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(scanned("nan")).isNaN();
        assertThat(scanned("-nan")).isNaN();
    }

    @Test
    void whatIsNoNumberIsNone() {
        for (String text : List.of("", "-", ".", "e5", "1e", "1e+", "abc", "=5"))
            assertThat(scanner.scan(bytes(text), 0)).as(text).isEqualTo(-1);
    }

    @Test
    void theNumberEndsBeforeTheFirstSignThatIsNotPartOfIt() {
        assertThat(scanner.scan(bytes("12.5=7"), 0)).isEqualTo(4);
        assertThat(scanner.scan(bytes("12.5=7"), 5)).isEqualTo(6);
    }

    private double scanned(String text) {
        assertThat(scanner.scan(bytes(text), 0)).as(text).isEqualTo(text.length());
        return scanner.value();
    }

    private static byte[] bytes(String text) {
        return (text + "\0").getBytes(StandardCharsets.US_ASCII);
    }
}
