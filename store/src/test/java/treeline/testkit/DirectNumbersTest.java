package treeline.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Metric.Scope;
import treeline.model.Profile;

class DirectNumbersTest {
    /// Rank 1 did nothing in repetition 1, and its worker thread ran no `step` of its own.
    private static final Profile PROFILE =
            profileOf(
                    """
                    metric time s inclusive
                    path            rank0rep0  rank0rep1  rank1thread0rep0  rank1thread1rep0  rank1thread0rep1  rank2rep0
                    main                   10         14                 6                 -                 -          -
                    main/step               8         12                 4                 -                 -          -
                    main/step/work          5          6                 3                 7                 -          -
                    other                   -          -                 -                 -                 -          -
                    """);

    private final DirectNumbers numbers = DirectNumbers.of(PROFILE, PROFILE.metric("time"));
    private final int main = PROFILE.tree().at("main");
    private final int step = PROFILE.tree().at("main/step");
    private final int work = PROFILE.tree().at("main/step/work");
    private final int other = PROFILE.tree().at("other");

    @Test
    void exclusiveIsWhatIsNotMeasuredBelow() {
        assertEquals(2, numbers.ofContext(Scope.EXCLUSIVE, main, PROFILE.contexts().get(0)));
        assertEquals(3, numbers.ofContext(Scope.EXCLUSIVE, step, PROFILE.contexts().get(0)));
        Context worker = new Context("", 1, 1, Context.NONE, 0);
        assertEquals(Double.NaN, numbers.ofContext(Scope.EXCLUSIVE, step, worker));
        assertEquals(7, numbers.ofContext(Scope.INCLUSIVE, step, worker));
    }

    @Test
    void aProcessIsTheSumOfItsThreadsAndTheMeanOfItsRepetitions() {
        assertEquals(12, numbers.ofProcess(Scope.INCLUSIVE, main, Context.ofRank(0)));
        assertEquals(13, numbers.ofProcess(Scope.INCLUSIVE, main, Context.ofRank(1)));
        assertEquals(0, numbers.ofProcess(Scope.INCLUSIVE, main, Context.ofRank(2)));
        assertEquals(10, numbers.ofProcess(Scope.EXCLUSIVE, work, Context.ofRank(1)));
    }

    @Test
    void allProcessesCountAlsoThoseThatHaveNothing() {
        assertEquals(25.0 / 3, numbers.value(Scope.INCLUSIVE, main));
        assertEquals(25, numbers.sum(Scope.INCLUSIVE, main));
        assertEquals(0, numbers.min(Scope.INCLUSIVE, main));
        assertEquals(13, numbers.max(Scope.INCLUSIVE, main));
    }

    @Test
    void elapsedIsTheLongestContextOfEachRepetition() {
        assertEquals((12 + 7) / 3.0, numbers.elapsed(main));
        assertEquals((5.5 + 7) / 3.0, numbers.elapsed(work));
    }

    @Test
    void nothingWasMeasuredIsNotZero() {
        assertEquals(Double.NaN, numbers.value(Scope.INCLUSIVE, other));
        assertEquals(Double.NaN, numbers.sum(Scope.EXCLUSIVE, other));
        assertEquals(Double.NaN, numbers.max(Scope.EXCLUSIVE, other));
        assertEquals(Double.NaN, numbers.elapsed(other));
    }

    @Test
    void aHostIsAProcessWhereNoRankIsKnown() {
        Context thread = new Context("node7", Context.NONE, 3, Context.NONE, 2);
        assertEquals("node7", DirectNumbers.processOf(thread).toString());
        assertEquals("rank 4", DirectNumbers.processOf(Context.ofThread(4, 1)).toString());
        assertEquals(
                Context.WHOLE,
                DirectNumbers.processOf(new Context("", Context.NONE, 1, 0, Context.NONE)));
    }
}
