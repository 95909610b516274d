package treeline.ensemble.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.ensemble.Drawn.drawn;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.ensemble.RunGroup;
import treeline.model.Metric;

import java.util.List;

class MetricCoverageTest {
    private static Run of(String key, String variant, String metric) {
        return drawn(
                key,
                "variant=" + variant,
                "metric %s s inclusive\npath whole\nmain 1\n".formatted(metric));
    }

    private final Ensemble ensemble =
            Ensemble.of(
                    List.of(
                            of("a", "Base_Seq", "time"),
                            of("b", "CUDA", "gpu"),
                            of("c", "CUDA", "gpu")));
    private final Metric gpu = ensemble.metric("gpu");

    @Test
    void runsWithoutAValueAreNamedWithWhatTheyHave() {
        MetricCoverage coverage = MetricCoverage.of(ensemble, gpu);
        assertThat(coverage.isComplete()).isFalse();
        assertThat(coverage.without()).containsExactly(0);
        assertThat(coverage.instead()).containsExactly(ensemble.metric("time"));
        assertThat(coverage.message("the ensemble"))
                .isEqualTo("1 of the 3 runs of the ensemble has no 'gpu'; it has 'time'");
    }

    @Test
    void severalRunsWithoutAValueAreCounted() {
        assertThat(MetricCoverage.of(ensemble, ensemble.metric("time")).message("all"))
                .isEqualTo("2 of the 3 runs of all have no 'time'; they have 'gpu'");
    }

    @Test
    void groupsWithoutAnyValueSaySo() {
        List<RunGroup> groups = ensemble.groupBy("variant");
        MetricCoverage none = MetricCoverage.of(groups.get(0), gpu);
        assertThat(none.isEmpty()).isTrue();
        assertThat(none.message(groups.get(0).label()))
                .isEqualTo("no run of Base_Seq has 'gpu'; it has 'time'");
        assertThat(MetricCoverage.of(groups.get(1), gpu).isComplete()).isTrue();
    }
}
