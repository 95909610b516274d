package treeline.formats.hpctoolkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/// What a plan says of real databases before they are loaded.
class HpctoolkitPlanTest {
    private final Random random = new Random(22);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hatchet_cpi_v4_database",
                "loops-cputime-t.d",
                "loops-cuda-nvidiapc-t.d",
                "loops-hip-amd-t.d",
                "small.d"
            })
    void noContextHasMoreValuesThanPlanned(String folder) throws IOException {
        Path database = TestData.require("hpctoolkit-v4/" + folder);
        try (ProfileSource source = new HpctoolkitFormat().open(Input.of(database.toString()))) {
            assertHolds(source, Slice.everything());
            for (int i = 0; i < 10; i++) assertHolds(source, slice(source));
        }
    }

    private Slice slice(ProfileSource source) {
        return Slice.everything()
                .withContexts(some(source.outline().contexts().size()))
                .withNodes(some(source.outline().tree().size()))
                .withMetrics(some(source.outline().metrics().size()));
    }

    private Selection some(int size) {
        return random.nextInt(3) == 0
                ? Selection.ALL
                : Selection.where(size, _ -> random.nextBoolean());
    }

    private static void assertHolds(ProfileSource source, Slice slice) throws IOException {
        ReadPlan plan = source.plan(slice);
        Profile loaded = source.load(slice);
        assertThat(plan.contexts()).isEqualTo(loaded.contexts().size());
        for (int context = 0; context < plan.contexts(); context++)
            assertThat(cells(loaded, context)).isLessThanOrEqualTo(plan.values(context));
    }

    private static long cells(Profile profile, int context) {
        long cells = 0;
        for (int metric = 0; metric < profile.metrics().size(); metric++) {
            SparseRows rows = profile.values().column(metric).byContext();
            cells += rows.end(context) - rows.start(context);
        }
        return cells;
    }

    @ParameterizedTest
    @ValueSource(strings = {"hatchet_cpi_v4_database", "loops-cputime-t.d", "small.d"})
    void theCheaperWayIsTakenAndSlicesCostLess(String folder) throws IOException {
        Path database = TestData.require("hpctoolkit-v4/" + folder);
        try (var source = new HpctoolkitFormat().open(Input.of(database.toString()))) {
            ReadPlan everything = source.plan(Slice.everything());
            assertThat(everything.ways())
                    .extracting(ReadPlan.Way::name)
                    .containsExactlyInAnyOrder(
                            "by rank or thread (profile.db)", "by call path (cct.db)");
            for (int i = 0; i < 10; i++) {
                Slice slice = slice(source);
                ReadPlan plan = source.plan(slice);
                assertThat(plan.way().name()).isEqualTo(taken(source, slice));
                assertThat(plan.way().bytes())
                        .isLessThanOrEqualTo(everything.way().bytes())
                        .isLessThanOrEqualTo(plan.ways().getLast().bytes());
            }
        }
    }

    private static String taken(HpctoolkitSource source, Slice slice) {
        return switch (source.cost(slice).cheaper()) {
            case BY_PROFILE -> "by rank or thread (profile.db)";
            case BY_CONTEXT -> "by call path (cct.db)";
        };
    }

    /// Exclusive values that are not stored are inclusive ones less those of the children, which
    /// are read too.
    @Test
    void whatIsReadToComputeAMetricIsCounted() throws IOException {
        Path folder = TestData.require("hpctoolkit-v4/small.d");
        try (var source = new HpctoolkitFormat().open(Input.of(folder.toString()))) {
            List<Metric> metrics = source.outline().metrics();
            var inclusive =
                    Selection.of(
                            metrics.indexOf(source.outline().metric("time").in(Scope.INCLUSIVE)));
            var both = Selection.where(metrics.size(), i -> metrics.get(i).name().equals("time"));
            Slice one = Slice.everything().withNodes(Selection.of(0));
            assertThat(source.plan(one.withMetrics(both)).way().bytes())
                    .isGreaterThan(source.plan(one.withMetrics(inclusive)).way().bytes());
        }
    }

    /// To read two metrics by call path costs less than to read one twice: the index is read once.
    @Test
    void allMetricsCostAtMostTheFile(@TempDir Path folder) throws IOException {
        String cycles = HpctoolkitSourceTest.TIME.replace("CPUTIME (sec)", "CYCLES");
        SampleDatabase.of(HpctoolkitSourceTest.TREE, HpctoolkitSourceTest.TIME, cycles)
                .write(folder);
        long size = Files.size(folder.resolve("cct.db"));
        try (var source = new HpctoolkitFormat().open(Input.of(folder.toString()))) {
            assertThat(source.cost(Slice.everything()).byContext()).isLessThanOrEqualTo(size);
        }
    }
}
