package treeline.formats.hpctoolkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Path;
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
        try (ProfileSource source = new HpctoolkitFormat().open(Input.of(database.toString()))) {
            ReadPlan everything = source.plan(Slice.everything());
            assertThat(everything.ways())
                    .extracting(ReadPlan.Way::name)
                    .containsExactlyInAnyOrder(
                            "by rank or thread (profile.db)", "by call path (cct.db)");
            for (int i = 0; i < 10; i++) {
                ReadPlan plan = source.plan(slice(source));
                assertThat(plan.way().bytes())
                        .isLessThanOrEqualTo(everything.way().bytes())
                        .isLessThanOrEqualTo(plan.ways().getLast().bytes());
            }
        }
    }
}
