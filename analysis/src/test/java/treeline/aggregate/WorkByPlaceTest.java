package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.numbers.activity.Activities;
import treeline.testkit.Drawing;

class WorkByPlaceTest {
    private static final Profile RUN =
            Drawing.profileOf(
                    """
                    path           rank0  rank1
                    main               1      2
                    main/solve         4    NaN
                    main/MPI_Wait      8     16
                    """);

    private final WorkByPlace work =
            new WorkByPlace(
                    RUN.metric("time"),
                    Locations.of(RUN.contexts(), Locations.By.RANK),
                    ContextMapping.ALL,
                    Activities.of(RUN.outline()));

    private WorkByPlace.Sums once() {
        return work.add(work.zero(), work.map(SourcePart.whole(RUN)));
    }

    @Test
    void waitingIsNoWork() {
        assertThat(work.finish(once()).work()).containsExactly(5, 2);
        assertThat(work.finish(once()).waiting()).containsExactly(8, 16);
    }

    @Test
    void sumsOfSeveralPartsAreAdded() {
        WorkByPlace.Sums twice = work.merge(once(), once());
        assertThat(twice.work()).containsExactly(10, 4);
        assertThat(twice.waiting()).containsExactly(16, 32);
    }
}
