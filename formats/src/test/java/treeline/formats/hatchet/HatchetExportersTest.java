package treeline.formats.hatchet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.formats.WrittenCells;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.ProfileExporter;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.testkit.RandomContexts;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/// The two forms of Hatchet that are written.
class HatchetExportersTest {
    private static final ProfileExporter GRAPH = new HatchetExporter();
    private static final ProfileExporter LITERAL = new HatchetLiteralExporter();
    private static final WrittenCells CELLS =
            new WrittenCells(frame -> frame, UnaryOperator.identity());
    private static final WrittenCells WHOLE = new WrittenCells(frame -> frame, _ -> Context.WHOLE);

    @TempDir Path folder;

    @Test
    void theGraphHasATableByNodeAndRankInBothScopes() throws IOException {
        assertThat(
                        text(
                                GRAPH,
                                profileOf(
                                        """
                                        metric time s inclusive
                                        path        tag   rank0  rank1
                                        main        -         4      2
                                        main/work   COMP      -    1.5
                                        """)))
                .isEqualTo(
                        "{\"graph\":[{\"0\":{\"data\":{\"type\":\"region\",\"name\":\"main\"},"
                                + "\"children\":[1],\"parents\":[]},"
                                + "\"1\":{\"data\":{\"type\":\"region\",\"name\":\"work\"},"
                                + "\"children\":[],\"parents\":[0]}}],"
                                + "\"dataframe_indices\":[\"node\",\"rank\"],\"dataframe\":["
                                + row(0, 0, "\"time\":4.0,\"time (inc)\":4.0,\"tag\":\"\"", "main")
                                + ","
                                + row(0, 1, "\"time\":0.5,\"time (inc)\":2.0,\"tag\":\"\"", "main")
                                + ","
                                + row(
                                        1,
                                        1,
                                        "\"time\":1.5,\"time (inc)\":1.5,\"tag\":\"COMP\"",
                                        "work")
                                + ","
                                + row(1, 0, "\"tag\":\"COMP\"", "work")
                                + "],\"inclusive_metrics\":[\"time (inc)\"],"
                                + "\"exclusive_metrics\":[\"time\"]}");
    }

    private static String row(int node, int rank, String values, String name) {
        return "{\"node\":%d,\"rank\":%d,%s,\"name\":\"%s\"}".formatted(node, rank, values, name);
    }

    @Test
    void theLiteralNestsNodesAndNamesEveryMetricEverywhere() throws IOException {
        assertThat(
                        text(
                                LITERAL,
                                profileOf(
                                        """
                                        metric time s exclusive
                                        path        rank0
                                        main            1
                                        main/a          2
                                        main/b          -
                                        """)))
                .isEqualTo(
                        "[{\"frame\":{\"type\":\"region\",\"name\":\"main\"},"
                                + "\"metrics\":{\"time\":1.0,\"time (inc)\":3.0},\"children\":["
                                + "{\"frame\":{\"type\":\"region\",\"name\":\"a\"},"
                                + "\"metrics\":{\"time\":2.0,\"time (inc)\":2.0},\"children\":[]},"
                                + "{\"frame\":{\"type\":\"region\",\"name\":\"b\"},"
                                + "\"metrics\":{\"time\":null,\"time (inc)\":null},\"children\":[]}"
                                + "]}]");
    }

