package treeline.trace.path;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.trace.DrawnOperations;
import treeline.trace.TableText;

import java.util.List;

class CriticalPathTest {
    /// `context begin-end`.
    private static List<String> path(String... ranks) {
        return new DrawnOperations(ranks)
                .criticalPath().segments().stream()
                        .map(
                                each ->
                                        "%d %d-%d"
                                                .formatted(
                                                        each.context(),
                                                        each.beginNanos(),
                                                        each.endNanos()))
                        .toList();
    }

    /// Ranks 1 and 2 both wait until 30: rank 1 is on the path for no time.
    @Test
    void thePathFollowsWaitsThatEndAtTheSameMoment() {
        assertThat(
                        path(
                                "0 work 30 30 MPI_Send > 1 31",
                                "0 MPI_Recv < 0 30 30 MPI_Send > 2 31",
                                "0 MPI_Recv < 1 32 32 more 40"))
                .containsExactly("0 0-30", "2 30-40");
    }

    /// By a coarse clock, ranks 0 and 1 wait for each other until 20.
    @Test
    void contextsThatWaitForEachOtherUntilTheSameMomentAreVisitedOnce() {
        assertThat(
                        path(
                                "0 a 5 5 MPI_Recv < 1 20 20 MPI_Send > 1 21",
                                "0 a 5 5 MPI_Recv < 0 20 20 MPI_Send > 0 21 21 more 40"))
                .containsExactly("0 0-20", "1 20-40");
    }

    @Test
    void thePathStartsAtTheFirstEvent() {
        assertThat(path("7 work 20", "5 work 19")).containsExactly("0 5-20");
        assertThat(path("7 work 20", "5 work 20"))
                .as("of equal ends, the first context")
                .containsExactly("0 5-20");
    }

    @Test
    void thePathLeavesAThreadAtTheStartOfItsTeam() {
        assertThat(path("0 work 10 10 fork 30", "10 region team 0 50"))
                .containsExactly("0 0-10", "1 10-50");
        assertThat(path("0 work 10 10 fork team 0 50"))
                .as("the thread that forked the team")
                .containsExactly("0 0-50");
    }

    /// Thread 1 works for two teams. It waits for rank 2 from 30 to 40.
    @Test
    void theLaterOfAWaitAndATeamStartCounts() {
        String rank2 = "0 slow 40 40 MPI_Send > 1 41";
        assertThat(
                        path(
                                "0 work 50",
                                "5 a team 0 20 25 a team 0 30 30 MPI_Recv < 2 42 42 a 60",
                                rank2))
                .containsExactly("2 0-40", "1 40-60");
        assertThat(path("0 work 50", "30 MPI_Recv < 2 42 45 a team 0 60", rank2))
                .containsExactly("0 0-45", "1 45-60");
    }

    /// Thread 1 waits for rank 2 until 40, and its next piece of work starts at 40.
    @Test
    void ofAWaitAndATeamStartAtTheSameMomentTheTeamStartCounts() {
        assertThat(
                        path(
                                "0 work 50",
                                "30 MPI_Recv < 2 40 40 a team 0 60",
                                "0 slow 40 40 MPI_Send > 1 41"))
                .containsExactly("0 0-40", "1 40-60");
    }

    /// Of the path, `work` takes 20, MPI_Recv 5 and `more` 15. Both ranks have 25 of `work`, 20 of
    /// MPI_Recv and 15 of `more`.
    @Test
    void functionsHaveTheirTimeOnThePathAndTheMeanOfRanks() {
        var drawn =
                new DrawnOperations(
                        "0 work 20 20 MPI_Send > 1 22", "0 work 5 5 MPI_Recv < 0 25 25 more 40");
        CriticalPath path = drawn.criticalPath();
        assertThat(TableText.of(CriticalPathTable.functions(path, drawn.traces(), drawn.outline())))
                .isEqualTo(
                        """
                        function,seconds,share,mean,imbalance,gain
                        work,2.0E-8,0.5,1.25E-8,7.5E-9,2.0E-9
                        more,1.5E-8,0.375,7.5E-9,7.5E-9,1.5E-9
                        MPI_Recv,5.0E-9,0.125,1.0E-8,0.0,5.0E-10
                        """);
        assertThat(TableText.of(CriticalPathTable.contexts(path, drawn.outline())))
                .isEqualTo(
                        """
                        context,seconds,share
                        rank 0,2.0E-8,0.5
                        rank 1,2.0E-8,0.5
                        """);
        assertThat(TableText.of(CriticalPathTable.segments(path, drawn.outline())))
                .isEqualTo(
                        """
                        context,begin,end,seconds
                        rank 0,0.0,2.0E-8,2.0E-8
                        rank 1,2.0E-8,4.0E-8,2.0E-8
                        """);
    }

    @Test
    void timeOutsideAllFunctionsIsOnThePathToo() {
        var drawn = new DrawnOperations("0 b 10 20 a 30");
        assertThat(
                        TableText.of(
                                CriticalPathTable.functions(
                                        drawn.criticalPath(), drawn.traces(), drawn.outline()),
                                "function",
                                "seconds"))
                .as("equal times by name")
                .isEqualTo(
                        """
                        function,seconds
                        <no activity>,1.0E-8
                        a,1.0E-8
                        b,1.0E-8
                        """);
    }
}
