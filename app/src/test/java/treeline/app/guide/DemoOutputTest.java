package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import treeline.app.Session;
import treeline.app.demo.DemoStudy;
import treeline.formats.Formats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Output and figures of the pages about many runs and large runs, compared to the last digit. The
/// demo simulates their clocks, so every machine prints the same. `-Dtreeline.plots.write=true`
/// writes the figures instead.
class DemoOutputTest {
    private static final Path DOCS = Path.of("../docs");
    private static final List<String> PAGES =
            List.of(
                    "how-to/compare-many-runs.md",
                    "how-to/keep-a-history.md",
                    "how-to/large-runs.md",
                    "reference/models.md",
                    "reference/query.md");
    private static final Pattern CONSOLE =
            Pattern.compile("```console\n\\$ treeline ([^\n]*)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern FIGURE =
            Pattern.compile(
                    "treeline (plot [^\n]* -o (\\w+\\.svg))\n```\n!\\[[^\\]]+\\]"
                            + "\\(\\.\\./(pictures/demo/\\2)\\)");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final Pattern NUMBER = Pattern.compile("\\d+\\.\\d+");

    /// Logarithms differ in their last bit between processors, and so do rounded coordinates.
    private static final double LAST_DIGIT = 0.011;

    @TempDir static Path folder;

    @BeforeAll
    static void write() throws IOException {
        new DemoStudy(folder, Formats.all().exporter("database")).writeSimulated();
    }

    static Stream<MatchResult> outputs() throws IOException {
        return found(CONSOLE, 11);
    }

    static Stream<MatchResult> figures() throws IOException {
        return found(FIGURE, 2);
    }

    private static Stream<MatchResult> found(Pattern pattern, int count) throws IOException {
        List<MatchResult> found = new ArrayList<>();
        for (String page : PAGES) {
            String text = Files.readString(DOCS.resolve(page));
            found.addAll(pattern.matcher(text).results().toList());
        }
        assertThat(found).hasSize(count);
        return found.stream();
    }

    @ParameterizedTest
    @MethodSource("outputs")
    void commandsPrintWhatThePageShows(MatchResult shown) {
        assertThat(printed(shown.group(1))).isEqualTo(shown.group(2));
    }

    @ParameterizedTest
    @MethodSource("figures")
    void figuresAreThoseOfTheCommands(MatchResult shown) throws IOException {
        printed(shown.group(1));
        String drawn = Files.readString(folder.resolve(shown.group(2)));
        Path file = DOCS.resolve(shown.group(3));
        if (Boolean.getBoolean("treeline.plots.write")) Files.writeString(file, drawn);
        String stored = Files.readString(file);
        assertThat(NUMBER.splitAsStream(drawn))
                .containsExactlyElementsOf(List.of(NUMBER.split(stored)));
        assertThat(numbers(drawn)).containsExactly(numbers(stored), within(LAST_DIGIT));
    }

    private static double[] numbers(String svg) {
        return NUMBER.matcher(svg)
                .results()
                .mapToDouble(each -> Double.parseDouble(each.group()))
                .toArray();
    }

    /// The output of a command in the folder of the demo, which is not the folder of this process.
    private static String printed(String line) {
        String[] words =
                WORD.matcher(line)
                        .results()
                        .map(
                                word ->
                                        word.group(1) == null
                                                ? inFolder(word.group(2))
                                                : word.group(1))
                        .map(word -> word.endsWith(".tldb") ? inFolder(word) : word)
                        .toArray(String[]::new);
        Session.Answer answer = new Session(Formats.all(), Session.PLAIN).run(words);
        assertThat(answer.err()).isEmpty();
        assertThat(answer.exitCode()).isZero();
        return answer.out().replace(folder + "/", "");
    }

    private static String inFolder(String word) {
        boolean isFile = word.endsWith(".svg") || Files.exists(folder.resolve(word));
        return isFile || word.contains("*") ? folder.resolve(word).toString() : word;
    }
}
