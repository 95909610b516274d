package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;

import static treeline.ensemble.Drawn.drawn;
import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;

import java.util.List;

class EnsembleJoinTest {
    private static final Ensemble CPU =
            Ensemble.of(
                    List.of(
                            run("c2", "size=2 machine=quartz", "main=20", "main/io=5"),
                            run("c1", "size=1 machine=quartz", "main=10")));
    private static final Ensemble GPU =
            Ensemble.of(
                    List.of(
                            run("g1", "size=1 machine=lassen", "main=2"),
                            run("g4", "size=4 machine=lassen", "main=8", "main/copy=1")));

    private static final Ensemble BOTH =
            new EnsembleJoin().add("CPU", CPU).add("GPU", GPU).by("size");

    @Test
    void runsThatShareAValueBecomeOneWithAHeaderForEachGroup() {
        assertThat(BOTH.keys()).containsExactly("1", "2", "4");
        assertThat(BOTH.metrics()).extracting(Metric::name).containsExactly("CPU.time", "GPU.time");
        int main = BOTH.tree().at("main");
        assertEquals(10, BOTH.at(BOTH.metric("CPU.time"), 0, main));
        assertEquals(2, BOTH.at(BOTH.metric("GPU.time"), 0, main));
        assertThat(BOTH.at(BOTH.metric("GPU.time"), 1, main)).isNaN();
    }

    @Test
    void metadataGetsTheHeaderToo() {
        assertThat(BOTH.metadata().toString())
                .isEqualToIgnoringWhitespace(
                        """
                        run  size  CPU.machine  GPU.machine
                        1       1  quartz       lassen
                        2       2  quartz       -
                        4       4  -            lassen
                        """);
    }

    @Test
    void formulasCompareGroups() {
        Ensemble speedup = BOTH.with("speedup", "CPU.time / GPU.time");
        Metric metric = speedup.metric("speedup");
        assertEquals(5, speedup.at(metric, 0, speedup.tree().at("main")));
        assertThat(speedup.at(metric, 1, speedup.tree().at("main"))).isNaN();
    }

    /// Thicket finds nothing here, although all trees share a node (D4).
    @Test
    void theIntersectionHasTheNodesOfEveryRunOfEveryGroup() {
        Ensemble common =
                new EnsembleJoin().add("CPU", CPU).add("GPU", GPU).intersection().by("size");
        assertThat(common.paths()).containsExactly("main");
        assertEquals(20, common.at(common.metric("CPU.time"), 1, 0));
    }

    @Test
    void withoutMetadataRunsAreJoinedInTheirOrder() {
        Ensemble joined = new EnsembleJoin().add("a", CPU).add("b", GPU).inOrder();
        assertThat(joined.keys()).containsExactly("0", "1");
        assertEquals(20, joined.at(joined.metric("a.time"), 0, joined.tree().at("main")));
        assertEquals(2, joined.at(joined.metric("b.time"), 0, joined.tree().at("main")));
    }

    @Test
    void groupsOfDifferentSizesNeedMetadataToBeJoinedBy() {
        Ensemble one = Ensemble.of(List.of(run("x", "", "main=1")));
        assertThatThrownBy(() -> new EnsembleJoin().add("a", CPU).add("b", one).inOrder())
                .hasMessage("'b' has 1 runs, but 'a' has 2; join them by metadata");
    }

    @Test
    void aValueThatRunsOfAGroupShareIsRefused() {
        Ensemble twice =
                Ensemble.of(List.of(run("x", "size=1", "main=1"), run("y", "size=1", "main=1")));
        assertThatThrownBy(() -> new EnsembleJoin().add("a", twice).by("size"))
                .hasMessage("several runs of 'a' have size = 1; aggregate these runs first");
    }

    @Test
    void headersDifferAndAreNotBlank() {
        assertThatThrownBy(() -> new EnsembleJoin().add("a", CPU).add("a", GPU))
                .hasMessage("duplicate ensemble header 'a'");
        assertThatThrownBy(() -> new EnsembleJoin().add(" ", CPU))
                .hasMessage("the header is blank");
    }

    @Test
    void nothingCannotBeJoined() {
        assertThatThrownBy(() -> new EnsembleJoin().inOrder()).hasMessage("there are no ensembles");
        assertThatThrownBy(() -> new EnsembleJoin().unpaired())
                .hasMessage("there are no ensembles");
        assertThatThrownBy(() -> new EnsembleJoin().intersection())
                .hasMessage("there are no ensembles");
        assertThatThrownBy(() -> new EnsembleJoin().by("size"))
                .hasMessage("there are no ensembles");
    }

    /// Run 1 is in both groups, 2 in the first, 4 in the second.
    @Test
    void aJoinedRunHasTheNodesOfItsGroups() {
        int io = BOTH.tree().at("main/io");
        int copy = BOTH.tree().at("main/copy");
        assertThat(List.of(0, 1, 2))
                .map(run -> BOTH.has(run, io))
                .containsExactly(false, true, false);
        assertThat(List.of(0, 1, 2))
                .map(run -> BOTH.has(run, copy))
                .containsExactly(false, false, true);
        assertThat(List.of(0, 1, 2)).map(run -> BOTH.has(run, 0)).containsExactly(true, true, true);
    }

    @Test
    void runsWithoutTheMetadataAreLeftOut() {
        Ensemble silent =
                Ensemble.of(List.of(run("x", "size=1", "main=1"), run("y", "", "main=2")));
        Ensemble joined = new EnsembleJoin().add("a", silent).add("b", GPU).by("size");
        assertThat(joined.keys()).containsExactly("1", "4");
        assertEquals(1, joined.at(joined.metric("a.time"), 0, 0));
    }

    @Test
    void metadataThatAGroupDoesNotHaveIsAnError() {
        Ensemble silent = Ensemble.of(List.of(run("x", "cores=1", "main=1")));
        assertThatThrownBy(() -> new EnsembleJoin().add("a", CPU).add("b", silent).by("size"))
                .hasMessage("no run has the metadata 'size'; available: [cores]");
    }

    /// Without a shared key every piece of metadata has its header, the shorter group has none.
    @Test
    void runsOfUnequalGroupsKeepTheirMetadata() {
        Ensemble one = Ensemble.of(List.of(run("x", "size=9", "main=1")));
        assertThat(new EnsembleJoin().add("a", CPU).add("b", one).unpaired().metadata().toString())
                .isEqualToIgnoringWhitespace(
                        """
                        run  a.size  a.machine  b.size
                        0         2  quartz          9
                        1         1  quartz          -
                        """);
    }

    /// `main/send` is in the second ensemble only; both tag `main/solve`.
    @Test
    void labelsOfAllEnsemblesStayWhereTheyStandTogether() {
        Ensemble first =
                Ensemble.of(List.of(drawn("a", "", "path tag whole\nmain - 1\nmain/solve COMP 1")));
        Ensemble second =
                Ensemble.of(
                        List.of(
                                drawn(
                                        "b",
                                        "",
                                        """
                                        path        tag   phase  whole
                                        main        -     run        1
                                        main/solve  WAIT  -          1
                                        main/send   COMM  -          1
                                        """)));
        for (Ensemble both :
                List.of(
                        Ensemble.concat(List.of(first, second)),
                        new EnsembleJoin().add("a", first).add("b", second).inOrder())) {
            assertThat(List.of(0, 1, 2))
                    .map(node -> both.profile().outline().label("tag", node))
                    .containsExactly("", "COMP", "COMM");
            assertThat(both.profile().outline().label("phase", 0)).isEqualTo("run");
        }
    }
}
