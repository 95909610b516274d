package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import treeline.app.Session;

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

/// Draws every picture of the gallery again, in the folder that `treeline demo` wrote, and compares
/// it with the file that the page shows. `-Dtreeline.plots.write=true` writes the files instead, to
/// be looked at.
class GalleryTest {
    private static final Path DOCS = GuidePage.ROOT.resolve("docs");
    private static final Path PICTURES = DOCS.resolve("pictures/plots");
    private static final Pattern COMMAND =
            Pattern.compile(
                    "```sh\n(treeline plot [^\n]* -o (\\S+\\.svg))\n```\n!\\[[^\\]]+\\]"
                            + "\\(pictures/plots/(\\S+)\\)");

    /// Logarithms differ in their last bit between processors, and so do rounded coordinates.
    private static final double LAST_DIGIT = 0.011;

    private static final Pattern NUMBER = Pattern.compile("\\d+\\.\\d+");

    private static final boolean WRITE = Boolean.getBoolean("treeline.plots.write");

    @TestFactory
    Stream<DynamicTest> thePicturesAreThoseOfTheCommands() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        Set<String> pictures = new TreeSet<>();
        String page = Files.readString(DOCS.resolve("gallery.md"));
        List<MatchResult> commands = COMMAND.matcher(page).results().toList();
        assertThat(page.split("treeline plot ")).hasSize(commands.size() + 1);
        for (MatchResult each : commands) {
            assertThat(each.group(2)).isEqualTo(each.group(3));
            assertThat(pictures.add(each.group(3))).isTrue();
            tests.add(
                    DynamicTest.dynamicTest(
                            each.group(1), () -> check(each.group(1), each.group(3))));
        }
        tests.add(DynamicTest.dynamicTest("no other picture", () -> noOther(pictures)));
        return tests.stream();
    }

    private static void check(String line, String picture) throws Exception {
        GuideFolder folder = GuideFolder.shared();
        Session.Answer answer = folder.script(line);
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        String drawn = Files.readString(folder.path().resolve(picture));
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
