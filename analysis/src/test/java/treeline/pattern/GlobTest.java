package treeline.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import treeline.testkit.CpuTime;
import treeline.testkit.Patience;

import java.time.Duration;
import java.util.Random;
import java.util.regex.Pattern;

class GlobTest {
    @Test
    void aStarIsAnyTextAndAQuestionMarkOneCharacter() {
        assertThat(Glob.of("MPI_*").matches("MPI_Send")).isTrue();
        assertThat(Glob.of("MPI_*").matches("PMPI_Send")).isFalse();
        assertThat(Glob.of("s?lve").matches("solve")).isTrue();
        assertThat(Glob.of("?").matches("\uD83D\uDE00")).isTrue();
        assertThat(Glob.of("*").matches("")).isTrue();
        assertThat(Glob.of("").matches("x")).isFalse();
        assertThat(Glob.of("a*").matches("a\nb")).isTrue();
        assertThat(Glob.of("papi_*").ignoringCase().matches("PAPI_X")).isTrue();
        assertThat(Glob.of("\u00e4*").ignoringCase().matches("\u00c4b")).isTrue();
    }

    /// Regular expressions take longer than anybody waits.
    @Test
    @Timeout(Patience.TEST_SECONDS)
    void manyStarsTakeNoLongerThanTheirNumber() {
        String many = "a".repeat(20_000);
        assertThat(CpuTime.of(() -> assertManyStars(many))).isLessThan(Duration.ofSeconds(5));
    }

    private static void assertManyStars(String many) {
        assertThat(Glob.of("*a".repeat(50) + "*b").matches(many)).isFalse();
        assertThat(Glob.of("*a".repeat(50)).matches(many)).isTrue();
    }

    @Test
    void patternsMeanWhatTheirRegularExpressionsMean() {
        var random = new Random(22);
        for (int i = 0; i < 20_000; i++) {
            String pattern = text(random, "ab*?", 7);
            String text = text(random, "ab", 9);
            String regex = pattern.replace("*", ".*").replace("?", ".");
            assertThat(Glob.of(pattern).matches(text))
                    .as("%s on %s", pattern, text)
                    .isEqualTo(Pattern.matches(regex, text));
        }
    }

    private static String text(Random random, String letters, int most) {
        var text = new StringBuilder();
        for (int i = random.nextInt(most); i > 0; i--)
            text.append(letters.charAt(random.nextInt(letters.length())));
        return text.toString();
    }
}
