package treeline.single;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;
import treeline.numbers.Activities;
import treeline.numbers.Places;

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
                Places.of(profile.contexts(), Places.By.RANK),
                Activities.of(profile.outline()));
    }

    @Test
    void aSlowRankIsOneThatWorksLongerAndTheOthersWaitForIt() {
        assertThat(of(RUN).table().toString())
                .isEqualTo(
                        """
                        place   work  excess  waiting  others_wait  most_at
                        rank 3    31    14.5        0           20  main/solve
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
        assertThat(of(profileOf("path rank0 rank1\nmain 100 104\n")).slow()).isEmpty();
        assertThat(of(profileOf("path rank0 rank1\nmain 100 104.1\n")).slow()).hasSize(1);
    }

    @Test
    void oneRankHasNobodyToBeSlowerThan() {
        assertThat(of(profileOf("path rank0\nmain 100\n")).slow()).isEmpty();
    }

    @Test
    void threadsAreNotComparedByTheirWork() {
        Profile threads = profileOf("path thread0 thread1\nmain 1 2\n");
        Places places = Places.usual(threads.contexts());
        Activities activities = Activities.of(threads.outline());
        assertThatThrownBy(
                        () ->
                                Workload.of(
                                        threads, threads.metrics().getFirst(), places, activities))
                .hasMessage("work is compared among ranks or hosts");
    }
}
