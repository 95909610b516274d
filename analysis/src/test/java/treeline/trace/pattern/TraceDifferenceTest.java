package treeline.trace.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Outline;
import treeline.source.trace.Interactions;
import treeline.source.trace.Traces;
import treeline.table.Table;
import treeline.testkit.FakeLine;
import treeline.trace.DrawnCalls;
import treeline.trace.TableText;

import java.util.List;

class TraceDifferenceTest {
    private static final String PATHS = "main main/init main/work main/halo main/out";

    private static DrawnCalls drawn(String... ranks) {
        return new DrawnCalls(PATHS, ranks);
    }

    private static Table difference(DrawnCalls before, DrawnCalls after) {
        return TraceDifference.of(
                before.outline(), before.traces(), after.outline(), after.traces());
    }

    @Test
    void phasesAreBeforeDuringAndAfterTheRepetitions() {
        Table difference = difference(drawn("iiwhwhwho"), drawn("iiiwwhwwhwwhoo"));
        assertThat(TableText.of(difference))
                .isEqualTo(
                        """
                        phase,function,before,after,change,calls_before,calls_after
                        repetitions,work,3.0,6.0,3.0,3.0,3.0
                        after,out,1.0,2.0,1.0,1.0,1.0
                        before,init,2.0,3.0,1.0,1.0,1.0
                        repetitions,halo,3.0,3.0,0.0,3.0,3.0
                        """);
        assertThat(TraceDifference.hasPhases(difference)).isTrue();
    }

    @Test
    void withoutAPatternWholeRunsAreCompared() {
        Table difference = difference(drawn("iiwhwhwho"), drawn("iwhwh"));
        assertThat(TableText.of(difference))
                .isEqualTo(
                        """
                        phase,function,before,after,change,calls_before,calls_after
                        whole run,halo,3.0,2.0,-1.0,3.0,2.0
                        whole run,init,2.0,1.0,-1.0,1.0,1.0
                        whole run,out,1.0,0.0,-1.0,1.0,0.0
                        whole run,work,3.0,2.0,-1.0,3.0,2.0
                        """);
        assertThat(TraceDifference.hasPhases(difference)).isFalse();
    }

    /// Rank 2 does not repeat work and halo.
    @Test
    void timesAreMeansOverTheContextsWithThePattern() {
        assertThat(
                        TableText.of(
                                difference(
                                        drawn("whwhwh", "wwwwhwhwh", "oooooooooooo"),
                                        drawn("whwhwhm", "whwhwhm"))))
                .isEqualTo(
                        """
                        phase,function,before,after,change,calls_before,calls_after
                        repetitions,work,4.5,3.0,-1.5,3.0,3.0
                        after,main,0.0,1.0,1.0,0.0,0.0
                        repetitions,halo,3.0,3.0,0.0,3.0,3.0
                        """);
    }

    @Test
    void streamsAreNotAddedToThreads() {
        assertThat(
                        TableText.of(
                                difference(drawn("wo").stream("hhhh "), drawn("wwo").stream("h")),
                                "function",
                                "before",
                                "after"))
                .isEqualTo(
                        """
                        function,before,after
                        work,1.0,2.0
                        out,1.0,1.0
                        """);
    }

    /// The last call of `work` starts when the repetitions end.
    @Test
    void aCallBelongsToThePhaseInWhichItStarts() {
        assertThat(
                        TableText.of(
                                difference(drawn("whwhwhw"), drawn("whwhwhw")),
                                "phase",
                                "function",
                                "calls_before"))
                .isEqualTo(
                        """
                        phase,function,calls_before
                        after,work,1.0
                        repetitions,halo,3.0
                        repetitions,work,3.0
                        """);
    }

    @Test
    void rootsAreCalledToo() {
        assertThat(TableText.of(difference(drawn("m m"), drawn("m"))))
                .isEqualTo(
                        """
                        phase,function,before,after,change,calls_before,calls_after
                        whole run,<no activity>,1.0,0.0,-1.0,0.0,0.0
                        whole run,main,2.0,1.0,-1.0,2.0,1.0
                        """);
    }

    /// A window of a trace starts in `main/work`, which ends after a second.
    @Test
    void aCallThatIsOpenAtTheStartCounts() {
        Outline outline = drawn("m").outline();
        var traces =
                new Traces(
                        0,
                        2 * DrawnCalls.SECOND,
                        List.of(FakeLine.of(0, 2 * DrawnCalls.SECOND, 0, 2, DrawnCalls.SECOND, 0)),
                        Traces.Detail.CALLS,
                        Interactions.NONE,
                        List.of());
        assertThat(
                        TableText.of(
                                TraceDifference.of(outline, traces, outline, traces),
                                "function",
                                "before",
                                "calls_before"))
                .isEqualTo("function,before,calls_before\nmain,1.0,0.0\nwork,1.0,1.0\n");
    }
}
