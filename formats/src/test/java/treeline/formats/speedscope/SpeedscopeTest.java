package treeline.formats.speedscope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata.Value;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class SpeedscopeTest {
    static final String EVENTED =
            """
            {"$schema": "https://www.speedscope.app/file-format-schema.json", "exporter": "hand",
             "profiles": [{"type": "evented", "name": "main", "unit": "milliseconds", "startValue": 0, "endValue": 14,
               "events": [{"type": "O", "frame": 0, "at": 0}, {"type": "O", "frame": 1, "at": 2},
                          {"type": "C", "frame": 1, "at": 5}, {"type": "O", "frame": 1, "at": 6},
                          {"type": "C", "frame": 1, "at": 7}, {"type": "C", "frame": 0, "at": 14}]}],
             "shared": {"frames": [{"name": "run"}, {"name": "solve", "file": "s.c", "line": 7, "col": 2}]}}
            """;

    static final String SAMPLED =
            """
            {"$schema": "https://www.speedscope.app/file-format-schema.json", "activeProfileIndex": 0,
             "shared": {"frames": [{"name": "run"}, {"name": "solve"}]},
             "profiles": [
               {"type": "sampled", "name": "one", "unit": "seconds", "startValue": 0, "endValue": 9,
                "samples": [[0, 1], [0], [0, 1], []], "weights": [1, 4, 2.5, 1.5]},
               {"type": "sampled", "name": "two", "unit": "milliseconds", "startValue": 0, "endValue": 9,
                "samples": [[0, 1]], "weights": [500]}]}
            """;

    private static final Unit MS = Unit.of("ms");

    @TempDir Path folder;
    private String report = "";

    @Test
    void timeBetweenEventsBelongsToTheInnermostFrame() throws IOException {
        Profile profile = read(EVENTED);
        assertThat(profile.contexts()).containsExactly(Context.WHOLE);
        assertThat(at(profile, "time", MS, Scope.EXCLUSIVE, 0, "run")).isEqualTo(10);
        assertThat(at(profile, "time", MS, Scope.INCLUSIVE, 0, "run")).isEqualTo(14);
        assertThat(at(profile, "time", MS, Scope.EXCLUSIVE, 0, "run", "solve")).isEqualTo(4);
        assertThat(at(profile, "calls", Unit.COUNT, Scope.EXCLUSIVE, 0, "run", "solve"))
                .isEqualTo(2);
        assertThat(report).isEmpty();
    }

    @Test
    void framesMayStandBehindTheProfiles() throws IOException {
        Profile profile = read(EVENTED);
        assertThat(profile.tree().frame(1))
                .isEqualTo(new Frame(Frame.Kind.FUNCTION, "solve", "s.c", 7, ""));
        assertThat(profile.metadata().get("exporter")).contains(new Value.Text("hand"));
    }

    @Test
    void eachProfileIsAContextAndTimesHaveOneUnit() throws IOException {
        Profile profile = read(SAMPLED);
        assertThat(profile.contexts())
                .containsExactly(
                        Context.ofThread(Context.NONE, 0), Context.ofThread(Context.NONE, 1));
        assertThat(profile.outline().contextLabel("profile", 1)).isEqualTo("two");
        assertThat(at(profile, "time", Unit.SECONDS, Scope.EXCLUSIVE, 0, "run", "solve"))
                .isEqualTo(3.5);
        assertThat(at(profile, "time", Unit.SECONDS, Scope.INCLUSIVE, 0, "run")).isEqualTo(7.5);
        assertThat(at(profile, "time", Unit.SECONDS, Scope.EXCLUSIVE, 0, "(outside regions)"))
                .isEqualTo(1.5);
        assertThat(at(profile, "time", Unit.SECONDS, Scope.EXCLUSIVE, 1, "run", "solve"))
                .isEqualTo(0.5);
        assertThat(at(profile, "samples", Unit.COUNT, Scope.EXCLUSIVE, 0, "run", "solve"))
                .isEqualTo(2);
    }

    @Test
    void bytesAndWeightsWithoutAUnitAreMetricsOfTheirOwn() throws IOException {
        Profile profile =
                read(SAMPLED.replace("\"seconds\"", "\"bytes\"").replace("milliseconds", "none"));
        assertThat(at(profile, "bytes", Unit.BYTES, Scope.EXCLUSIVE, 0, "run")).isEqualTo(4);
        assertThat(at(profile, "weight", Unit.COUNT, Scope.EXCLUSIVE, 1, "run", "solve"))
                .isEqualTo(500);
        read(SAMPLED.replace("milliseconds", "parsecs"));
        assertThat(report).contains("an unknown unit is treated as unitless (first: parsecs)");
    }

    @Test
    void aFrameThatIsNeverClosedLastsUntilTheEnd() throws IOException {
        Profile profile =
                read(EVENTED.replace(", {\"type\": \"C\", \"frame\": 0, \"at\": 14}", ""));
        assertThat(at(profile, "time", MS, Scope.INCLUSIVE, 0, "run")).isEqualTo(14);
        assertThat(report)
                .contains(
                        "a frame without a close event was closed at the end of its profile (first:"
                                + " main)");
    }

    @Test
    void eventsThatDoNotNestAreRefused() {
        assertRefused(
                EVENTED.replace("\"C\", \"frame\": 1, \"at\": 5", "\"C\", \"frame\": 0, \"at\": 5"),
                "expected the innermost open frame 'solve' to close, found 'run'");
        assertRefused(
                EVENTED.replace("\"at\": 5", "\"at\": 1"),
                "expected a time from 2.0 on, found 1.0");
        assertRefused(
                EVENTED.replace("\"at\": 5", "\"at\": NaN"),
                "expected a time from 2.0 on, found NaN");
        assertRefused(
                EVENTED.replace("\"O\", \"frame\": 0", "\"C\", \"frame\": 0"),
                "expected an open frame to close, found none");
        assertRefused(
                EVENTED.replace("\"frame\": 1", "\"frame\": 9"),
                "expected one of 2 frames, found number 9");
        assertRefused(
                EVENTED.replace("\"O\"", "\"Q\""), "expected an event of type O or C, found 'Q'");
        assertRefused(
                EVENTED.replace("\"evented\"", "\"odd\""),
                "expected a profile of type evented or sampled, found 'odd'");
    }

    @Test
    void samplesNeedWeightsAndFilesProfiles() {
        assertRefused(
                SAMPLED.replace("[1, 4, 2.5, 1.5]", "[1, 4]"),
                "expected as many weights as samples (4), found 2");
        assertRefused(
                "{\"shared\": {\"frames\": []}, \"profiles\": []}",
                "expected profiles, found none");
        assertRefused(
                EVENTED.replace("\"events\"", "\"event\""),
                "expected a profile with events or samples, found neither");
        assertRefused("[]", "at byte 0: expected the file as an object, found an array");
    }

    @Test
    void deepStacksAreRead() throws IOException {
        String deep = "0,".repeat(200_000) + "1";
        Profile profile = read(SAMPLED.replace("[[0, 1]]", "[[" + deep + "]]"));
        assertThat(profile.tree().size()).isGreaterThan(200_000);
    }

    @Test
    void otherJsonIsNotClaimed() throws IOException {
        for (String text :
                List.of(
                        "{\"profiles\": []}",
                        "{\"$schema\": \"x\", \"frames\": []}",
                        "[{\"shared\": 1, \"profiles\": 2}]"))
            assertThat(sniffed(text)).as(text).isEqualTo(Match.NO);
        assertThat(sniffed(EVENTED)).isEqualTo(Match.CERTAIN);
    }

    @Test
    void realFilesAreReadOrRefused() throws IOException {
        Path data = TestData.require("other/speedscope");
        for (String name :
                List.of("simple.speedscope.json", "simple-no-pretty-print.speedscope.json")) {
            Profile profile = read(Files.readString(data.resolve(name)));
            assertThat(at(profile, "weight", Unit.COUNT, Scope.EXCLUSIVE, 0, "a", "b", "c"))
                    .isEqualTo(5);
            assertThat(at(profile, "weight", Unit.COUNT, Scope.INCLUSIVE, 0, "a")).isEqualTo(14);
        }
        Profile two = read(Files.readString(data.resolve("two-sampled.speedscope.json")));
        assertThat(at(two, "time", Unit.SECONDS, Scope.EXCLUSIVE, 1, "a", "b", "d")).isEqualTo(4);
        String bad = Files.readString(data.resolve("out-of-order-events.json"));
        assertRefused(bad, "expected the innermost open frame 'A' to close, found 'B'");
        read(Files.readString(data.resolve("incomplete-trace.json")));
        assertThat(report).contains("a frame without a close event");
    }

    private static double at(
            Profile profile, String metric, Unit unit, Scope scope, int context, String... path) {
        int node = profile.tree().at(List.of(path));
        return profile.column(new Metric(metric, unit, scope)).at(context, node);
    }

    private Match sniffed(String text) throws IOException {
        return new SpeedscopeFormat().sniff(Input.of(Files.writeString(folder.resolve("x"), text)));
    }

    private void assertRefused(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(message);
    }

    private Profile read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), text);
        try (ProfileSource source = new SpeedscopeFormat().open(Input.of(file))) {
            report = source.report().entries().toString().replace("[]", "");
            return source.load(Slice.everything());
        }
    }
}
