package treeline.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import treeline.model.CallTree;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.store.db.DatabaseFormat;
import treeline.store.text.CompactTextFormat;
import treeline.testkit.Recordings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What the recorder wrote of the five examples is still read, and read right.
class RecordedExamplesTest {
    static final List<String> EXAMPLES = Recordings.EXAMPLES;

    @TempDir Path folder;

    private static String drawn(CallTree tree) {
        StringBuilder drawn = new StringBuilder();
        for (int node = 0; node < tree.size(); node++)
            drawn.append("  ".repeat(tree.path(node).size() - 1))
                    .append(tree.name(node))
                    .append('\n');
        return drawn.toString();
    }

    @ParameterizedTest
    @FieldSource("EXAMPLES")
    void aRecordingIsRecognisedAndReadWhole(String example) throws IOException {
        Path file = Recordings.database(example, folder);
        assertThat(Files.size(file)).isLessThan(5_000);
        assertThat(new DatabaseFormat().sniff(Input.of(file))).isEqualTo(Match.CERTAIN);
        try (ProfileSource source = new DatabaseFormat().open(Input.of(file))) {
            source.load(Slice.everything());
            assertThat(source.report().entries()).isEmpty();
        }
    }

    @ParameterizedTest
    @FieldSource("EXAMPLES")
    void aRecordingTellsItsProgramAndItsRanksInTwoRepetitions(String example) {
        Profile profile = Recordings.load(example);
        int ranks = example.equals("figure-two") ? 2 : 4;
        assertThat(profile.metadata().get("program")).contains(new Metadata.Value.Text(example));
        assertThat(profile.metadata().get("ranks")).contains(new Metadata.Value.Whole(ranks));
        assertThat(profile.metadata().get("host")).contains(new Metadata.Value.Text("fixture"));
        assertThat(profile.metadata().get("command")).isEmpty();
        assertThat(profile.contexts()).hasSize(2 * ranks);
        assertThat(profile.metrics().stream().map(Metric::name))
                .containsExactly("time", "calls", "mem");
    }

    @ParameterizedTest
    @FieldSource("EXAMPLES")
    void everyRankSpentItsTimeInMain(String example) {
        Profile profile = Recordings.load(example);
        int main = profile.tree().at("main");
        SparseRows time = profile.column("time").byContext();
        for (int context = 0; context < profile.contexts().size(); context++) {
            double all = time.value(time.find(context, main));
            assertThat(all).isPositive();
            for (int cell = time.start(context); cell < time.end(context); cell++)
                assertThat(time.value(cell)).isBetween(0.0, all);
        }
    }

    @Test
    void theFourierTransformTransposesTwice() {
        assertThat(drawn(Recordings.load("fft").tree()))
                .isEqualTo(
                        """
                        main
                          fill
                          forward
                            rows
                            transpose
                              pack
                              all-to-all
                              unpack
                          inverse
                            rows
                            transpose
                              pack
                              all-to-all
                              unpack
                          check
                        """);
    }

    @Test
    void theClosureHasTwentyRoundsAndItsCheckOnRankZeroAlone() {
        Profile profile = Recordings.load("closure");
        assertThat(drawn(profile.tree()))
                .isEqualTo(
                        """
                        main
                          load
                          join
                          all-to-all
                          deduplicate
                          fixpoint
                          count
                          check
                        """);
        SparseRows time = profile.column("time").byContext();
        int join = profile.tree().at("main/join");
        int check = profile.tree().at("main/check");
        for (int context = 0; context < profile.contexts().size(); context++) {
            assertThat(time.seriesLength(time.find(context, join))).isEqualTo(20);
            assertThat(time.find(context, check) >= 0)
                    .isEqualTo(profile.contexts().get(context).rank() == 0);
        }
    }

    @Test
    void rankZeroOfJacobiHasTwiceTheRows() {
        Profile profile = Recordings.load("jacobi");
        assertThat(drawn(profile.tree()))
                .isEqualTo(
                        """
                        main
                          halo
                          sweep
                          residual
                          check
                        """);
        SparseRows mem = profile.column("mem").byContext();
        int sweep = profile.tree().at("main/sweep");
        for (int context = 0; context < profile.contexts().size(); context++) {
            double[] series = mem.series(mem.find(context, sweep));
            assertThat(series).hasSize(10);
            int rows = (int) (series[0] / (2 * 32 * Double.BYTES));
            if (profile.contexts().get(context).rank() == 0) assertThat(rows).isBetween(12, 13);
            else assertThat(rows).isBetween(6, 7);
        }
    }

    @Test
    void theInputOutputPipelineHasItsFivePhases() {
        assertThat(drawn(Recordings.load("parallel-io").tree()))
                .isEqualTo(
                        """
                        main
                          distribute
                            cut
                            all-to-all
                          hierarchy
                          compress
                          aggregate
                          write
                        """);
    }

    @Test
    void figureTwoIsTheSameAsDatabaseAndAsTextButForItsTimes() throws IOException {
        Profile database = Recordings.load("figure-two");
        Profile text;
        Path file = Recordings.figureTwoAsText(folder);
        try (ProfileSource source = new CompactTextFormat().open(Input.of(file))) {
            text = source.load(Slice.everything());
        }
        String tree =
                """
                main
                  compute
                  exchange
                    comm
                    write
                  update
                """;
        assertThat(drawn(database.tree())).isEqualTo(tree);
        assertThat(drawn(text.tree())).isEqualTo(tree);
        assertThat(text.contexts()).isEqualTo(database.contexts());
        assertThat(text.labels()).isEqualTo(database.labels());
        assertThat(text.column("mem")).isEqualTo(database.column("mem"));
        assertThat(text.column("calls")).isEqualTo(database.column("calls"));
    }

    @Test
    void aRecordingThatThereIsNotIsToldByName() {
        assertThatThrownBy(() -> Recordings.database("sort", folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no recording sort.tldb");
    }
}
