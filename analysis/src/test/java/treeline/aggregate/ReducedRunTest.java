package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.StoredSums;
import treeline.single.Grouping;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.testkit.Drawing;
import treeline.transform.NodeMapping;
import treeline.transform.Reduction;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

class ReducedRunTest {
    private static final Profile RUN =
            Drawing.profileOf(
                    """
                    metric time s inclusive
                    path        rank0  rank1
                    main            4      8
                    main/solve      3      -

                    metric peak B point
                    path  rank0  rank1
                    main      5      -

                    metric calls 1 exclusive
                    path        rank0  rank1
                    main            1      1
                    main/solve      7      -
                    """);

    private static Profile reduced(Reduction over) throws IOException {
        return ReducedRun.of(
                new LoadedSource(RUN, new ReadReport(List.of())),
                Slice.summed(),
                over,
                LocalEngine.of(1, 0),
                _ -> {});
    }

    /// The values of a metric in the only context, by node.
    private static double[] values(Profile reduced, String name, Scope scope) {
        assertThat(reduced.contexts()).containsExactly(Context.WHOLE);
        Metric metric = RUN.metric(name).in(scope);
        double[] values = new double[reduced.tree().size()];
        for (int node = 0; node < values.length; node++)
            values[node] = reduced.column(metric).at(0, node);
        return values;
    }

    @Test
    void theMeanIsOverAllRanksAndThatOfReadingsOverThoseThatTookThem() throws IOException {
        Profile mean = reduced(Reduction.MEAN);
        assertThat(values(mean, "time", Scope.INCLUSIVE)).containsExactly(6, 1.5);
        assertThat(values(mean, "calls", Scope.EXCLUSIVE)).containsExactly(1, 3.5);
        assertThat(values(mean, "peak", Scope.POINT)).containsExactly(5, Double.NaN);
        assertThat(mean.metrics()).isEqualTo(RUN.metrics());
    }

    @Test
    void extremesAreThereInBothScopes() throws IOException {
        Profile most = reduced(Reduction.MAX);
        assertThat(values(most, "time", Scope.INCLUSIVE)).containsExactly(8, 3);
        assertThat(values(most, "time", Scope.EXCLUSIVE)).containsExactly(8, 3);
        assertThat(values(most, "calls", Scope.INCLUSIVE)).containsExactly(8, 7);
        assertThat(values(most, "peak", Scope.POINT)).containsExactly(5, Double.NaN);
        Profile least = reduced(Reduction.MIN);
        assertThat(values(least, "time", Scope.INCLUSIVE)).containsExactly(4, 0);
        assertThat(values(least, "time", Scope.EXCLUSIVE)).containsExactly(1, 0);
        assertThat(least.metrics()).hasSize(5);
    }

    @Test
    void exclusiveValuesAreAskedOfInclusiveMetricsOnly() throws IOException {
        ReducedRun run = ReducedRun.withExclusive(RUN.outline());
        Profile reduced =
                run.profile(
                        LocalEngine.of(1, 0).run(run.question(), PartitionedSource.of(RUN)),
                        Reduction.SUM);
        assertThat(reduced.metrics())
                .extracting(Metric::toString)
                .containsExactlyInAnyOrder(
                        "time:inclusive", "time:exclusive", "peak", "calls:exclusive");
        assertThat(values(reduced, "time", Scope.EXCLUSIVE)).containsExactly(9, 3);
        assertThat(values(reduced, "time", Scope.INCLUSIVE)).containsExactly(12, 3);
    }

    @Test
    void aRunAfterAStepHasTheTreeOfTheSimplifiedRun() throws IOException {
        ReducedRun run =
                ReducedRun.of(RUN.outline())
                        .after(
                                part ->
                                        NodeMapping.flat(Grouping.FUNCTION.of(part.outline()))
                                                .of(part));
        Profile reduced =
                run.profile(
                        LocalEngine.of(1, 0).run(run.question(), PartitionedSource.of(RUN)),
                        Reduction.SUM);
        assertThat(reduced.tree().name(reduced.tree().at("solve"))).isEqualTo("solve");
        assertThat(
                        reduced.column(reduced.metric("calls:exclusive"))
                                .at(0, reduced.tree().at("solve")))
                .isEqualTo(7);
    }

    @Test
    void beforeAnythingIsReadNoNodeHasAValue() {
        Profile nothing = ReducedRun.withoutValues(RUN.outline());
        assertThat(nothing.outline()).isEqualTo(RUN.outline());
        assertThat(nothing.values().values()).isZero();
        assertThat(nothing.column(RUN.metric("time")).at(1, 0)).isNaN();
    }

    @Test
    void theProgressCountsTheValues() throws IOException {
        List<Long> added = new ArrayList<>();
        ReducedRun.of(
                new LoadedSource(RUN, new ReadReport(List.of())),
                Slice.summed(),
                Reduction.SUM,
                LocalEngine.of(1, 0),
                added::add);
        assertThat(added).containsExactly(3L + 1 + 3);
    }

    @Test
    void storedSumsAreThoseOfTheNamedMetric() throws IOException {
        StoredSums calls = ReducedRun.stored(new SummedSource(RUN, true), "calls").orElseThrow();
        assertThat(calls.metric()).isEqualTo(RUN.metric("calls"));
        assertThat(calls.values(Scope.EXCLUSIVE, Reduction.SUM)).containsExactly(2, 7);
        assertThat(ReducedRun.stored(new SummedSource(RUN, false), "calls")).isEmpty();
        assertThat(ReducedRun.stored(new SummedSource(RUN, true), "peak")).isEmpty();
    }

    @Test
    void storedSumsAreMeansInBothScopes() throws IOException {
        StoredSums calls = ReducedRun.stored(new SummedSource(RUN, true), "calls").orElseThrow();
        Profile mean = ReducedRun.of(RUN.outline(), calls);
        assertThat(values(mean, "calls", Scope.EXCLUSIVE)).containsExactly(1, 3.5);
        assertThat(values(mean, "calls", Scope.INCLUSIVE)).containsExactly(4.5, 3.5);
        assertThat(mean.metrics()).hasSize(2);
    }
}
