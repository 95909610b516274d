package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.ensemble.Drawn.drawn;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;

import java.util.List;

class MetricNamesTest {
    @Test
    void theTimeOfRunsThatCallItOtherwiseIsTimeToo() {
        Ensemble average =
                Ensemble.of(
                        List.of(
                                drawn(
                                        "a",
                                        "",
                                        """
                                        metric average s inclusive
                                        path  whole
                                        main      3
                                        """)));
        assertThat(average.metric("time")).isEqualTo(average.metric("average"));
        assertThat(average.metric("time:exclusive"))
                .isEqualTo(average.metric("average").in(Metric.Scope.EXCLUSIVE));
        Ensemble bytes =
                Ensemble.of(
                        List.of(
                                drawn(
                                        "a",
                                        "",
                                        """
                                        metric size bytes inclusive
                                        path  whole
                                        main      3
                                        """)));
        assertThatThrownBy(() -> bytes.metric("time")).hasMessageStartingWith("no metric 'time'");
    }
}
