package treeline.ensemble.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;

import static treeline.ensemble.Drawn.drawn;
import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleJoin;
import treeline.ensemble.Run;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.ensemble.statistics.TopDown.Slot;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.table.Table;

import java.util.List;

class TopDownTest {
    private static final List<String> TITLES =
            List.of("Bad speculation", "Retiring", "Backend bound", "Frontend bound");

    private static Run measured(String key, List<String> names, double... shares) {
        var builder = new ProfileBuilder();
        int node = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        int whole = builder.context(Context.WHOLE);
        for (int i = 0; i < shares.length; i++)
            builder.add(
                    builder.metric(new Metric(names.get(i), Unit.COUNT, Metric.Scope.POINT)),
                    whole,
                    node,
                    shares[i]);
        return new Run(key, Metadata.NONE, builder.build());
    }

    @Test
    void sharesThatAddUpToMoreThanTheWholeAreFound() {
        Table exact = TopDown.of(one(0.1, 0.2, 0.6, 0.1)).nodes();
        assertThat(TopDown.aboveWhole(exact)).isEmpty();
        Table rounded = TopDown.of(one(0.1, 0.2, 0.604, 0.1)).nodes();
        assertThat(TopDown.aboveWhole(rounded)).isEmpty();
        Table above = TopDown.of(one(0.1, 0.2, 0.7, 0.1)).nodes();
        assertThat(TopDown.aboveWhole(above)).containsExactly(0);
        assertEquals(1.1, TopDown.sum(above, 0), 1e-15);
    }

    private static Ensemble one(double... shares) {
        return Ensemble.of(List.of(measured("a", TITLES, shares)));
    }

    @Test
    void theFourSharesStandTogetherInOneOrder() {
        Ensemble runs =
                Ensemble.of(
                        List.of(
                                measured("a", TITLES, 0.1, 0.2, 0.6, 0.1),
                                measured("b", TITLES, 0.1, 0.4, 0.4, 0.1)));
        TopDown topDown = TopDown.of(runs);
        assertThat(topDown.metrics())
                .extracting(Metric::name)
                .containsExactly("Retiring", "Frontend bound", "Backend bound", "Bad speculation");
        Table means = topDown.nodes();
        assertThat(means.names().subList(2, 7))
                .containsExactly(
                        "Retiring", "Frontend bound", "Backend bound", "Bad speculation", "most");
        assertEquals(0.3, means.real("Retiring").at(0), 1e-15);
        assertEquals(0.5, means.real("Backend bound").at(0), 1e-15);
        assertThat(means.column("most").text(0)).isEqualTo(Slot.BACKEND_BOUND.title());
        Table byRun = topDown.runs();
        assertThat(byRun.rows()).isEqualTo(2);
        assertThat(byRun.column("run").text(1)).isEqualTo("b");
        assertThat(byRun.column("most").text(1)).isEqualTo("Retiring");
    }

    @Test
    void aRunWithoutOneOfTheFourDoesNotCount() {
        Ensemble runs =
                Ensemble.of(
                        List.of(
                                measured("a", TITLES, 0.1, 0.2, 0.6, 0.1),
                                measured("b", TITLES, 0.9, 0.1)));
        assertEquals(0.2, TopDown.of(runs).nodes().real("Retiring").at(0));
        assertThat(TopDown.of(runs).runs().rows()).isEqualTo(1);
    }

    @Test
    void namesMayBeThoseThatCaliperStores() {
        List<String> stored =
                List.of(
                        "any#topdown.retiring",
                        "any#topdown.frontend_bound",
                        "any#topdown.backend_bound",
                        "any#topdown.bad_speculation");
        Ensemble runs = Ensemble.of(List.of(measured("a", stored, 0.5, 0.1, 0.3, 0.1)));
        assertThat(TopDown.of(runs).nodes().column("most").text(0)).isEqualTo("Retiring");
    }

