package treeline.ensemble.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.single.Grouping;
import treeline.single.Threshold;
import treeline.table.Table;

import java.util.List;

class PivotTest {
    private static Table pivot(Threshold threshold, Run... runs) {
        Ensemble ensemble = Ensemble.of(List.of(runs));
        return Pivot.of(ensemble, ensemble.metric("time"), Grouping.NAME, threshold);
    }

    private static final Run[] TWO = {
        run("one", "", "init=1", "main=9", "main/io=2", "run=4"),
        run("two", "", "init=3", "main=8", "run=5")
    };

    /// By its largest value in any run; a function called `run` does not hide the runs.
    @Test
    void theMostExpensiveFunctionComesFirst() {
        assertThat(pivot(Threshold.none(), TWO).toString())
                .isEqualToIgnoringWhitespace(
                        """
                        run  main  function.run  init  io
                        one     9             4     1   2
                        two     8             5     3   -
                        """);
    }

    @Test
    void functionsExactlyAtTheThresholdAreShown() {
        assertThat(pivot(new Threshold.Absolute(3), TWO).names())
                .containsExactly("run", "main", "function.run", "init");
        assertThat(pivot(new Threshold.ShareOfLargest(5.0 / 9), TWO).names())
                .containsExactly("run", "main", "function.run");
    }

    /// What a formula gives, such as a difference or a division by 0.
    @Test
    void withoutAThresholdNegativeAndInfiniteValuesAreShown() {
        assertThat(pivot(Threshold.none(), run("a", "", "up=-2", "down=-3")).names())
                .containsExactly("run", "up", "down");
        assertThat(pivot(Threshold.none(), run("a", "", "up=2", "down=Infinity")).names())
                .containsExactly("run", "down", "up");
    }
}
