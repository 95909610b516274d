package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import treeline.model.CallTree;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.record.ranks.SoloCommunicator;
import treeline.testkit.Patience;
import treeline.testkit.Trials;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/// Snapshots of threads that record as fast as they can. Reading is made slow, so that every
/// snapshot is interrupted by thousands of events.
@Timeout(Patience.TEST_SECONDS)
class ConsistentSnapshotTest {
    private static final int SNAPSHOTS = Trials.of(20, 200);

    /// So many iterations are new, until they repeat.
    private static final int NEW = 10_000;

    private volatile boolean stops;
    private final CountDownLatch started = new CountDownLatch(1);

    private final RankEvents events =
            new RankEvents(
                    new SoloCommunicator(),
                    RankMetrics.of(DeclaredMetric.parse("n:1;m:1"), List.of()),
                    RecorderOptions.builder(Path.of("unused").toString()).build(),
                    true);

    @AfterEach
    void end() {
        stops = true;
        ThreadValues.betweenSteps(() -> {});
    }

    /// New iterations, repeated ones, lower ones, ones that are not stored, and sums.
    private void record() {
        ThreadEvents mine = events.main;
        mine.takeOver(Thread.currentThread());
        for (int i = 0; !stops; i++)
            try (Event main = mine.begin("main", Loop.EACH, 2_000_000 + i % NEW, true)) {
                main.add("n", 1);
                try (Event inner = mine.begin("inner", Loop.EACH, i % 1_000, true)) {
                    inner.add("n", 1);
                    try (Event sum = mine.begin("sum", Loop.SUM, i, true)) {
                        sum.add("n", 1);
                        sum.add("m", 2);
                    }
                }
                try (Event down = mine.begin("down", Loop.EACH, 1_800_000_000 - i % NEW, true)) {
                    down.add("n", 1);
                }
                if (i == 100) started.countDown();
            }
    }

    @Test
    void everySnapshotOfABusyThreadAgrees() throws Exception {
        Thread busy = Thread.ofPlatform().daemon().start(this::record);
        started.await();
        ThreadValues.betweenSteps(() -> LockSupport.parkNanos(20_000));
        long last = 0;
        for (int i = 0; i < SNAPSHOTS; i++) {
            Profile profile = SnapshotReads.profile(events);
            assertAgrees(profile);
            long calls = (long) calls(profile, "main");
            assertThat(calls).isGreaterThanOrEqualTo(last);
            last = calls;
        }
        stops = true;
        busy.join();
        assertAgrees(SnapshotReads.profile(events));
    }

    /// A thread that stays in an event changes nothing, and is not waited for.
    @Test
    void aThreadThatIsInAnEventIsReadAtOnce() throws Exception {
        var inside = new CountDownLatch(1);
        var leave = new CountDownLatch(1);
        Thread waiting =
                Thread.ofPlatform()
                        .daemon()
                        .start(
                                () -> {
                                    events.main.takeOver(Thread.currentThread());
                                    Event event = events.main.begin("main", Loop.EACH, 7, true);
                                    event.add("n", 1);
                                    inside.countDown();
                                    try {
                                        leave.await();
                                    } catch (InterruptedException stop) {
                                        return;
                                    }
                                    event.close();
                                });
        inside.await();
        for (int i = 0; i < 100; i++) {
            Profile profile = SnapshotReads.profile(events);
            assertThat(calls(profile, "main")).isEqualTo(1);
            assertAgrees(profile);
        }
        leave.countDown();
        waiting.join();
    }

    private static double calls(Profile profile, String path) {
        return profile.column("calls").at(0, profile.tree().at(path));
    }

    private static void assertAgrees(Profile profile) {
        CallTree tree = profile.tree();
        double main = calls(profile, "main");
        double inner = tree.size() < 4 ? 0 : calls(profile, "main/inner");
        for (int node = 0; node < tree.size(); node++) {
            assertCallees(profile, node);
            double calls = profile.column("calls").at(0, node);
            double n = profile.column("n").at(0, node);
            assertThat(calls - n).as("calls without n, of which one may be open").isBetween(0., 1.);
        }
        if (tree.size() < 4) return;
        assertThat(main - inner).isBetween(0., 1.);
        assertThat(inner - calls(profile, "main/inner/sum")).isBetween(0., 1.);
        assertThat(inner - calls(profile, "main/down")).isBetween(0., 1.);
        assertIterations(profile, "main", main);
        double m = profile.column("m").at(0, tree.at("main/inner/sum"));
        assertThat(2 * calls(profile, "main/inner/sum") - m).isBetween(0., 2.);
    }

    /// Every new iteration of `main` is one call.
    private static void assertIterations(Profile profile, String path, double calls) {
        SparseRows rows = profile.column("time").byContext();
        int cell = rows.find(0, profile.tree().at(path));
        int ran = 0;
        for (int i = rows.firstIteration(cell); i < rows.seriesLength(cell); i++)
            if (!Double.isNaN(rows.iteration(cell, i))) ran++;
        assertThat(ran).isEqualTo((int) Math.min(calls, NEW));
    }

    private static void assertCallees(Profile profile, int caller) {
        MetricColumn time = profile.column("time");
        CallTree tree = profile.tree();
        double callees = 0;
        for (int node = 0; node < tree.size(); node++)
            if (tree.parent(node) == caller) callees += time.at(0, node);
        assertThat(callees).as(tree.name(caller)).isLessThanOrEqualTo(time.at(0, caller));
    }
}
