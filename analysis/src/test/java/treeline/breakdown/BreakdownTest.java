package treeline.breakdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.breakdown.GpuUtilisation.Interval;
import treeline.breakdown.GpuUtilisation.Stream;
import treeline.ledger.Operation;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.transform.Reduction;

import java.util.List;

class BreakdownTest {

    @Test
    void mpiInsideOfMpiCountsOnceAndRowsSumToTheTotal() {
        Profile profile =
                profileOf(
                        """
                        path                                 rank0
                        main                                     5
                        main/MPI_Allreduce                       1
                        main/MPI_Allreduce/PMPI_Allreduce        2
                        main/MPI_Allreduce/PMPI_Allreduce/MPI_Wait 1
                        main/MPI_Send                            1
                        """);
        ReportMetrics metrics = ReportMetrics.of(profile.outline());
        Breakdown.Part cpu =
                Breakdown.of(
                                profile.outline(),
                                metrics,
                                metric -> Numbers.of(profile, metric),
                                Reduction.MEAN)
                        .cpu()
                        .orElseThrow();
        double rows = cpu.rows().stream().mapToDouble(Breakdown.Row::value).sum();
        assertThat(rows).isCloseTo(cpu.total(), within(1e-12));
        assertThat(cpu.rows().stream().map(Breakdown.Row::operation))
                .containsOnly(
                        Operation.COMPUTATION,
                        Operation.MPI_COLLECTIVE,
                        Operation.MPI_POINT_TO_POINT);
    }

    @Test
    void aDeviceIsBusyWhileAnyOfItsStreamsIs() {
        List<Stream> streams =
                List.of(
                        new Stream(
                                "rank 0", "", List.of(new Interval(0, 60), new Interval(70, 200))),
                        new Stream("rank 0", "", List.of(new Interval(-10, 65))));
        assertThat(GpuUtilisation.of(streams, 0, 100))
                .containsExactly(new GpuUtilisation("rank 0", "", 2, 95, 5, 0));
    }
}
