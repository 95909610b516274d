package treeline.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.SparseRows;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.join.Parts;
import treeline.store.db.DatabaseExporter;
import treeline.store.db.DatabaseFormat;
import treeline.store.db.DatabaseSource;
import treeline.testkit.RandomContexts;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/// What a plan says before loading holds when the slice is loaded.
class ReadPlanTest {
    private static final String NAME = "p.tldb";
    private static final Metric TIME = new Metric("time", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE);

    private final Random random = new Random(22);

    @Test
    void aDatabaseHasNoMoreValuesThanItsPlanAndReadsItsBytes() throws IOException {
        for (int seed = 0; seed < 150; seed++) {
            Profile profile = seed % 2 == 0 ? RandomProfiles.of(seed) : RandomContexts.of(seed);
            byte[] bytes = new DatabaseExporter().bytes(profile);
            try (DatabaseSource source = DatabaseFormat.open(NAME, bytes)) {
                for (int i = 0; i < 8; i++) {
                    Slice slice = slice(profile);
                    ReadPlan plan = source.plan(slice);
                    long before = source.bytesRead();
                    assertHolds(plan, source.load(slice));
                    assertThat(plan.way().bytes()).isEqualTo(source.bytesRead() - before);
                }
            }
        }
    }

    /// Iterations are stored in blocks of 256, of which the first is always read.
    @Test
    void aPlanCountsTheBlocksOfTheWantedIterations() throws IOException {
        var builder = new ProfileBuilder();
        int time = builder.metric(TIME);
        double[] series = random.doubles(1000).toArray();
        for (int n = 0; n < 5; n++) {
            int node = builder.child(ProfileBuilder.ROOT, Frame.region("event" + n));
            for (int rank = 0; rank < 40; rank++) {
                int context = builder.context(Context.ofRank(rank));
                if (rank % 3 > 0)
                    builder.addSeries(time, context, node, series, 0, 250 * (n + 1) % 999);
                else builder.add(time, context, node, rank);
            }
        }
        Profile profile = builder.build();
        byte[] bytes = new DatabaseExporter().bytes(profile);
        try (DatabaseSource source = DatabaseFormat.open(NAME, bytes)) {
            for (int[] range : new int[][] {{0, 1}, {0, 257}, {300, 310}, {255, 513}, {0, 1000}}) {
                Slice slice = Slice.everything().withIterations(range[0], range[1]);
                ReadPlan plan = source.plan(slice);
                long before = source.bytesRead();
                assertHolds(plan, source.load(slice));
                assertThat(plan.way().bytes()).isEqualTo(source.bytesRead() - before);
            }
            assertThat(source.plan(Slice.summed()).values()).isEqualTo(5 * 40);
        }
    }

    @Test
    void whatIsInMemoryHasTheValuesOfItsPlanInEveryContext() {
        for (int seed = 0; seed < 150; seed++) {
            Profile profile = seed % 2 == 0 ? RandomProfiles.of(seed) : RandomContexts.of(seed);
            var source = new LoadedSource(profile, ReadReport.CLEAN);
            for (int i = 0; i < 8; i++) {
                Slice slice = slice(profile);
                ReadPlan plan = source.plan(slice);
                Profile loaded = source.load(slice);
                for (int context = 0; context < plan.contexts(); context++)
                    assertThat(values(loaded, context)).isLessThanOrEqualTo(plan.values(context));
                assertThat(plan.way().bytes()).isZero();
            }
        }
    }

    @Test
    void joinedSubFilesHaveNoMoreValuesThanTheirPlan() throws IOException {
        for (int seed = 0; seed < 60; seed++) {
            Profile profile = seed % 2 == 0 ? RandomProfiles.of(seed) : RandomContexts.of(seed);
            try (ProfileSource source = joined(Parts.split(profile, 3, "run"))) {
                for (int i = 0; i < 8; i++) {
                    Slice slice = slice(source.outline().contexts().size(), profile);
                    assertHolds(source.plan(slice), source.load(slice));
                }
            }
        }
    }

