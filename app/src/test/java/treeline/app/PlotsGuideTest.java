package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.guide.GuideFolder;
import treeline.formats.Formats;
import treeline.testkit.Recordings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Draws every picture of the guides' plots again and compares it with the file that the page
/// shows. `-Dtreeline.plots.write=true` writes the files instead, to be looked at.
class PlotsGuideTest {
    private static final Path GUIDES = Path.of("../docs/guide");
    private static final List<String> PAGES = List.of("plots.md", "models.md", "archive.md");
    private static final Path PICTURES = Path.of("../docs/guide/pictures/plots");
    private static final Pattern COMMAND =
            Pattern.compile(
                    "```\n\\$ treeline (plot [^\n]* -o (\\S+\\.svg))\n```\n!\\[[^\\]]+\\]"
                            + "\\(pictures/plots/(\\S+)\\)");
    private static final Pattern CSV =
            Pattern.compile("`(\\S+\\.csv)`:\n\n```csv\n(.*?)```", Pattern.DOTALL);

    /// Logarithms differ in their last bit between processors, and so do rounded coordinates.
    private static final double LAST_DIGIT = 0.011;

    private static final Pattern NUMBER = Pattern.compile("\\d+\\.\\d+");

    private static final boolean WRITE = Boolean.getBoolean("treeline.plots.write");

    @TestFactory
    Stream<DynamicTest> thePicturesAreThoseOfTheCommands(@TempDir Path folder) throws IOException {
        for (String example : Recordings.EXAMPLES) Recordings.database(example, folder);
        Recordings.scaling(Files.createDirectories(folder.resolve("scaling")));
        GuideFolder.historiesIn(folder);
        List<DynamicTest> tests = new ArrayList<>();
        Set<String> pictures = new TreeSet<>();
        for (String page : PAGES) {
            String guide = Files.readString(GUIDES.resolve(page));
            for (MatchResult csv : CSV.matcher(guide).results().toList())
                Files.writeString(folder.resolve(csv.group(1)), csv.group(2));
            List<MatchResult> commands = COMMAND.matcher(guide).results().toList();
            assertThat(commands).as(page).isNotEmpty();
            assertThat(guide.split("\\$ treeline plot ")).as(page).hasSize(commands.size() + 1);
            for (MatchResult each : commands) {
                assertThat(each.group(2)).isEqualTo(each.group(3));
                pictures.add(each.group(3));
                tests.add(
                        DynamicTest.dynamicTest(
                                page + ": " + each.group(1),
                                () -> check(folder, each.group(1), each.group(3))));
            }
        }
        tests.add(DynamicTest.dynamicTest("no other picture", () -> noOther(pictures)));
        return tests.stream();
    }

    private static void check(Path folder, String line, String picture) throws IOException {
        String[] words = GuideLine.words(line, folder);
        Session.Answer answer = new Session(Formats.all(), Session.PLAIN).run(words);
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        String drawn = Files.readString(folder.resolve(picture));
        if (WRITE) Files.writeString(Files.createDirectories(PICTURES).resolve(picture), drawn);
        String stored = Files.readString(PICTURES.resolve(picture));
        assertThat(NUMBER.splitAsStream(drawn))
                .containsExactlyElementsOf(List.of(NUMBER.split(stored)));
        double[] numbers = numbers(stored);
        assertThat(numbers(drawn)).containsExactly(numbers, within(LAST_DIGIT));
    }

    private static double[] numbers(String svg) {
        return NUMBER.matcher(svg)
                .results()
                .mapToDouble(each -> Double.parseDouble(each.group()))
                .toArray();
    }

    private static void noOther(Set<String> pictures) throws IOException {
        try (Stream<Path> files = Files.list(PICTURES)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(pictures);
        }
    }
}
