package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.record.parts.SnapshotFormat;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// Loops whose iteration numbers do not start near 0: calls, sums and metrics are complete, and
/// iterations have the numbers of the program.
class RestartTest {
    @TempDir Path folder;

    private final ManualClock clock = new ManualClock();

    /// Every call of the loop takes as long as its place in the list, and adds 1 to `n`.
    private Profile recorded(int... iterations) throws IOException {
        Path out = folder.resolve("out");
        Recorder recorder = Recorder.start(clock.options(out).metrics("n:1").build());
        try (recorder;
                Event _ = Recorder.event("main")) {
            for (int i = 0; i < iterations.length; i++)
                try (Event step = Recorder.event("step", Loop.EACH, iterations[i])) {
                    step.add("n", 1);
                    clock.pass(i + 1);
                }
        }
        misuse = recorder.report().problems();
        return Recordings.read(out);
    }

    private List<String> misuse = List.of();

    /// The iterations that ran, with their time.
    private static List<String> iterations(Profile profile) {
        SparseRows rows = profile.column("time").byContext();
        int cell = rows.find(0, profile.tree().at("main/step"));
        List<String> ran = new ArrayList<>();
        for (int i = rows.firstIteration(cell); i < rows.seriesLength(cell); i++)
            if (!Double.isNaN(rows.iteration(cell, i)))
                ran.add(String.format(Locale.ROOT, "%d: %.0f", i, rows.iteration(cell, i)));
        return ran;
    }

    private static void assertComplete(Profile profile, int calls) {
        int step = profile.tree().at("main/step");
        assertThat(profile.column("calls").at(0, step)).as("calls").isEqualTo(calls);
        assertThat(profile.column("n").at(0, step)).as("n").isEqualTo(calls);
        assertThat(profile.column("time").at(0, step))
                .as("time")
                .isEqualTo(calls * (calls + 1.0) / 2);
    }

    private void assertNotStored(int calls) {
        assertThat(misuse)
                .hasSize(1)
                .first()
                .asString()
                .startsWith(
                        "iteration numbers were negative or too far apart; these calls are part of"
                                + " the sums, but not stored by iteration")
                .contains(calls == 1 ? "(treeline" : ", %d times".formatted(calls));
    }

    @Test
    void aLoopMayStartAtAMillion() throws IOException {
        Profile profile = recorded(1_000_000, 1_000_001, 1_000_003);
        assertThat(iterations(profile)).containsExactly("1000000: 1", "1000001: 2", "1000003: 3");
        assertThat(profile.column("time").iterations()).as("values in memory").isEqualTo(4);
        assertComplete(profile, 3);
        assertThat(misuse).isEmpty();
    }

    @Test
    void lowerNumbersMayFollow() throws IOException {
        Profile profile = recorded(1_000_000, 999_999, 990_000, 1_000_000);
        assertThat(iterations(profile)).containsExactly("990000: 3", "999999: 2", "1000000: 5");
        assertComplete(profile, 4);
        assertThat(misuse).isEmpty();
    }

    @Test
    void aLoopMayCountDown() throws IOException {
        int[] down = IntStream.iterate(2_000_000, i -> i > 1_800_000, i -> i - 1).toArray();
        Profile profile = recorded(down);
        assertThat(iterations(profile))
                .hasSize(200_000)
                .startsWith("1800001: 200000")
                .endsWith("2000000: 1");
        assertComplete(profile, 200_000);
    }

    @Test
    void wildNumbersCountInTheSums() throws IOException {
        Profile profile = recorded(5, Integer.MAX_VALUE, -1, 6, Integer.MIN_VALUE, 1_900_000_000);
        assertThat(iterations(profile)).containsExactly("5: 1", "6: 4");
        assertComplete(profile, 6);
        assertNotStored(4);
    }

    @Test
    void numbersThatAlternateBetweenFarPlacesTakeLittleMemory() throws IOException {
        int[] alternate =
                IntStream.range(0, 2_000_000).map(i -> i % 2 == 0 ? 0 : 200_000_000).toArray();
        Profile profile = recorded(alternate);
        assertThat(iterations(profile)).hasSize(1);
        assertComplete(profile, alternate.length);
        assertNotStored(1_000_000);
    }

    @Test
    void onlyWildNumbersLeaveASum() throws IOException {
        Profile profile = recorded(-1, -2, -3);
        SparseRows rows = profile.column("time").byContext();
        assertThat(rows.seriesLength(rows.find(0, profile.tree().at("main/step")))).isZero();
        assertComplete(profile, 3);
        assertNotStored(3);
    }

    /// Iterations of seconds are stored in more bits.
    @Test
    void longIterationsMayStartAtAMillion() throws IOException {
        Path out = folder.resolve("out");
        try (Recorder _ = Recorder.start(clock.options(out).build());
                Event _ = Recorder.event("main")) {
            for (int i : new int[] {3_000_000, 2_999_000, 3_000_001})
                try (Event _ = Recorder.event("step", Loop.EACH, i)) {
                    clock.pass(3_000_000_000L + i);
                }
        }
        assertThat(iterations(Recordings.read(out)))
                .containsExactly(
                        "2999000: 3002999000", "3000000: 3003000000", "3000001: 3003000001");
    }

    @Test
    void snapshotsHaveTheSameIterations() throws IOException {
        Path out = folder.resolve("out");
        var events =
                new RankEvents(
                        new treeline.record.ranks.SoloCommunicator(),
                        RankMetrics.of(DeclaredMetric.parse("n:1"), List.of()),
                        clock.options(out).build(),
                        false);
        try (Event _ = events.main.begin("main", null, -1, true)) {
            for (int i : new int[] {1_000_000, -1, 1_000_002})
                try (Event step = events.main.begin("step", Loop.EACH, i, true)) {
                    clock.pass(5);
                    step.add("n", 1);
                }
            Event open = events.main.begin("step", Loop.EACH, 1_000_005, true);
            clock.pass(7);
            Profile profile = SnapshotReads.profile(events, folder.resolve("a.tlsnap"));
            assertThat(iterations(profile))
                    .containsExactly("1000000: 5", "1000002: 5", "1000005: 7");
            int step = profile.tree().at("main/step");
            assertThat(profile.column("time").at(0, step)).isEqualTo(22);
            assertThat(profile.column("calls").at(0, step)).isEqualTo(4);
            assertThat(profile.column("n").at(0, step)).isEqualTo(3);
            open.close();
        }
        try (ProfileSource source =
                new SnapshotFormat().open(Input.of(folder.resolve("a.tlsnap")))) {
            Profile some = source.load(Slice.everything().withIterations(1_000_002, 1_000_004));
            SparseRows rows = some.column("time").byContext();
            int cell = rows.find(0, some.tree().at("main/step"));
            assertThat(rows.series(cell)).containsExactly(5, Double.NaN);
            assertThat(rows.value(cell)).isEqualTo(5);
        }
    }
}
