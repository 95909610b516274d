package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.ledger.Accounts;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.single.Workload;
import treeline.testkit.Drawing;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
                    Accounts.of(RUN.outline()));

    private Workload.Sums once() {
        return work.add(work.zero(), work.map(SourcePart.whole(RUN)));
    }

    /// One line per rank: its work, its waiting, and both.
    private String drawn(Workload.Sums sums) {
        Locations ranks = Locations.of(RUN.contexts(), Locations.By.RANK);
        var all =
                new Workload(
                        RUN.tree(),
                        RUN.metric("time"),
                        ranks,
                        ranks,
                        work.finish(sums),
                        _ -> Workload.Worst.NONE);
        return IntStream.range(0, ranks.size())
                .mapToObj(
                        rank ->
                                "%s %s %s"
                                        .formatted(
                                                all.work(rank), all.waiting(rank), all.total(rank)))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void waitingIsNoWork() {
        assertThat(drawn(once())).isEqualTo("5.0 8.0 13.0\n2.0 16.0 18.0");
    }

    @Test
    void sumsOfSeveralPartsAreAdded() {
        assertThat(drawn(work.merge(once(), once()))).isEqualTo("10.0 16.0 26.0\n4.0 32.0 36.0");
    }
}
