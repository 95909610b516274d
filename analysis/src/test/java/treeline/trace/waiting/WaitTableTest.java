package treeline.trace.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Outline;
import treeline.trace.DrawnOperations;
import treeline.trace.TableText;

/// Rank 1 waits for rank 0 from 5 to 20 and from 30 to 50, and rank 2 from 10 to 25. At the barrier
/// both wait from 60 to 70, and the first leaves it at 75.
class WaitTableTest {
    private static final DrawnOperations DRAWN =
            new DrawnOperations(
                    "0 work 20 20 MPI_Send > 1 21 25 MPI_Send > 2 26 26 work 50 50 MPI_Send > 1 51"
                            + " 70 MPI_Barrier coll BARRIER -1 0 0 75",
                    "5 MPI_Recv < 0 22 30 MPI_Recv < 0 52 60 MPI_Barrier coll BARRIER -1 0 0 75",
                    "10 MPI_Recv < 0 27 60 MPI_Barrier coll BARRIER -1 0 0 76");

    private static final Outline RUN = DRAWN.outline();
    private static final WaitAnalysis ANALYSIS = DRAWN.analysis();

    @Test
    void theLongestWaitComesFirstAndOfEqualOnesTheEarliest() {
        assertThat(TableText.of(WaitTable.occurrences(ANALYSIS.waits(), RUN, _ -> true)))
                .isEqualTo(
                        """
                        kind,context,path,node_id,begin,end,seconds,waits_for
                        late sender,rank 1,MPI_Recv,3,3.0E-8,5.0E-8,2.0E-8,rank 0
                        late sender,rank 1,MPI_Recv,3,5.0E-9,2.0E-8,1.5E-8,rank 0
                        late sender,rank 2,MPI_Recv,3,1.0E-8,2.5E-8,1.5E-8,rank 0
                        wait at barrier,rank 1,MPI_Barrier,2,6.0E-8,7.0E-8,1.0E-8,rank 0
                        wait at barrier,rank 2,MPI_Barrier,2,6.0E-8,7.0E-8,1.0E-8,rank 0
                        """);
    }

    @Test
    void kindsIncludeTheCompletionOfBarriers() {
        assertThat(TableText.of(WaitTable.kinds(ANALYSIS.waits(), _ -> true)))
                .isEqualTo(
                        """
                        kind,waits,seconds
                        late sender,3,5.0E-8
                        wait at barrier,2,2.0E-8
                        barrier completion,1,1.0E-9
                        """);
    }

    @Test
    void contextsWaitAndAreWaitedFor() {
        assertThat(TableText.of(WaitTable.contexts(ANALYSIS.waits(), RUN, context -> context < 2)))
                .isEqualTo(
                        """
                        context,waited,caused
                        rank 0,0.0,7.0E-8
                        rank 1,4.5E-8,0.0
                        """);
        assertThat(WaitTable.seconds(ANALYSIS.waits(), context -> context == 2)).isEqualTo(2.5e-8);
    }

    /// Rank 1 waits 16 for rank 0, and rank 2 24 for rank 1: 16 of these while rank 1 waits.
    @Test
    void theLargestCauseComesFirst() {
        var drawn =
                new DrawnOperations(
                        "0 slow 20 20 MPI_Send > 1 21",
                        "0 fast 4 4 MPI_Recv < 0 22 22 work 28 28 MPI_Send > 2 29",
                        "0 fast 4 4 MPI_Recv < 1 30");
        assertThat(TableText.of(WaitTable.causes(drawn.analysis().delayCosts(), drawn.outline())))
                .isEqualTo(
                        """
                        context,path,node_id,direct,seconds,share
                        rank 0,slow,0,1.6E-8,3.2E-8,0.8
                        rank 1,work,4,6.0E-9,6.0E-9,0.15
                        rank 1,MPI_Recv,3,2.0E-9,2.0E-9,0.05
                        """);
    }

    /// Ranks 1 and 3 wait 16, half of it for `x` and half for `y`.
    @Test
    void equalCausesAreInTheOrderOfRanksAndCallPaths() {
        String late = "0 work 4 4 x 12 12 y 20 20 MPI_Send > ";
        var drawn =
                new DrawnOperations(
                        late + "1 21",
                        "0 work 4 4 MPI_Recv < 0 22",
                        late + "3 21",
                        "0 work 4 4 MPI_Recv < 2 22");
        assertThat(
                        TableText.of(
                                WaitTable.causes(drawn.analysis().delayCosts(), drawn.outline()),
                                "context",
                                "path",
                                "share"))
                .isEqualTo(
                        """
                        context,path,share
                        rank 0,x,0.25
                        rank 0,y,0.25
                        rank 2,x,0.25
                        rank 2,y,0.25
                        """);
    }
}
