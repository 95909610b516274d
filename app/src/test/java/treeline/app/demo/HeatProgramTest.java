package treeline.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.model.Context;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Path;

class HeatProgramTest {
    @TempDir Path folder;

    @Test
    void ranksTogetherSolveWhatOneRankSolves() {
        double[] together = new HeatProgram(8, 1, 30, 64, 16).record(folder.resolve("eight"));
        double[] alone = new HeatProgram(1, 1, 30, 64, 16).record(folder.resolve("one"));
        assertThat(together).isEqualTo(alone);
        assertThat(together[8]).isBetween(30.0, 100.0);
    }

    @Test
    void theRecordingHasEveryRankRepetitionAndStep() throws IOException {
        new HeatProgram(8, 2, 10, 64, 16).record(folder.resolve("heat"));
        try (ProfileSource source = Formats.all().open(folder.resolve("heat").toString())) {
            Profile recorded = source.load(Slice.everything());
            assertThat(source.report()).isEqualTo(ReadReport.CLEAN);
            assertThat(recorded.contexts())
                    .hasSize(8 * 2)
                    .contains(Context.ofRank(7).inRepetition(1));
            SparseRows time = recorded.column("time").byNode();
            int stencil = recorded.tree().at("main/step/stencil");
            assertThat(time.end(stencil) - time.start(stencil)).isEqualTo(8 * 2);
            assertThat(time.seriesLength(time.start(stencil))).isEqualTo(10);
            int corners = recorded.tree().at("main/step/corners");
            assertThat(time.end(corners) - time.start(corners)).isEqualTo(4 * 2);
            assertThat(recorded.outline().label("tag", stencil)).isEqualTo("COMP");
        }
    }
}
