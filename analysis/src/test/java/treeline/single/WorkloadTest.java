package treeline.single;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.ledger.Accounts;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.table.Column;

class WorkloadTest {
    private static final Profile RUN =
            profileOf(
                    """
                    path           tag   rank0  rank1  rank2  rank3
                    main           -         1      1      1      1
                    main/solve     COMP     10     10     10     30
                    main/MPI_Wait  -        20     20     20      0
                    main/write     IO        2      -      -      -
                    """);

    private static Workload of(Profile profile) {
        return Workload.of(
                profile,
                profile.metrics().getFirst(),
                Locations.of(profile.contexts(), Locations.By.RANK),
                Accounts.of(profile.outline()));
    }

    @Test
    void aSlowRankIsOneThatWorksLongerAndTheOthersWaitForIt() {
        assertThat(of(RUN).table().toString())
                .isEqualTo(
                        """
                        place   thread  work  excess  waiting  others_wait  most_at
                        rank 3            31    14.5        0           20  main/solve
                        """);
        assertThat(of(RUN).work(0)).isEqualTo(13);
        assertThat(of(RUN).waiting(0)).isEqualTo(20);
    }

    @Test
    void whoWaitsLongestIsNotSlow() {
        assertThat(of(RUN).slow()).extracting(Workload.Slow::place).containsExactly(3);
    }

    @Test
    void whatIsLessThanTheFloorAboveTheMeanIsNotSlow() {
        assertThat(of(profileOf("path rank0 rank1\nmain 98 102\n")).slow()).isEmpty();
        assertThat(of(profileOf("path rank0 rank1\nmain 97.9 102.1\n")).slow()).hasSize(1);
        Workload root = of(profileOf("path rank0 rank1\nmain 1 3\n"));
        assertThat(root.table().column("most_at")).isEqualTo(Column.text("most_at", "main"));
    }

    @Test
    void theMajorityIsNotSlow() {
        Workload master =
                of(
                        profileOf(
                                """
                                path           rank0  rank1  rank2  rank3
                                main/work          -     10     10     10
                                main/MPI_Recv     10      -      -      -
                                """));
        assertThat(master.slow()).isEmpty();
        assertThat(of(profileOf("path rank0 rank1 rank2\nmain 90 100 101.9\n")).slow()).isEmpty();
        assertThat(of(profileOf("path rank0 rank1 rank2\nmain 90 100 102.1\n")).slow()).hasSize(1);
        assertThat(of(profileOf("path rank0 rank1 rank2 rank3\nmain 1 1 2 2\n")).slow()).hasSize(2);
    }

    @Test
    void workBelowOnePercentOfTheRunIsNotSlow() {
        String run =
                """
                path           rank0  rank1  rank2  rank3
                main/work         10     10     10     12
                main/MPI_Wait    %s
                """;
        assertThat(of(profileOf(run.formatted("200 200 200 200"))).slow()).isEmpty();
        assertThat(of(profileOf(run.formatted("200 200 200 198"))).slow()).isEmpty();
        assertThat(of(profileOf(run.formatted("130 130 130 130"))).slow()).hasSize(1);
    }

    @Test
    void oneRankHasNobodyToBeSlowerThan() {
        assertThat(of(profileOf("path rank0\nmain 100\n")).slow()).isEmpty();
        assertThat(of(profileOf("path rank0\nmain -5\n")).slow()).isEmpty();
    }

    @Test
    void aRankIsAsSlowAsItsCriticalThread() {
        Workload helpers =
                of(
                        profileOf(
                                """
                                path                    rank0thread0  rank1thread0  rank1thread1  rank1thread2
                                main/solve                       4.2           3.9             -             -
                                main/MPI_Barrier                   -           0.3             -             -
                                pool/pthread_cond_wait             -             -           4.2           4.2
                                """));
        assertThat(helpers.hasThreads()).isTrue();
        Workload.Slow slow = helpers.slow().getFirst();
        assertThat(helpers.worker(slow.place())).isEqualTo("rank 0 thread 0");
        assertThat(slow.excess()).isCloseTo(0.15, within(1e-9));
        assertThat(slow.othersWait()).isEqualTo(0.3);
        assertThat(slow.isMostlyAtWorst()).isTrue();
        assertThat(helpers.total(1)).isCloseTo(12.6, within(1e-9));
    }

    @Test
    void streamsOfDevicesAreCriticalOnlyWithoutThreads() {
        Workload devices =
                of(
                        profileOf(
                                """
                                path    rank0thread0  rank0stream7  rank1stream7  rank1stream9
                                main               1             9             5             6
                                """));
        assertThat(devices.work(0)).isEqualTo(1);
        assertThat(devices.work(1)).isEqualTo(6);
    }

    @Test
    void threadsAreNotComparedByTheirWork() {
        Profile threads = profileOf("path thread0 thread1\nmain 1 2\n");
        Locations places = Locations.defaultFor(threads.outline());
        Accounts accounts = Accounts.of(threads.outline());
        assertThatThrownBy(
                        () -> Workload.of(threads, threads.metrics().getFirst(), places, accounts))
                .hasMessage("workloads can be compared over ranks or hosts only");
    }

    @Test
    void slowRanksThatWaitThemselvesWaitLessThanTheOthers() {
        Workload workload =
                of(
                        profileOf(
                                """
                                path           rank0  rank1  rank2  rank3
                                main/solve        10     10     30     50
                                main/MPI_Wait     45     45     24      3
                                """));
        assertThat(workload.table().toString())
                .isEqualTo(
                        """
                        place   thread  work  excess  waiting  others_wait  most_at
                        rank 3            50      25        3           35  main/solve
                        rank 2            30       5       24            7  main/solve
                        """);
        assertThat(workload.slow()).extracting(Workload.Slow::place).containsExactly(3, 2);
        assertThat(workload.spread().mean()).isEqualTo(25);
        assertThat(workload.places().size()).isEqualTo(4);
    }

    @Test
    void aRankIsSlowestWhereItIsMostAboveTheMeanAndNotWhereItWorksMost() {
        Workload workload =
                of(
                        profileOf(
                                """
                                path    rank0  rank1  rank2
                                main/a    100    100    100
                                main/b      0     20     10
                                main/c     10     40    NaN
                                main/d     10     40      -
                                """));
        assertThat(workload.table().column("place")).isEqualTo(Column.text("place", "rank 1"));
        assertThat(workload.table().column("most_at")).isEqualTo(Column.text("most_at", "main/c"));
    }

    @Test
    void whoRanNothingIsSlowerNowhere() {
        Workload workload = of(profileOf("path rank0 rank1\nmain -5 -\n"));
        assertThat(workload.table().column("place")).isEqualTo(Column.text("place", "rank 1"));
        assertThat(workload.table().column("most_at")).isEqualTo(Column.text("most_at", ""));
    }
}
