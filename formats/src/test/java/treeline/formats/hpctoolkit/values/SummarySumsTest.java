package treeline.formats.hpctoolkit.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.formats.hpctoolkit.HpctoolkitFormat;
import treeline.formats.hpctoolkit.HpctoolkitSource;
import treeline.formats.hpctoolkit.HpctoolkitSourceTest;
import treeline.formats.hpctoolkit.SampleDatabase;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.NodeSums;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Slice;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;

/// Sums of the summary profile are those of the threads' values.
class SummarySumsTest {
    @TempDir Path folder;

    @Test
    void sumsAreKnownWithoutTheThreadsValues() throws IOException {
        SampleDatabase.of(HpctoolkitSourceTest.TREE, HpctoolkitSourceTest.TIME).write(folder);
        try (var source = open(folder)) {
            Metric time = source.outline().metric("time");
            NodeSums sums = source.sums(time).orElseThrow();
            int solve = source.outline().tree().at("main thread/main/main.c:12/solve");
            assertThat(sums.sum().at(solve)).isEqualTo(5);
            assertThat(sums.nested()).isTrue();
            assertThat(source.sums(time.in(Scope.EXCLUSIVE)).orElseThrow().nested()).isFalse();
            assertThat(compare(source)).isPositive();
        }
    }

    @Test
    void readingsHaveNoSums() throws IOException {
        SampleDatabase.of(HpctoolkitSourceTest.TREE, HpctoolkitSourceTest.TIME).write(folder);
        try (var source = open(folder)) {
            for (Metric metric : source.outline().metrics())
                assertThat(source.sums(metric).isPresent()).isEqualTo(metric.addsUp());
            assertThat(source.sums(new Metric("another", Unit.SECONDS, Scope.INCLUSIVE))).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "derived-metrics.db",
                "hatchet_cpi_v4_database",
                "inline.meta.db",
                "issue-233",
                "loops-cputime-t.d",
                "loops-cuda-nvidiapc-t.d",
                "loops-hip-amd-t.d",
                "loops-perf.d",
                "recursion-cuda-nvidiapc-t.d",
                "small.d",
                "small.nostruct.d"
            })
    void sumsOfEveryDatabaseAreThoseOfItsValues(String name) throws IOException {
        try (var source = open(TestData.require("hpctoolkit-v4/" + name))) {
            long compared = compare(source);
            System.out.printf("hpctoolkit-v4/%s: %d sums compared%n", name, compared);
            assertThat(compared).isPositive();
        }
    }

    private static HpctoolkitSource open(Path database) throws IOException {
        return new HpctoolkitFormat().open(Input.of(database.toString()));
    }

    private static long compare(HpctoolkitSource source) {
        Profile profile = source.load(Slice.everything());
        long compared = 0;
        for (Metric metric : profile.metrics()) {
            Optional<NodeSums> known = source.sums(metric);
            if (metric.addsUp()) assertThat(known).as(metric.toString()).isPresent();
            if (known.isEmpty()) continue;
            compared += compare(profile, metric, known.get());
            if (known.get().nested()) assertNested(profile, metric);
        }
        return compared;
    }

    /// Exclusive sums are differences of values: rounding is that of the inclusive ones.
    private static long compare(Profile profile, Metric metric, NodeSums known) {
        SparseRows rows = profile.column(metric).byNode();
        SparseRows whole = profile.column(metric.in(Scope.INCLUSIVE)).byNode();
        for (int node = 0; node < rows.rows(); node++) {
            double sum = sum(rows, node);
            double size = Math.max(Math.abs(sum), Math.abs(sum(whole, node)));
            double stored = known.sum().at(node);
            String place = metric + " at " + profile.tree().path(node);
            assertThat(Double.isNaN(stored) ? 0 : stored)
                    .as(place)
                    .isCloseTo(sum, within(1e-12 * size));
            assertThat(known.contexts().at(node)).isEqualTo(Double.isNaN(stored) ? 0 : 1);
            boolean measured = rows.start(node) < rows.end(node);
            if (metric.scope() == Scope.INCLUSIVE)
                assertThat(!Double.isNaN(stored)).as(place).isEqualTo(measured);
        }
        return rows.rows();
    }

    private static double sum(SparseRows rows, int row) {
        double sum = 0;
        for (int cell = rows.start(row); cell < rows.end(row); cell++) sum += rows.value(cell);
        return sum;
    }

    private static void assertNested(Profile profile, Metric metric) {
        SparseRows rows = profile.column(metric).byContext();
        for (int context = 0; context < rows.rows(); context++) {
            var measured = new BitSet();
            for (int cell = rows.start(context); cell < rows.end(context); cell++)
                measured.set(rows.index(cell));
            for (int node = measured.nextSetBit(0); node >= 0; node = measured.nextSetBit(node + 1))
                assertThat(
                                profile.tree().parent(node) == CallTree.NO_PARENT
                                        || measured.get(profile.tree().parent(node)))
                        .as(metric + " at " + profile.tree().path(node))
                        .isTrue();
        }
    }
}
