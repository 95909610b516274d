package treeline.formats.thicket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.formats.WrittenCells;
import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

class ThicketExporterTest {
    private static final WrittenCells CELLS = new WrittenCells(frame -> frame, _ -> Context.WHOLE);

    @TempDir Path folder;

    @Test
    void oneRunIsAnEnsembleOfOneThatIsCalledAsTheFile() throws IOException {
        Profile profile =
                profileOf(
                                """
                                metric time s exclusive
                                path        tag   whole
                                main        -         1
                                main/work   COMP      2
                                """)
                        .withMetadata(
                                Metadata.of(
                                        Map.of(
                                                "compiler", new Value.Text("g\"cc"),
                                                "size", new Value.Whole(3))));
        Path file = folder.resolve("mine.thicket.json");
        new ThicketExporter().export(profile, file);
        ThicketFile.Run run = ThicketFile.open(file).runs().getFirst();
        assertThat(run.name()).isEqualTo("mine");
        assertThat(run.profile().metadata()).isEqualTo(profile.metadata());
        assertThat(Files.readString(file))
                .contains("\"time\":1.0,\"time (inc)\":3.0,\"name\":\"main\"")
                .contains(
                        "\"inclusive_metrics\":[\"time (inc)\"],\"exclusive_metrics\":[\"time\"]");
        assertThat(new ThicketExporter().leavesOut(profile)).containsExactly("units (time)");
    }

    @Test
    void everyRandomProfileOfOneContextComesBack() throws IOException {
        for (int seed = 0; seed < 40; seed++) {
            Profile one =
                    Slice.everything().withContexts(Selection.of(0)).of(RandomProfiles.of(seed));
            Path file = folder.resolve("run.thicket.json");
            new ThicketExporter().export(one, file);
            assertThat(Formats.all().formatOf(Input.of(file)).name()).isEqualTo("thicket");
            try (ProfileSource source = Formats.all().open(file.toString())) {
                Profile again = source.load(Slice.everything());
                assertThat(again.tree()).as("seed %d", seed).isEqualTo(one.tree());
                if (one.values().values() > 0)
                    assertThat(CELLS.differences(one, again)).as("seed %d", seed).isEmpty();
            }
        }
    }

    @Test
    void severalRanksAreNotGuessed() {
        assertThatThrownBy(
                        () ->
                                new ThicketExporter()
                                        .export(
                                                profileOf("path rank0 rank1\nmain 1 2"),
                                                folder.resolve("x.json")))
                .hasMessage("thicket stores one value per node, but the profile has 2 contexts");
    }
}
