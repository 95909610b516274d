package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Context;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.record.ranks.InProcessRanks;
import treeline.testkit.Patience;
import treeline.testkit.Trials;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Programs of all shapes and of the largest size: what was recorded is what is read.
@Timeout(Patience.TEST_SECONDS)
class ManyRanksTest {
    @TempDir Path out;

    @Test
    void aRecordingOfManyRanksIsComplete() throws Exception {
        int size = Trials.of(8_192, 32_768);
        InProcessRanks.run(
                size,
                ranks -> {
                    var clock = new ManualClock();
                    var options = clock.options(out).aggregators(16).build();
                    try (Recorder _ = Recorder.start(options, ranks);
                            Event _ = Recorder.event("main")) {
                        for (int i = 0; i < 3; i++)
                            try (Event _ = Recorder.event("step", Loop.EACH, i)) {
                                clock.pass(1000L * i + ranks.rank());
                            }
                        if (ranks.rank() % 2 == 1)
                            try (Event _ = Recorder.localEvent("update")) {
                                clock.pass(ranks.rank());
                            }
                    }
                });
        Profile profile = Recordings.read(out);
        assertThat(profile.contexts()).hasSize(size);
        int update = profile.tree().at("main/update");
        SparseRows rows = profile.column("time").byContext();
        int step = profile.tree().at("main/step");
        for (int rank = 0; rank < size; rank++) {
            assertThat(rows.series(rows.find(rank, step)))
                    .isEqualTo(new double[] {rank, 1000.0 + rank, 2000.0 + rank});
            assertThat(rows.find(rank, update) >= 0).isEqualTo(rank % 2 == 1);
        }
    }

    /// What a program did, by context, path and iteration (-1: summed).
    private record Place(Context context, String path, int iteration) {}

    @ParameterizedTest
    @ValueSource(strings = {"database", "compact-text"})
    void everyValueOfRandomProgramsIsReadBack(String format) throws Exception {
        for (int seed = 0; seed < 40; seed++) {
            var shape = new Random(seed);
            int size = 1 + shape.nextInt(9);
            int files = 1 + shape.nextInt(size);
            List<Map<Place, Long>> expected = new ArrayList<>();
            for (int rank = 0; rank < size; rank++) expected.add(new HashMap<>());
            long programSeed = seed;
            InProcessRanks.run(
                    size,
                    ranks -> {
                        var clock = new ManualClock();
                        var options = clock.options(out).aggregators(files).format(format).build();
                        try (Recorder _ = Recorder.start(options, ranks)) {
                            new RandomProgram(
                                            clock,
                                            new Random(programSeed * 1000 + ranks.rank()),
                                            ranks.rank(),
                                            expected.get(ranks.rank()))
                                    .run();
                        }
                    });
            Map<Place, Long> all = new HashMap<>();
            expected.forEach(all::putAll);
            assertThat(cells(Recordings.read(out))).as("seed %d", seed).isEqualTo(all);
        }
    }

    /// Two repetitions of a root with events at random, in another order on every rank.
    private static final class RandomProgram {
        private final ManualClock clock;
        private final Random random;
        private final int rank;
        private final Map<Place, Long> expected;
        private int repetition;

        RandomProgram(ManualClock clock, Random random, int rank, Map<Place, Long> expected) {
            this.clock = clock;
            this.random = random;
            this.rank = rank;
            this.expected = expected;
        }

        void run() {
            for (repetition = 0; repetition < 2; repetition++) {
                try (Event _ = Recorder.event("main")) {
                    add("main", -1, children("main", 3));
                }
            }
        }

        private long children(String path, int depth) {
            long sum = 0;
            for (int left = random.nextInt(6); left > 0; left--) {
                String name = "n" + random.nextInt(4);
                String below = path + "/" + name;
                int iteration = random.nextInt(300);
                // The last letter decides on the mode: a path has one.
                try (Event _ =
                        name.equals("n0")
                                ? Recorder.event(name, Loop.EACH, iteration)
                                : name.equals("n1")
                                        ? Recorder.localEvent(name)
                                        : Recorder.event(name)) {
                    long own = random.nextInt(20) == 0 ? 5_000_000_000L : random.nextInt(1000);
                    clock.pass(own);
                    long nanos = own + (depth > 0 ? children(below, depth - 1) : 0);
                    add(below, name.equals("n0") ? iteration : -1, nanos);
                    sum += nanos;
                }
            }
            return sum;
        }

        private void add(String path, int iteration, long nanos) {
            Context context = Context.ofRank(rank).inRepetition(repetition);
            expected.merge(new Place(context, path, iteration), nanos, Long::sum);
        }
    }

    private static Map<Place, Long> cells(Profile profile) {
        Map<Place, Long> cells = new HashMap<>();
        SparseRows rows = profile.column("time").byContext();
        for (int row = 0; row < rows.rows(); row++)
            for (int cell = rows.start(row); cell < rows.end(row); cell++) {
                Context context = profile.contexts().get(row);
                String path = String.join("/", profile.tree().path(rows.index(cell)));
                double[] series = rows.series(cell);
                if (series.length == 0)
                    cells.put(new Place(context, path, -1), (long) rows.value(cell));
                for (int i = 0; i < series.length; i++)
                    if (!Double.isNaN(series[i]))
                        cells.put(new Place(context, path, i), (long) series[i]);
            }
        return cells;
    }
}
