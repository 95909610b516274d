package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

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
    }
}
