package treeline.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.table.Column;
import treeline.table.Table;

import java.util.List;

/// Which runs are most like one of them.
class NearestTest {
    private final Ensemble ensemble =
            Ensemble.of(
                    List.of(
                            run("d", "", "main=8", "io=4"),
                            run("c", "", "main=0", "io=0"),
                            run("b", "", "main=6", "io=8"),
                            run("a", "", "main=3", "io=4")));
    private final Features features = Features.ofRuns(ensemble, ensemble.metric("time"));

    @Test
    void theNearestRunsStandFirstEquallyNearOnesByName() {
        assertThat(Nearest.ofRun(features, "a", 3).toString())
                .isEqualTo(
                        """
                        run  distance
                        b           5
                        c           5
                        d           5
                        """);
        assertThat(Nearest.ofRun(features, "c", 1).text("run").at(0)).isEqualTo("a");
    }

    @Test
    void mistakesAreExplained() {
        assertThatThrownBy(() -> Nearest.ofRun(features, "e", 1)).hasMessage("no run 'e'");
        assertThatThrownBy(() -> Nearest.of(features, 4, 1)).hasMessage("no row 4 among 4");
        assertThatThrownBy(() -> Nearest.of(features, -1, 1)).hasMessage("no row -1 among 4");
    }

    @Test
    void theFirstRowHasNeighboursToo() {
        assertThat(Nearest.of(features, 0, 2).text("run").at(0)).isEqualTo("b");
    }

    /// All at the same distance from the first: by application, then by compiler.
    @Test
    void equallyNearRowsStandInTheOrderOfAllTheirLabels() {
        Features labelled =
                Features.of(
                        Table.of(
                                Column.text("app", "fft", "fft", "cg", "fft"),
                                Column.text("compiler", "gcc", "icc", "icc", "clang"),
                                Column.real("x", 0, 1, 1, 1)),
                        List.of("x"));
        assertThat(Nearest.of(labelled, 0, 3).toString())
                .isEqualTo(
                        """
                        app  compiler  distance
                        cg   icc              1
                        fft  clang            1
                        fft  icc              1
                        """);
    }
}