    @Test
    void groupsBesideEachOtherHaveTheirOwn() {
        Ensemble gcc = Ensemble.of(List.of(measured("a", TITLES, 0.1, 0.2, 0.6, 0.1)));
        Ensemble clang = Ensemble.of(List.of(measured("b", TITLES, 0.1, 0.5, 0.3, 0.1)));
        Ensemble both = new EnsembleJoin().add("gcc", gcc).add("clang", clang).inOrder();
        assertThat(TopDown.byHeader(both)).containsOnlyKeys("gcc", "clang");
        assertEquals(0.5, TopDown.byHeader(both).get("clang").nodes().real("Retiring").at(0));
        assertThatThrownBy(() -> TopDown.of(both))
                .hasMessage(
                        "several groups have top-down metrics: [gcc, clang]; select one with"
                                + " byHeader");
    }

    @Test
    void withoutThemTheErrorNamesThem() {
        Ensemble runs = Ensemble.of(List.of(run("a", "", "main=1")));
        assertThatThrownBy(() -> TopDown.of(runs))
                .hasMessage(
                        "the runs lack the four top-down metrics [Retiring, Frontend bound,"
                                + " Backend bound, Bad speculation]; available: [time]");
    }

    @Test
    void groupsOfDifferentSizesStandBesideEachOtherUnpaired() {
        Ensemble two =
                Ensemble.of(
                        List.of(
                                drawn("a", "", "path whole\nmain 1"),
                                drawn("b", "", "path whole\nmain 3")));
        Ensemble one = Ensemble.of(List.of(drawn("c", "", "path whole\nmain 5")));
        Ensemble both = new EnsembleJoin().add("two", two).add("one", one).unpaired();
        assertThat(both.keys()).containsExactly("0", "1");
        assertEquals(2, Statistics.values(both, both.metric("two.time"), Statistic.MEAN)[0]);
        assertEquals(5, Statistics.values(both, both.metric("one.time"), Statistic.MEAN)[0]);
    }

    private static final List<String> STORED =
            List.of(
                    "topdown.retiring",
                    "topdown.frontend_bound",
                    "topdown.backend_bound",
                    "topdown.bad_speculation");

    @Test
    void namesOfCaliperAloneAreNoHeader() {
        Ensemble runs = Ensemble.of(List.of(measured("a", STORED, 0.5, 0.1, 0.3, 0.1)));
        assertThat(TopDown.byHeader(runs)).containsOnlyKeys("");
        Ensemble both = new EnsembleJoin().add("gcc", runs).add("clang", runs).inOrder();
        assertThat(TopDown.byHeader(both)).containsOnlyKeys("gcc", "clang");
    }

    @Test
    void groupsWithoutAllFourAreNotAmongThem() {
        Ensemble all = Ensemble.of(List.of(measured("a", TITLES, 0.1, 0.2, 0.6, 0.1)));
        Ensemble some = Ensemble.of(List.of(measured("b", TITLES, 0.1, 0.5, 0.3)));
        Ensemble both = new EnsembleJoin().add("gcc", all).add("clang", some).inOrder();
        assertThat(TopDown.byHeader(both)).containsOnlyKeys("gcc");
    }

    /// `main` was not measured, only what it calls.
    @Test
    void nodesWithoutSharesHaveNoRow() {
        var builder = new ProfileBuilder();
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        int solve = builder.child(main, Frame.region("solve"));
        int whole = builder.context(Context.WHOLE);
        for (String name : TITLES)
            builder.add(
                    builder.metric(new Metric(name, Unit.COUNT, Metric.Scope.POINT)),
                    whole,
                    solve,
                    0.25);
        Ensemble runs = Ensemble.of(List.of(new Run("a", Metadata.NONE, builder.build())));
        assertThat(TopDown.of(runs).nodes().select("node", "path", "most").toString())
                .isEqualToIgnoringWhitespace(
                        """
                        node  path        most
                           1  main/solve  Retiring
                        """);
    }
}
