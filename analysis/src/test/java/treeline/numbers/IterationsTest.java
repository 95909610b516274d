package treeline.numbers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metric.Scope;

class IterationsTest {
    private static Iterations of(String drawing, Scope scope) {
        return Iterations.of(Numbers.of(profileOf(drawing), "time"), scope, 0).orElseThrow();
    }

    @Test
    void anIterationIsOverThoseWhoDidIt() {
        Iterations step =
                of("path rank0 rank1 rank2 rank3\nstep 1+2+3 5+4 9+_+7 8\n", Scope.EXCLUSIVE);
        assertThat(step.mean().toArray()).containsExactly(5, 3, 5);
        assertThat(step.min().toArray()).containsExactly(1, 2, 3);
        assertThat(step.max().toArray()).containsExactly(9, 4, 7);
    }

    @Test
    void iterationsOfThreadsAreAddedUpAlsoWhereTheFirstDidFewer() {
        String drawing = "path rank0thread0 rank0thread1\nstep 1+2 10+20+30\n";
        assertThat(of(drawing, Scope.EXCLUSIVE).mean().toArray()).containsExactly(11, 22, 30);
        String other = "path rank0thread0 rank0thread1\nstep 10+20+30 1+2\n";
        assertThat(of(other, Scope.EXCLUSIVE).mean().toArray()).containsExactly(11, 22, 30);
    }

    @Test
    void aCalleeThatARankDidNotRunTakesNothing() {
        String exclusive =
                """
                path        rank0  rank1
                step          2+4    4+8
                step/inner    2+2      -
                """;
        assertThat(of(exclusive, Scope.INCLUSIVE).mean().toArray()).containsExactly(4, 7);
        assertThat(of("metric time s inclusive\n" + exclusive, Scope.EXCLUSIVE).mean().toArray())
                .containsExactly(2, 5);
    }

    @Test
    void theAskedScopeIsTakenWhereBothKeptIterations() {
        String both =
                """
                metric other s inclusive
                path        rank0
                step          7+7

                metric time s exclusive
                path        rank0
                step          1+2
                step/inner    1+1

                metric time s inclusive
                path        rank0
                step         5+10
                step/inner    1+1
                """;
        assertThat(of(both, Scope.EXCLUSIVE).mean().toArray()).containsExactly(1, 2);
        assertThat(of(both, Scope.INCLUSIVE).mean().toArray()).containsExactly(5, 10);
    }

    @Test
    void ranksAreAveragedOverTheirRepetitions() {
        Numbers numbers =
                Numbers.of(
                        profileOf(
                                """
                                path  rank0rep0  rank0rep1  rank1rep0  rank2rep0
                                step      1+2+3        3+4      5+_+7          -
                                """),
                        "time");
        var sums = new IterationSums();
        sums.add(Iterations.measured(numbers, Scope.EXCLUSIVE), rank -> rank);
        assertThat(sums.nodes()).containsExactly(0);
        assertThat(sums.iterations(0).mean().toArray()).containsExactly(3, 3, 5);
        assertThat(new int[] {sums.slowest(0, 0), sums.slowest(0, 1), sums.slowest(0, 2)})
                .containsExactly(1, 0, 1);
        assertThat(new double[] {sums.excess(0, 0), sums.excess(0, 1), sums.excess(0, 2)})
                .containsExactly(1.5, 0, 2);
        Numbers without = Numbers.of(profileOf("path rank0\nmain 1\n"), "time");
        assertThat(Iterations.measured(without, Scope.EXCLUSIVE)).isEmpty();
        assertThatThrownBy(() -> sums.iterations(7)).hasMessage("node 7 has no iterations");
    }

    @Test
    void theOtherScopeIsComputedWhereOnlyOneKeptIterations() {
        String one =
                """
                metric time s exclusive
                path        rank0
                step          1+2
                step/inner    1+1

                metric time s inclusive
                path        rank0
                step            5
                step/inner      2
                """;
        assertThat(of(one, Scope.EXCLUSIVE).mean().toArray()).containsExactly(1, 2);
        assertThat(of(one, Scope.INCLUSIVE).mean().toArray()).containsExactly(2, 3);
    }
}