    @Test
    void aLiteralOfSeveralRanksIsNotGuessed() {
        assertThatThrownBy(() -> text(LITERAL, profileOf("path rank0 rank1\nmain 1 2")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "hatchet-literal stores one value per node, but the profile has 2"
                                + " contexts");
    }

    @Test
    void everyRandomProfileComesBack() throws IOException {
        for (int seed = 0; seed < 40; seed++)
            for (Profile profile : List.of(RandomProfiles.of(seed), RandomContexts.of(seed))) {
                Profile again = written(GRAPH, profile);
                assertThat(again.tree()).as("seed %d", seed).isEqualTo(profile.tree());
                assertThat(again.labels()).as("seed %d", seed).hasSameSizeAs(profile.labels());
                assertThat(again.contexts()).as("seed %d", seed).isEqualTo(profile.contexts());
                assertThat(CELLS.differences(profile, again)).as("seed %d", seed).isEmpty();
            }
    }

    @Test
    void everyRandomProfileOfOneContextComesBackFromTheLiteral() throws IOException {
        for (int seed = 0; seed < 40; seed++) {
            Profile one = ofFirstContext(RandomProfiles.of(seed));
            if (one.values().values() == 0) continue;
            Profile again = written(LITERAL, one);
            assertThat(again.tree()).as("seed %d", seed).isEqualTo(one.tree());
            if (one.metrics().stream().allMatch(Metric::addsUp))
                assertThat(WHOLE.differences(one, again)).as("seed %d", seed).isEmpty();
        }
    }

    private static Profile ofFirstContext(Profile profile) {
        return Slice.everything().withContexts(Selection.of(0)).of(profile);
    }

    @Test
    void aDeepTreeIsWritten() throws IOException {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int at = ProfileBuilder.ROOT;
        for (int depth = 0; depth < 5000; depth++) at = builder.child(at, Frame.region("f"));
        builder.add(metric, builder.context(Context.WHOLE), at, 1);
        for (ProfileExporter exporter : List.of(GRAPH, LITERAL))
            assertThat(written(exporter, builder.build()).tree()).isEqualTo(builder.build().tree());
    }

    @Test
    void namesThatMeanSomethingElseAreChangedAndNamed() throws IOException {
        var builder = new ProfileBuilder();
        int node = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        int context = builder.context(Context.WHOLE);
        for (String name : List.of("rank", "name", "x (inc)"))
            builder.add(
                    builder.metric(new Metric(name, Unit.COUNT, Metric.Scope.EXCLUSIVE)),
                    context,
                    node,
                    1);
        for (ProfileExporter exporter : List.of(GRAPH, LITERAL)) {
            assertThat(exporter.leavesOut(builder.build()))
                    .containsExactly("the original column names (rank, name, x (inc))");
            assertThat(written(exporter, builder.build()).metrics())
                    .extracting(Metric::toString)
                    .containsExactlyInAnyOrder(
                            "rank_:exclusive",
                            "rank:inclusive",
                            "name_:exclusive",
                            "name:inclusive",
                            "x (inc)_:exclusive",
                            "x (inc):inclusive");
        }
    }

    @Test
    void whatHasNoPlaceIsNamed() {
        Profile profile =
                profileOf(
                        """
                        metric time s exclusive
                        path        tag   rank0
                        main        COMP  1+2+3

                        metric peak B point
                        path        rank0
                        main            5
                        """);
        assertThat(GRAPH.leavesOut(profile))
                .containsExactly("iterations: only sums are stored", "units (time, peak)");
        assertThat(LITERAL.leavesOut(profile))
                .containsExactly(
                        "iterations: only sums are stored",
                        "units (time, peak)",
                        "the distinction between point readings and additive metrics (peak)",
                        "node labels (tag)");
    }

    private String text(ProfileExporter exporter, Profile profile) throws IOException {
        return Files.readString(file(exporter, profile));
    }

    private Path file(ProfileExporter exporter, Profile profile) throws IOException {
        Path file = folder.resolve("run" + exporter.extension());
        exporter.export(profile, file);
        return file;
    }

    private Profile written(ProfileExporter exporter, Profile profile) throws IOException {
        Path file = file(exporter, profile);
        try (ProfileSource source = Formats.all().open(file.toString())) {
            Profile read = source.load(Slice.everything());
            assertThat(source.report().entries().stream().filter(ReadReport.Entry::lossy))
                    .isEmpty();
            return read;
        }
    }
}
