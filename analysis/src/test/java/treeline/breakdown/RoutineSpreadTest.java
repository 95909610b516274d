package treeline.breakdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.aggregate.LocalEngine;
import treeline.aggregate.NodeDistribution;
import treeline.aggregate.PartitionedSource;
import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.util.List;

class RoutineSpreadTest {

    @Test
    void callSitesOfARankAddUpAndThoseWhoNeverCalledCountAsZero() throws IOException {
        Profile profile =
                Drawing.profileOf(
                        """
                        path               rank0thread0  rank0thread1  rank1thread0  rank2thread0
                        main/MPI_Send                 1             2             7             -
                        main/MPI_Send/poll            1             -             -             -
                        main/f/mpi_send_              4             -             -             -
                        main/MPI_Recv                 -             -             -             -
                        """);
        List<RoutineCalls> calls = RoutineCalls.ofMpi(profile.outline());
        Metric time = new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE);
        List<RoutineSpread> spreads =
                RoutineSpread.of(
                        calls,
                        LocalEngine.withDefaults()
                                .run(
                                        RoutineSpread.question(time, calls),
                                        PartitionedSource.of(profile)),
                        3);
        assertThat(spreads).hasSize(1);
        RoutineSpread send = spreads.getFirst();
        assertThat(send.routine()).isEqualTo("MPI_Send");
        assertThat(send.ran()).isEqualTo(2);
        assertThat(send.shape().moments().min()).isZero();
        assertThat(send.shape().moments().mean()).isEqualTo(5);
        assertThat(send.shape().moments().max()).isEqualTo(8);
        assertThat(send.groups().moments().min()).isEqualTo(7);
        assertThat(send.groups().moments().present()).isEqualTo(2);
        assertThat(send.histogram().toArray()).containsExactly(1, 0, 0, 0, 0, 0, 0, 0, 1, 1);
        assertThat(send.slowest().toArray()).startsWith(0);
    }

    @Test
    void ofVeryManyRanksNumbersAreKnownToOnePercent() {
        var many = new NodeDistribution();
        for (int rank = 0; rank < 100_000; rank++)
            many.add(rank, (rank % 2 == 0 ? 1 : 100) + rank * 1e-6);
        RoutineSpread bcast =
                RoutineSpread.of(
                                List.of(new RoutineCalls("MPI_Bcast", ImmutableInts.owning(0))),
                                List.of(many),
                                100_000)
                        .getFirst();
        assertThat(bcast.isExact()).isFalse();
        assertThat(bcast.ran()).isEqualTo(100_000);
        assertThat(bcast.shape().moments().min()).isEqualTo(1);
        assertThat(bcast.shape().moments().max()).isEqualTo(100 + 99_999 * 1e-6);
        assertThat(bcast.shape().moments().mean()).isCloseTo(50.55, within(0.51));
        assertThat(bcast.groups().isBimodal()).isTrue();
    }

    @Test
    void ofVeryManyRanksThoseWhoNeverCalledCountAsZeroToo() {
        var many = new NodeDistribution();
        for (int rank = 0; rank < 100_000; rank++) many.add(rank, 100);
        RoutineSpread bcast =
                RoutineSpread.of(
                                List.of(new RoutineCalls("MPI_Bcast", ImmutableInts.owning(0))),
                                List.of(many),
                                200_000)
                        .getFirst();
        assertThat(bcast.shape().moments().min()).isZero();
        assertThat(bcast.shape().moments().mean()).isCloseTo(50, within(0.5));
        assertThat(bcast.groups().isBimodal()).isFalse();
    }

    @Test
    void ranksThatNeverCallARoutineAreNoGroup() {
        var half = new NodeDistribution();
        for (int rank = 0; rank < 8; rank++) half.add(rank, 10 + rank % 2);
        RoutineSpread send =
                RoutineSpread.of(
                                List.of(new RoutineCalls("MPI_Send", ImmutableInts.owning(0))),
                                List.of(half),
                                16)
                        .getFirst();
        assertThat(send.shape().isBimodal()).isTrue();
        assertThat(send.groups().isBimodal()).isFalse();
        assertThat(
                        RoutineSpread.table(
                                        List.of(send),
                                        new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE),
                                        Integer::toString,
                                        1)
                                .column("bimodal")
                                .number(0))
                .isZero();
    }
}
