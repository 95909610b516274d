package treeline.formats.speedscope;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

import treeline.model.Profile;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class SpeedscopeExporterTest {
    @TempDir Path folder;

    @Test
    void everyContextAndMetricIsASampledProfileTheTimeFirst() throws IOException {
        String json =
                speedscope(
                        profileOf(
                                """
                                metric mem B exclusive
                                path        rank0  rank1
                                main            5      -

                                metric time s inclusive
                                path        rank0  rank1
                                main         10.5     12
                                main/work       4      -
                                """));
        assertThat(json)
                .isEqualTo(
                        "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","
                                + "\"exporter\":\"treeline\",\"shared\":{\"frames\":["
                                + "{\"name\":\"main\"},{\"name\":\"work\"}]},\"profiles\":["
                                + sampled("time: rank 0", "seconds", "[0],[0,1]", "6.5,4", "10.5")
                                + ","
                                + sampled("time: rank 1", "seconds", "[0]", "12", "12")
                                + ","
                                + sampled("mem: rank 0", "bytes", "[0]", "5", "5")
                                + "]}");
    }

    private static String sampled(
            String name, String unit, String samples, String weights, String end) {
        return ("{\"type\":\"sampled\",\"name\":\"%s\",\"unit\":\"%s\",\"samples\":[%s],"
                        + "\"weights\":[%s],\"startValue\":0,\"endValue\":%s}")
                .formatted(name, unit, samples, weights, end);
    }

    @Test
    void whatHasNoPlaceIsNamed() {
        assertThat(
                        new SpeedscopeExporter()
                                .leavesOut(
                                        profileOf(
                                                """
                                                metric time s exclusive
                                                path        tag   rank0
                                                main        -      -1.5
                                                main/loop   COMP  1+2+3

                                                metric peak B point
                                                path        rank0
                                                main            5
                                                """)))
                .containsExactly(
                        "point readings (peak)",
                        "iterations: only sums are stored",
                        "values that are negative or infinite",
                        "node labels (tag)",
                        "node kinds (region): all become functions");
    }

    @Test
    void everyProfileIsSoundJson() throws IOException {
        for (int seed = 0; seed < 40; seed++) {
            String text = speedscope(RandomProfiles.of(seed));
            try (JsonParser parser =
                    new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
                @Nullable JsonToken last = null;
                for (JsonToken next = parser.nextToken(); next != null; next = parser.nextToken())
                    last = next;
                assertThat(last).as("seed " + seed).isEqualTo(JsonToken.END_OBJECT);
            }
        }
    }

    private String speedscope(Profile profile) throws IOException {
        Path file = folder.resolve("run.speedscope.json");
        new SpeedscopeExporter().export(profile, file);
        return Files.readString(file);
    }
}
