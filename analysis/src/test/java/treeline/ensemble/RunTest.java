package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.ensemble.Drawn.drawn;
import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Metadata;

import java.util.List;

class RunTest {
    private static final String REPEATED =
            """
            metric time s inclusive
            path     rank0rep0  rank1rep0  rank0rep3  rank1rep3
            main            10         12         20         22
            main/io          1          -          2          4
            """;

    @Test
    void everyRepetitionIsARunWithTheSameMetadata() {
        List<Run> runs = drawn("a", "ranks=2", REPEATED).repetitions();
        assertThat(runs).extracting(Run::key).containsExactly("a#0", "a#1");
        assertThat(runs).extracting(Run::metadata).containsOnly(Metadata.NONE.with("ranks", 2));
        assertThat(runs.getLast().profile().contexts())
                .extracting(Context::rank)
                .containsExactly(0, 1);
    }

    @Test
    void everyRepetitionHasItsOwnMeanOverAllItsRanks() {
        Ensemble ensemble = Ensemble.of(drawn("a", "", REPEATED).repetitions());
        int main = ensemble.tree().at("main");
        int io = ensemble.tree().at("main/io");
        assertThat(ensemble.runs()).isEqualTo(2);
        assertThat(ensemble.at(ensemble.metric("time"), 0, main)).isEqualTo(11);
        assertThat(ensemble.at(ensemble.metric("time"), 1, main)).isEqualTo(21);
        assertThat(ensemble.at(ensemble.metric("time"), 0, io)).isEqualTo(0.5);
        assertThat(ensemble.at(ensemble.metric("time"), 1, io)).isEqualTo(3);
    }

    @Test
    void aRunOfOneRepetitionStaysAsItIs() {
        Run once = run("a", "ranks=2", "main=1");
        assertThat(once.repetitions()).containsExactly(once);
    }

    @Test
    void aSavedEnsembleIsNotTakenApart() {
        Ensemble ensemble = Ensemble.of(List.of(run("a", "", "main=1"), run("b", "", "main=2")));
        Run saved = Run.of("all", ensemble.saved());
        assertThat(saved.repetitions()).containsExactly(saved);
    }
}
