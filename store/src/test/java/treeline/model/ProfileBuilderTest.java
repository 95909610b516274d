package treeline.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.testkit.ProfileDifference;

import java.util.Random;

class ProfileBuilderTest {
    private static final Metric TIME = new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE);

    @Test
    void nodesContextsAndValuesMayComeInAnyOrder() {
        var builder = new ProfileBuilder();
        int time = builder.metric(TIME);
        int rank1 = builder.context(Context.ofRank(1));
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        int other = builder.child(ProfileBuilder.ROOT, Frame.region("other"));
        int solve = builder.child(main, Frame.region("solve"));
        int rank0 = builder.context(Context.ofRank(0));
        builder.add(time, rank1, other, 6).add(time, rank0, solve, 2).add(time, rank1, main, 4);
        builder.add(time, rank0, main, 1).add(time, rank1, solve, 5).add(time, rank0, other, 3);

        Profile drawn =
                profileOf(
                        """
                        path        rank0  rank1
                        main            1      4
                        main/solve      2      5
                        other           3      6
                        """);
        assertThat(ProfileDifference.between(drawn, builder.build())).isEmpty();
    }

    @Test
    void valuesThatComeTwiceAreSummed() {
        var builder = new ProfileBuilder();
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        int context = builder.context(Context.WHOLE);
        int time = builder.metric(TIME);
        Profile profile = builder.add(time, context, main, 1).add(time, context, main, 2).build();
        assertThat(profile.column("time").at(0, 0)).isEqualTo(3);
        assertThat(profile.column("time").cells()).isEqualTo(1);
    }

    @Test
    void aSeriesIsSummedIntoItsCellAndKept() {
        Profile profile =
                profileOf(
                        """
                        path        rank0  rank1
                        main            9      9
                        main/loop   1+2+3    4+_
                        """);
        SparseRows byNode = profile.column("time").byNode();
        int loop = profile.tree().at("main/loop");
        int cell = byNode.find(loop, 0);
        assertThat(byNode.value(cell)).isEqualTo(6);
        assertThat(byNode.series(cell)).containsExactly(1, 2, 3);
        assertThat(byNode.iteration(byNode.find(loop, 1), 1)).isNaN();
        assertThat(byNode.value(byNode.find(loop, 1))).isEqualTo(4);
        assertThat(byNode.seriesLength(byNode.find(profile.tree().at("main"), 0))).isZero();
        assertThat(profile.values().values()).isEqualTo(2 + 5);
    }

    /// The array stays the caller's, who may fill it again for the next loop.
    @Test
    void aSeriesMayBeTheMiddleOfAnArray() {
        var builder = new ProfileBuilder();
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        int time = builder.metric(TIME);
        double[] kept = {8, 1, 2, 9};
        builder.addSeries(time, builder.context(Context.ofRank(0)), main, kept, 1, 3);
        kept[2] = 3;
        builder.addSeries(time, builder.context(Context.ofRank(1)), main, kept, 2, 4);
        SparseRows rows = builder.build().column("time").byContext();
        assertThat(rows.series(0)).containsExactly(1, 2);
        assertThat(rows.series(1)).containsExactly(3, 9);
        assertThat(rows.iterations()).isEqualTo(4);
    }

    @Test
    void aHundredLoopsAmongPlainValuesKeepTheirIterations() {
        var builder = new ProfileBuilder();
        int time = builder.metric(TIME);
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        int loop = builder.child(main, Frame.region("loop"));
        for (int rank = 0; rank < 100; rank++) {
            int context = builder.context(Context.ofRank(rank));
            builder.add(time, context, main, rank);
            builder.addSeries(time, context, loop, new double[] {rank, 1}, 0, 2);
        }
        SparseRows rows = builder.build().column("time").byNode();
        for (int rank = 0; rank < 100; rank++) {
            assertThat(rows.series(rows.find(0, rank))).isEmpty();
            assertThat(rows.series(rows.find(1, rank))).containsExactly(rank, 1);
        }
    }

    @Test
    void aSeriesAndAValueInOneCellAreRefused() {
        var builder = new ProfileBuilder();
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        int context = builder.context(Context.WHOLE);
        int time = builder.metric(TIME);
        builder.addSeries(time, context, main, new double[] {1, 2}, 0, 2)
                .add(time, context, main, 3);
        assertThatThrownBy(builder::build)
                .hasMessage("node 0 in context 0 has a series and other values");
    }

    @Test
    void siblingsOfOneNameAreOneNodeUnlessAskedOtherwise() {
        var builder = new ProfileBuilder();
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        assertThat(builder.child(main, Frame.region("step")))
                .isEqualTo(builder.child(main, Frame.region("step")));
        assertThat(builder.newChild(main, Frame.region("step")))
                .isNotEqualTo(builder.child(main, Frame.region("step")));
    }

    @Test
    void bothOrdersHoldTheSameValues() {
        var random = new Random(1);
        var builder = new ProfileBuilder();
        int time = builder.metric(TIME);
        int[] nodes = new int[200];
        for (int i = 0; i < nodes.length; i++)
            nodes[i] =
                    builder.newChild(
                            i == 0 ? ProfileBuilder.ROOT : nodes[random.nextInt(i)],
                            Frame.region("f" + i));
        for (int i = 0; i < 5000; i++)
            builder.add(
                    time,
                    builder.context(Context.ofRank(random.nextInt(64))),
                    nodes[random.nextInt(200)],
                    1);
        MetricColumn column = builder.build().column("time");
        SparseRows byContext = column.byContext();
        SparseRows byNode = column.byNode();
        assertThat(byNode.cells()).isEqualTo(byContext.cells());
        for (int node = 0; node < byNode.rows(); node++)
            for (int cell = byNode.start(node); cell < byNode.end(node); cell++)
                assertThat(column.at(byNode.index(cell), node)).isEqualTo(byNode.value(cell));
        assertThat(byNode.transposed(column.contexts())).isEqualTo(byContext);
    }

    @Test
    void aMetricThatIsNotThereSaysWhichAre() {
        Profile profile = profileOf("path rank0\nmain 1");
        assertThatThrownBy(() -> profile.column("tme"))
                .hasMessage(
                        "no metric 'tme'; available: time (:inclusive, :exclusive); did"
                                + " you mean 'time'?");
    }

    @Test
    void factsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> Frame.region("")).hasMessage("frame name is empty");
        assertThatThrownBy(() -> new Metric(" ", Unit.COUNT, Metric.Scope.POINT))
                .hasMessage("metric name is blank");
        assertThatThrownBy(() -> new Context("", -2, 0, 0, 0))
                .hasMessageContaining("context parts count from 0: rank -2");
        assertThatThrownBy(() -> Unit.of("s").factorTo(Unit.BYTES))
                .hasMessage("unit 's' does not convert to 'B'");
    }

    @Test
    void unitsOfOneDimensionConvert() {
        assertThat(Unit.of("ms").factorTo(Unit.SECONDS)).isEqualTo(1e-3);
        assertThat(Unit.of("cycles").convertsTo(Unit.of("cycles"))).isTrue();
        assertThat(Unit.of("cycles").convertsTo(Unit.of("stalls"))).isFalse();
    }

    @Test
    void contextsReadAsPeopleSayThem() {
        assertThat(Context.ofThread(3, 1).inRepetition(0))
                .hasToString("rank 3 thread 1 repetition 0");
        assertThat(Context.WHOLE).hasToString("whole program");
    }
}