    private static ProfileSource joined(List<Profile> parts) {
        List<ProfileSource> sources = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Profile part : parts) {
            names.add("part" + names.size());
            sources.add(DatabaseFormat.open(NAME, new DatabaseExporter().bytes(part)));
        }
        return Parts.join(sources, names);
    }

    private static void assertHolds(ReadPlan plan, Profile loaded) {
        assertThat(plan.contexts()).isEqualTo(loaded.contexts().size());
        Map<Integer, Long> planned = new HashMap<>();
        Map<Integer, Long> found = new HashMap<>();
        for (int context = 0; context < plan.contexts(); context++) {
            planned.merge(plan.block(context), plan.values(context), Long::sum);
            found.merge(plan.block(context), values(loaded, context), Long::sum);
        }
        found.forEach(
                (block, values) -> assertThat(values).isLessThanOrEqualTo(planned.get(block)));
        assertThat(plan.values()).isGreaterThanOrEqualTo(loaded.values().values());
    }

    /// A cell with iterations counts these.
    private static long values(Profile profile, int context) {
        long values = 0;
        for (int metric = 0; metric < profile.metrics().size(); metric++) {
            MetricColumn column = profile.values().column(metric);
            SparseRows rows = column.byContext();
            for (int cell = rows.start(context); cell < rows.end(context); cell++)
                values += Math.max(1, rows.seriesLength(cell) - rows.firstIteration(cell));
        }
        return values;
    }

    private Slice slice(Profile profile) {
        return slice(profile.contexts().size(), profile);
    }

    private Slice slice(int contexts, Profile profile) {
        Slice slice =
                new Slice(
                        some(contexts),
                        some(profile.tree().size()),
                        some(profile.metrics().size()),
                        new Slice.Iterations.Summed());
        if (random.nextInt(3) == 0) return slice;
        int from = random.nextInt(4);
        return slice.withIterations(
                from, random.nextBoolean() ? Integer.MAX_VALUE : from + 1 + random.nextInt(4));
    }

    private Selection some(int size) {
        return random.nextInt(3) == 0
                ? Selection.ALL
                : Selection.where(size, _ -> random.nextInt(3) > 0);
    }

    @Test
    void bytesAndValuesGrowWithTheSlice() throws IOException {
        Profile profile = sparse(600, 400, 50);
        try (DatabaseSource source =
                DatabaseFormat.open(NAME, new DatabaseExporter().bytes(profile))) {
            long bytes = -1;
            long values = -1;
            for (int nodes = 0; nodes <= 400; nodes += 50) {
                int end = nodes;
                ReadPlan plan =
                        source.plan(
                                Slice.everything().withNodes(Selection.where(400, n -> n < end)));
                assertThat(plan.way().bytes()).isGreaterThan(bytes);
                assertThat(plan.values()).isGreaterThanOrEqualTo(values);
                bytes = plan.way().bytes();
                values = plan.values();
            }
        }
    }

    /// 5 million values of one metric, half of all cells: by their blocks they would be one group.
    @Test
    void manySparseValuesAreSeveralBlocksOfContexts() throws IOException {
        Profile profile = sparse(512, 20_000, 50);
        try (DatabaseSource source =
                DatabaseFormat.open(NAME, new DatabaseExporter().bytes(profile))) {
            ReadPlan plan = source.plan(Slice.everything());
            assertThat(plan.values()).isBetween(5_100_000L, 5_140_000L);
            List<Integer> blocks = IntStream.range(0, 512).map(plan::block).boxed().toList();
            int cut = blocks.indexOf(1);
            assertThat(cut).isBetween(400, 430);
            assertThat(blocks.subList(0, cut)).containsOnly(0);
            assertThat(blocks.subList(cut, 512)).containsOnly(1);
            assertThat(plan.way().name()).isEqualTo("groups of contexts (2)");
            ReadPlan first = source.plan(Slice.everything().withContexts(Selection.of(0)));
            assertThat(first.way().bytes()).isLessThan(plan.way().bytes() * 9 / 10);
        }
    }

    @Test
    void aPlanNeedsAWayAndABlockForEveryContext() {
        assertThatThrownBy(() -> ReadPlan.of(List.of(), new long[0], new int[0]))
                .hasMessage("a plan without a way");
        List<ReadPlan.Way> ways = List.of(new ReadPlan.Way("the file", 1));
        assertThatThrownBy(() -> ReadPlan.of(ways, new long[2], new int[1]))
                .hasMessage("values of 2 contexts in blocks of 1");
    }

    /// @param percent of the cells that have a value
    private static Profile sparse(int ranks, int nodes, int percent) {
        var random = new Random(7);
        var builder = new ProfileBuilder();
        int time = builder.metric(TIME);
        int[] contexts = new int[ranks];
        for (int rank = 0; rank < ranks; rank++)
            contexts[rank] = builder.context(Context.ofRank(rank));
        for (int n = 0; n < nodes; n++) {
            int node = builder.child(ProfileBuilder.ROOT, Frame.region("event" + n));
            for (int context : contexts)
                if (random.nextInt(100) < percent)
                    builder.add(time, context, node, random.nextInt(1000));
        }
        return builder.build();
    }
}
