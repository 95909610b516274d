package treeline.formats.collapsed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CollapsedTest {
    private static final Metric OWN = new Metric("samples", Unit.COUNT, Scope.EXCLUSIVE);
    private static final Metric ALL = new Metric("samples", Unit.COUNT, Scope.INCLUSIVE);
    private static final String SIMPLE = "a;b;c 1\na;b;c 1\na;b;d 4\na;b;c 3\na;b 5\n";

    @TempDir Path folder;
    private String report = "";

    @Test
    void equalStacksAreAddedUp() throws IOException {
        Profile profile = read(SIMPLE);
        assertThat(profile.tree().size()).isEqualTo(4);
        assertThat(at(profile, OWN, "a", "b", "c")).isEqualTo(5);
        assertThat(at(profile, OWN, "a", "b")).isEqualTo(5);
        assertThat(at(profile, ALL, "a")).isEqualTo(14);
        assertThat(report).isEmpty();
    }

    @Test
    void aStackThatBeginsAsTheOneBeforeIsItsOwn() throws IOException {
        Profile profile = read("a;b 1\na;bb 2\na 4\nab;b 8\na;b;c 16\na;b 32\n");
        assertThat(at(profile, OWN, "a", "b")).isEqualTo(33);
        assertThat(at(profile, OWN, "a", "bb")).isEqualTo(2);
        assertThat(at(profile, OWN, "a")).isEqualTo(4);
        assertThat(at(profile, OWN, "ab", "b")).isEqualTo(8);
        assertThat(at(profile, OWN, "a", "b", "c")).isEqualTo(16);
    }

    @Test
    void framesMayHoldSpacesAndCountsMayBeFractions() throws IOException {
        Profile profile = read("main;operator new (unsigned long) 0.5\nmain;;x 2\nmain; 7\n");
        assertThat(at(profile, OWN, "main", "operator new (unsigned long)")).isEqualTo(0.5);
        assertThat(at(profile, OWN, "main", "unnamed", "x")).isEqualTo(2);
        assertThat(at(profile, OWN, "main", "unnamed")).isEqualTo(7);
    }

    @Test
    void linesEndAsEverywhereAndMayBeUtf16() throws IOException {
        for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16)) {
            Profile profile =
                    read(SIMPLE.replace("\n", "\r\n").replace("c", "\u00e9\ud83d\ude00"), charset);
            assertThat(at(profile, OWN, "a", "b", "\u00e9\ud83d\ude00")).isEqualTo(5);
        }
    }

    @Test
    void firstFramesOfAsyncProfilerAreThreads() throws IOException {
        Profile profile = read("[main tid=20];run 4\n[GC Thread#0 tid=9];run 2\n");
        assertThat(profile.contexts())
                .containsExactly(
                        Context.ofThread(Context.NONE, 0), Context.ofThread(Context.NONE, 1));
        assertThat(profile.outline().contextLabel("thread", 0)).isEqualTo("GC Thread#0");
        assertThat(profile.outline().contextLabel("tid", 1)).isEqualTo("20");
        assertThat(profile.column(OWN).at(0, 0)).isEqualTo(2);
        assertThat(profile.column(OWN).at(1, 0)).isEqualTo(4);
    }

    @Test
    void processesOfPerfAreRanks() throws IOException {
        Profile profile = read("sim-100/100;main 4\nsim-100/101;main 2\nsim-99/99;main 1\n");
        assertThat(profile.contexts())
                .containsExactly(
                        Context.ofThread(0, 0), Context.ofThread(1, 0), Context.ofThread(1, 1));
        assertThat(profile.outline().contextLabel("pid", 0)).isEqualTo("99");
    }

    @Test
    void tailsOfFramesSayWhatCodeItIs() throws IOException {
        Profile profile = read("java;run_[j];sys_read_[k] 4\njava;run_[i] 2\n");
        int run = profile.tree().at(List.of("java", "run"));
        assertThat(profile.outline().label("code", run)).isEqualTo("JIT, inlined");
        assertThat(profile.column(OWN).at(0, run)).isEqualTo(2);
        assertThat(profile.tree().frame(run + 1))
                .isEqualTo(new Frame(Frame.Kind.FUNCTION, "sys_read", "", 0, "[kernel]"));
    }

    @Test
    void linesWithoutACountAreLostAndCommentsAreNothing() throws IOException {
        read("# info\n// more\n\na;b 3\nno count\na;b -1\na;b NaN\na;b 1.2.3\n");
        assertThat(report).contains("a line does not end in a count, 4 times (first: line 5)");
    }

    @Test
    void aLastLineWithoutAnEndIsReadAndNoted() throws IOException {
        assertThat(at(read("a;b 12"), OWN, "a", "b")).isEqualTo(12);
        assertThat(report).contains("the last line is not terminated");
    }

    /// A file that ends after a line may be complete: the format has no end mark.
    @Test
    void everyCutWithinALineIsReportedOrRefused() throws IOException {
        String text = "# by cpu\nmain;solve 125\nmain;solve;dot 1.25\nidle 10\n";
        for (int length = 0; length < text.length(); length++) {
            String part = text.substring(0, length);
            try {
                read(part);
            } catch (MalformedProfileException refused) {
                continue;
            }
            if (!part.endsWith("\n")) assertThat(report).as(part).isNotEmpty();
        }
        read(text);
        assertThat(report).isEmpty();
    }

    @Test
    void whatHoldsNoStacksIsRefused() {
        assertRefused("# nothing\n", "expected stacks with counts, such as a;b;c 12, found none");
        assertRefused(
                "a;b 1 2\na;c 3 4\n",
                "expected one count per stack, found two: a comparison of two profiles");
    }

    @Test
    void deepAndWideStacksAreRead() throws IOException {
        Profile deep = read("f;".repeat(200_000) + "g 1\n");
        assertThat(deep.tree().size()).isEqualTo(200_001);
        assertThatThrownBy(() -> read("f;".repeat(600_000) + "g 1\n"))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(
                        "line 1: expected a line of at most 1 MiB, found a longer one");
    }

    @Test
    void otherTextIsNotClaimed() throws IOException {
        for (String text :
                List.of(
                        "for (i = 0; i < 4; i++)\n  x = 1;\n",
                        "main 5\nsolve 6\n",
                        "a;b;1\na;b;2\n",
                        "a;b; 1\na;b; 2\n",
                        "a;b 1\nx\ny\n\n")) {
            Path file = Files.writeString(folder.resolve("other.txt"), text);
            assertThat(new CollapsedFormat().sniff(Input.of(file))).as(text).isEqualTo(Match.NO);
        }
    }

    @Test
    void realFilesAreReadWhole() throws IOException {
        Path data = TestData.require("other/collapsed");
        for (String name :
                List.of(
                        "simple.txt",
                        "simple-crlf.txt",
                        "simple-utf16-be.txt",
                        "simple-utf16-le.txt",
                        "simple-with-invalids.txt"))
            try (ProfileSource source = new CollapsedFormat().open(Input.of(data.resolve(name)))) {
                Profile profile = source.load(Slice.everything());
                assertThat(at(profile, ALL, "a")).as(name).isEqualTo(14);
                assertThat(at(profile, OWN, "a", "b", "c")).as(name).isEqualTo(5);
            }
        Path vertx = data.resolve("perf-vertx-stacks-01-collapsed-all.txt");
        double sum =
                Files.readAllLines(vertx).stream()
                        .mapToDouble(
                                line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                        .sum();
        try (ProfileSource source = new CollapsedFormat().open(Input.of(vertx))) {
            Profile profile = source.load(Slice.everything());
            double all = 0;
            for (int root = 0; root < profile.tree().size(); root = profile.tree().subtreeEnd(root))
                all += profile.column(ALL).at(0, root);
            assertThat(all).isEqualTo(sum);
        }
    }

    private static double at(Profile profile, Metric metric, String... path) {
        return profile.column(metric).at(0, profile.tree().at(List.of(path)));
    }

    private void assertRefused(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(message);
    }

    private Profile read(String text) throws IOException {
        return read(text, StandardCharsets.UTF_8);
    }

    private Profile read(String text, Charset charset) throws IOException {
        Path file = Files.writeString(folder.resolve("stacks.txt"), text, charset);
        try (ProfileSource source = new CollapsedFormat().open(Input.of(file))) {
            report = source.report().entries().toString().replace("[]", "");
            return source.load(Slice.everything());
        }
    }
}
