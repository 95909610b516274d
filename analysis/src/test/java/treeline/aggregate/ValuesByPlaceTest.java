package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.ImmutableDoubles;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

class ValuesByPlaceTest {
    private static final Profile RUN =
            Drawing.profileOf(
                    """
                    path        rank0thread0  rank0thread1  rank1thread0  rank2thread0
                    main                   1             2             4             8
                    main/solve             3             -             5             -
                    """);

    private static ValuesByPlace of(Profile run, Scope scope, Locations.By by, String... paths) {
        return new ValuesByPlace(
                run.metric("time").in(scope),
                Locations.of(run.contexts(), by),
                ContextMapping.ALL,
                Arrays.stream(paths).mapToInt(run.tree()::at).toArray());
    }

    /// In parts of one rank.
    private static List<ImmutableDoubles> values(
            ValuesByPlace aggregation, Profile run, Slice slice) throws IOException {
        PartitionedSource parts =
                PartitionedSource.of(
                        new LoadedSource(run, new ReadReport(List.of())),
                        slice,
                        Locations.By.RANK,
                        1);
        return LocalEngine.of(1, 0).run(aggregation, parts);
    }

    private static double[] values(ValuesByPlace aggregation, Slice slice) throws IOException {
        return values(aggregation, RUN, slice).getFirst().toArray();
    }

    @Test
    void threadsOfARankAreAddedAndARankThatDidNotRunTheNodeHasNoValue() throws IOException {
        assertThat(values(of(RUN, Scope.EXCLUSIVE, Locations.By.RANK, "main"), Slice.summed()))
                .containsExactly(3, 4, 8);
        assertThat(
                        values(
                                of(RUN, Scope.EXCLUSIVE, Locations.By.RANK, "main/solve"),
                                Slice.summed()))
                .containsExactly(3, 5, Double.NaN);
        assertThat(values(of(RUN, Scope.INCLUSIVE, Locations.By.RANK, "main"), Slice.summed()))
                .containsExactly(6, 9, 8);
    }

    @Test
    void threadsHaveTheirOwnValues() throws IOException {
        assertThat(
                        values(
                                of(RUN, Scope.EXCLUSIVE, Locations.By.THREAD, "main/solve"),
                                Slice.summed()))
                .containsExactly(3, Double.NaN, 5, Double.NaN);
    }

    @Test
    void chosenContextsHaveThePlacesOfTheSelection() throws IOException {
        Slice last = Slice.summed().withContexts(Selection.of(2, 3));
        var aggregation =
                new ValuesByPlace(
                        RUN.metric("time").in(Scope.EXCLUSIVE),
                        Locations.of(last.of(RUN.outline()).contexts(), Locations.By.RANK),
                        ContextMapping.of(2, 3),
                        RUN.tree().at("main"));
        assertThat(values(aggregation, last)).containsExactly(4, 8);
    }

    @Test
    void severalNodesHaveTheirValuesInTheOrderInWhichTheyAreAsked() throws IOException {
        assertThat(
                        values(
                                of(RUN, Scope.EXCLUSIVE, Locations.By.RANK, "main/solve", "main"),
                                RUN,
                                Slice.summed()))
                .containsExactly(
                        ImmutableDoubles.owning(3, 5, Double.NaN),
                        ImmutableDoubles.owning(3, 4, 8));
    }

    @Test
    void whatIsNoNumberIsNoValue() throws IOException {
        Profile holes =
                Drawing.profileOf(
                        """
                        path        rank0  rank1
                        main          NaN      2
                        main/solve      3    NaN
                        """);
        assertThat(
                        values(
                                of(holes, Scope.EXCLUSIVE, Locations.By.RANK, "main", "main/solve"),
                                holes,
                                Slice.summed()))
                .containsExactly(
                        ImmutableDoubles.owning(Double.NaN, 2),
                        ImmutableDoubles.owning(3, Double.NaN));
    }

    /// As of a host whose ranks are in several parts, or of sums made elsewhere.
    @Test
    void valuesOfOnePlaceInSeveralPartsAreAdded() {
        ValuesByPlace solve = of(RUN, Scope.EXCLUSIVE, Locations.By.RANK, "main/solve");
        PlaceValues part = solve.map(SourcePart.whole(RUN));
        double[][] twice = solve.add(solve.add(solve.zero(), part), part);
        assertThat(twice[0]).containsExactly(6, 10, Double.NaN);
        assertThat(
                        solve.merge(
                                        new double[][] {{Double.NaN, 1, Double.NaN, 2}},
                                        new double[][] {{3, Double.NaN, Double.NaN, 4}})[0])
                .containsExactly(3, 1, Double.NaN, 6);
        assertThat(solve.finish(twice)).containsExactly(ImmutableDoubles.owning(6, 10, Double.NaN));
    }
}
