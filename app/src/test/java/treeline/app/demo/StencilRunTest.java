package treeline.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;

class StencilRunTest {
    private final Profile profile = StencilRun.usual().record();
    private final CallTree tree = profile.tree();
    private final MetricColumn time = profile.column(StencilRun.TIME);

    private double at(int rank, int repetition, String path) {
        Context context = Context.ofRank(rank).inRepetition(repetition);
        return time.at(profile.contexts().indexOf(context), tree.at(path));
    }

    @Test
    void everyRunIsTheSame() {
        assertThat(StencilRun.usual().record()).isEqualTo(profile);
    }

    @Test
    void itHasTheSizeThatItSays() {
        assertThat(profile.contexts()).hasSize(64 * 3);
        assertThat(tree.size()).isEqualTo(22);
    }

    @Test
    void callersTakeAtLeastWhatTheyCall() {
        for (int context = 0; context < profile.contexts().size(); context++)
            for (int node = 0; node < tree.size(); node++) {
                double below = 0;
                for (int child : tree.children(node)) {
                    double value = time.at(context, child);
                    if (!Double.isNaN(value)) below += value;
                }
                double own = time.at(context, node);
                if (!Double.isNaN(own)) assertThat(own).isGreaterThanOrEqualTo(below);
            }
    }

    @Test
    void valuesAreWholeNanoseconds() {
        SparseRows rows = time.byContext();
        for (int cell = 0; cell < rows.cells(); cell++)
            assertThat(rows.value(cell)).isEqualTo(Math.rint(rows.value(cell))).isPositive();
    }

    @Test
    void oneRankIsSlowAtTheBoundaryAndTheOthersWaitForIt() {
        String boundary = "main/time_loop/stencil/boundary";
        String waiting = "main/time_loop/residual/allreduce";
        assertThat(at(37, 1, boundary) / at(38, 1, boundary)).isBetween(2.8, 3.2);
        assertThat(at(38, 1, waiting) / at(37, 1, waiting)).isGreaterThan(5);
    }

    @Test
    void allRanksLeaveAnIterationTogether() {
        double first = at(0, 0, "main/time_loop");
        for (int rank = 1; rank < 64; rank++)
            assertThat(at(rank, 0, "main/time_loop")).isBetween(first * 0.99, first * 1.01);
    }

    @Test
    void oneEventRunsOnOddRanksOnly() {
        for (int rank = 0; rank < 64; rank++)
            assertThat(Double.isNaN(at(rank, 2, "main/time_loop/stencil/corner_fix")))
                    .isEqualTo(rank % 2 == 0);
    }

    @Test
    void iterationsAreKeptAndDriftUpward() {
        SparseRows rows = time.byContext();
        double[] series = rows.series(rows.find(0, tree.at("main/time_loop")));
        assertThat(series).hasSize(50);
        assertThat(sum(series, 40, 50) / sum(series, 0, 10)).isBetween(1.1, 1.25);
        assertThat(rows.seriesLength(rows.find(0, tree.at("main/setup")))).isZero();
    }

    private static double sum(double[] values, int from, int to) {
        return SparseRows.sumOf(values, from, to);
    }

    @Test
    void theFirstRepetitionReadsWithColdCaches() {
        String reading = "main/setup/read_input";
        assertThat(at(5, 0, reading) / at(5, 1, reading)).isBetween(2.0, 3.0);
    }

    @Test
    void eventsCarryTags() {
        assertThat(profile.outline().label("tag", tree.at("main/setup/read_input")))
                .isEqualTo("IO");
        assertThat(profile.outline().label(Profile.LOOP_LABEL, tree.at("main/time_loop")))
                .isEqualTo(Profile.LOOP_EACH);
        assertThat(profile.outline().label(Profile.LOOP_LABEL, tree.at("main"))).isEmpty();
    }
}
