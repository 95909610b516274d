package treeline.dashboard.view;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.numbers.Numbers;
import treeline.transform.Reduction;
import treeline.view.DiffTree;

class ChangesTest {
    private static Changes changes(String run, String against) {
        Numbers a = Numbers.of(profileOf(run), "time");
        Numbers b = Numbers.of(profileOf(against), "time");
        return Changes.of(DiffTree.of(a, b, Reduction.MEAN, 100), a, b, Reduction.MEAN);
    }

    /// `main/log` changes by less than a hundredth of the run.
    @Test
    void withoutRepetitionsDifferencesAreListedWithAWarning() {
        Changes found =
                changes(
                        """
                        path        rank0
                        main            1
                        main/solve     40
                        main/write      2
                        main/check      5
                        main/log      0.3
                        """,
                        """
                        path             rank0
                        main                 1
                        main/solve          10
                        main/solve/wait     24
                        main/write           8
                        main/log           0.1
                        """);
        assertThat(found.note())
                .startsWith("No test is possible: each side has one run without repetitions");
        assertThat(found.changes())
                .extracting(Changes.Change::text)
                .containsExactly(
                        "main/solve takes 30.0 s more (+300.0 %)",
                        "main/check is new: 5.00 s",
                        "main/solve/wait is gone: 24.0 s less",
                        "main/write takes 6.00 s less (−75.0 %)");
    }

    @Test
    void withRepetitionsOnlySignificantDifferencesAreListed() {
        Changes found =
                changes(
                        """
                        path        rank0rep0  rank0rep1  rank0rep2  rank0rep3  rank0rep4
                        main/solve       20.0       20.2       19.9       20.1       20.0
                        main/noise          9          2          8          3          9
                        """,
                        """
                        path        rank0rep0  rank0rep1  rank0rep2  rank0rep3  rank0rep4
                        main/solve       10.0       10.2        9.9       10.1       10.0
                        main/noise          3          7          4          8          2
                        """);
        assertThat(found.note()).isEmpty();
        assertThat(found.changes())
                .singleElement()
                .extracting(Changes.Change::text)
                .asString()
                .startsWith("main/solve takes 10.0 s more (+99.6 %, p = ");
    }

    @Test
    void noiseIsNotADifference() {
        Changes found =
                changes(
                        "path rank0rep0 rank0rep1 rank0rep2\nmain 9 2 8\n",
                        "path rank0rep0 rank0rep1 rank0rep2\nmain 3 7 4\n");
        assertThat(found.changes()).isEmpty();
        assertThat(found.note()).startsWith("No difference is significant");
    }

    @Test
    void equalRunsDoNotDiffer() {
        Changes found = changes("path rank0\nmain 9\n", "path rank0\nmain 9\n");
        assertThat(found.changes()).isEmpty();
        assertThat(found.note()).isEqualTo("No call path differs by more than 1 % of the total.");
    }
}
