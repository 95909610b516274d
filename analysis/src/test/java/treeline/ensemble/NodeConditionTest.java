package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

/// Nodes that are chosen by what the runs' values come to.
class NodeConditionTest {
    private final Ensemble runs =
            Ensemble.of(
                            List.of(
                                    run("a", "", "main=8", "main/io=2", "main/once=3"),
                                    run("b", "", "main=4", "main/io=2")))
                    .with("Avg time/rank (inc)", "time * 1");

    private List<String> kept(String condition) {
        Ensemble kept = runs.keeping(NodeCondition.parse(condition));
        return IntStream.range(0, kept.tree().size()).mapToObj(kept.tree()::name).toList();
    }

    @Test
    void nodesAreKeptByAStatistic() {
        assertThat(kept("std(time) > 0.1")).containsExactly("main");
        assertThat(kept("mean(time) = 2")).containsExactly("io");
        assertThat(kept("count(time) in (1, 3)")).containsExactly("once");
        assertThat(kept("p50(time) <= 3 and not max(time) < 3")).containsExactly("once");
        assertThat(kept("mean(time) < 3 or min( time ) >= 4")).containsExactly("main", "io");
    }

    @Test
    void aStatisticExactlyAtTheLimitIsAtMostAndAtLeastIt() {
        assertThat(kept("max(time) >= 3")).containsExactly("main", "once");
        assertThat(kept("max(time) > 3")).containsExactly("main");
    }

    @Test
    void metricsMayHaveAnyName() {
        assertThat(kept("mean(Avg time/rank (inc)) >= 6")).containsExactly("main");
        assertThat(kept("mean('Avg time/rank (inc)') >= 6")).containsExactly("main");
    }

    /// One run alone has no deviation.
    @Test
    void aNodeWithoutTheStatisticFulfilsNoComparison() {
        assertThat(kept("std(time) != 5")).containsExactly("main", "io");
        assertThat(kept("not std(time) >= 0")).containsExactly("once");
    }

    private void assertWrong(String condition, String message) {
        assertThatThrownBy(() -> kept(condition)).hasMessageContaining(message);
    }

    @Test
    void mistakesAreExplained() {
        assertThatThrownBy(() -> kept("std time > 1"))
                .hasMessage(
                        """
                        invalid condition, expected '(':
                          std time > 1
                              ^\
                        """);
        assertWrong("> 1", "expected a statistic of a metric, such as std(time)");
        assertWrong("std() > 1", "expected a metric");
        assertWrong("std(time > 1", "expected ')'");
        assertWrong("std(time) =~ '1'", "expected a number");
        assertWrong("std(time) ~ 1", "expected one of =, !=, <, <=, >, >= and in");
        assertWrong("std(time) > 'x'", "expected a number");
        assertWrong("std(time) = true", "expected a number");
        assertWrong("std(speed) > 1", "speed");
        assertWrong("spread(time) > 1", "unknown statistic 'spread'; available: count, sum, mean");
        assertWrong("std(time) > 100", "no node matches 'std(time) > 100'");
    }
}
