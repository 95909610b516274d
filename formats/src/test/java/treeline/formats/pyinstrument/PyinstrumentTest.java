package treeline.formats.pyinstrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.oracle.HatchetOracle;
import treeline.model.Frame;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
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

class PyinstrumentTest {
    static final String SESSION =
            """
            {"start_time": 1601984370.5, "duration": 0.75, "sample_count": 432, "program": "run.py",
             "root_frame": {
               "function": "<module>", "file_path_short": "run.py", "file_path": "jobs/run.py", "line_no": 1,
               "time": 0.7, "is_application_code": true,
               "children": [
                 {"function": "read", "file_path": "io.py", "line_no": 9, "time": 0.25, "is_application_code": false, "children": []},
                 {"function": "read", "file_path": "io.py", "line_no": 9, "time": 0.125, "children": []}
               ]}}
            """;

    private static final Metric ALL = new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE);
    private static final Metric OWN = new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE);

    @TempDir Path folder;

    @Test
    void exclusiveTimeIsWhatTheChildrenDoNotHave() throws IOException {
        Profile profile = read(SESSION);
        assertThat(profile.column(ALL).at(0, 0)).isEqualTo(0.7);
        assertThat(profile.column(OWN).at(0, 0)).isEqualTo(0.7 - 0.375);
        assertThat(profile.column(ALL).at(0, 1)).as("equal siblings are one node").isEqualTo(0.375);
    }

    @Test
    void framesKnowTheirFileAndWhoseCodeTheyAre() throws IOException {
        Profile profile = read(SESSION);
        assertThat(profile.tree().frame(0))
                .isEqualTo(new Frame(Frame.Kind.FUNCTION, "<module>", "jobs/run.py", 1, ""));
        assertThat(profile.outline().label("application", 0)).isEqualTo("true");
        assertThat(profile.outline().label("application", 1)).isEqualTo("false");
    }

    @Test
    void factsBesideTheRootFrameAreTheRuns() throws IOException {
        Profile profile = read(SESSION);
        assertThat(profile.metadata().get("sample_count")).contains(new Value.Whole(432));
        assertThat(profile.metadata().get("duration")).contains(new Value.Real(0.75));
        assertThat(profile.metadata().get("program")).contains(new Value.Text("run.py"));
    }

    @Test
    void aSessionWithoutSamplesIsRefused() throws IOException {
        assertRefused("{\"duration\": 1}", "expected a root_frame, found none");
        assertRefused("{\"root_frame\": null}", "expected a root_frame, found none");
        assertRefused("[]", "at byte 0: expected the session as an object, found an array");
        assertRefused(
                SESSION.replace("0.25", "\"x\""), "expected a time as a number, found a text");
        assertRefused(
                SESSION.replace("\"line_no\": 9", "\"line_no\": -9"),
                "expected a line from 0 to 2147483647, found -9");
        Path file = Files.writeString(folder.resolve("x.json"), "{\"root_frame\": null}");
        assertThat(new PyinstrumentFormat().sniff(Input.of(file))).isEqualTo(Match.PLAUSIBLE);
    }

    @Test
    void valuesEqualHatchets() throws IOException {
        HatchetOracle oracle = HatchetOracle.of("pyinstrument-hatchet-json");
        Path file =
                TestData.require(
                        "hatchet/pyinstrument-hatchet-json/pyinstrument-hatchet-profile.json");
        Profile profile = read(Files.readString(file));
        oracle.compareSize(profile.tree());
        oracle.compareByPath(profile, ALL, "time (inc)", node -> !oracle.isRepeated(node));
        oracle.compareByPath(profile, OWN, "time", node -> !oracle.isRepeated(node));
        oracle.done();
    }

    private void assertRefused(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(message);
    }

    private Profile read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), text);
        try (ProfileSource source = new PyinstrumentFormat().open(Input.of(file))) {
            return source.load(Slice.everything());
        }
    }
}
