package treeline.numbers;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.transform.Reduction;

import java.util.List;

class AveragesTest {
    @Test
    void aRunWithRepetitionsBecomesOneWithTheSameNumbers() {
        Profile repeated =
                profileOf(
                        """
                        metric time s inclusive
                        path        rank0thread0rep0  rank0thread1rep0  rank0thread0rep1  rank1thread0rep1
                        main                       8                 2                20                40
                        main/solve                 4                 -                 8                 -

                        metric rss B point
                        path        rank0thread0rep0  rank0thread1rep0  rank0thread0rep1  rank1thread0rep1
                        main                       1                 3                 5                 9
                        """);
        Profile once = Averages.ofRepetitions(repeated);
        assertThat(once.contexts()).containsExactly(Context.ofRank(0), Context.ofRank(1));
        assertThat(once.metrics()).isEqualTo(repeated.metrics());
        assertThat(once.column(once.metric("time")).at(0, 0)).isEqualTo(15);
        assertThat(once.column(once.metric("time")).at(1, 0)).isEqualTo(40);
        assertThat(once.column(once.metric("rss")).at(0, 0)).isEqualTo(4);
        for (Reduction over : Reduction.values())
            for (Scope scope : new Scope[] {Scope.INCLUSIVE, Scope.EXCLUSIVE})
                assertThat(Numbers.of(once, "time").values(scope, over))
                        .isEqualTo(Numbers.of(repeated, "time").values(scope, over));
    }

    @Test
    void aRankWithoutRepetitionsIsTreatedAsTheOthers() {
        Profile part = profileOf("path rank1thread0rep0 rank1thread1rep0\nmain 1 2\n");
        Context other = Context.ofRank(0).inRepetition(1);
        List<Context> all = List.of(part.contexts().get(0), part.contexts().get(1), other);
        Profile once = Averages.ofParts(all).apply(part);
        assertThat(once.contexts()).containsExactly(Context.ofRank(1));
        assertThat(once.column(once.metric("time")).at(0, 0)).isEqualTo(3);
    }

    @Test
    void aRunThatWasNotRepeatedIsLeftAsItIs() {
        Profile threads = profileOf("path rank0thread0 rank0thread1\nmain 1 2\n");
        assertThat(Averages.ofRepetitions(threads)).isSameAs(threads);
        Profile one = profileOf("path rank0rep3\nmain 1\n");
        assertThat(Averages.ofRepetitions(one)).isSameAs(one);
    }
}
