package treeline.formats.cubex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.formats.oracle.HatchetOracle;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Slice;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Real archives against what the Cube tools and Hatchet print of them.
class CubexOracleTest {

    /// `incl.csv` and `excl.csv` come from Cube's own tools: six digits of times, all locations.
    @ParameterizedTest
    @CsvSource({"call_tree_test/call_tree_test", "time.p4.n2000.x1.r0/profile"})
    void valuesEqualThoseOfCubesOwnTools(String archive) throws IOException {
        Path file = TestData.require("cubex/%s.cubex".formatted(archive));
        try (CubexSource source = (CubexSource) new CubexFormat().open(Input.of(file))) {
            Profile profile = source.load(Slice.everything());
            int[] nodeOfId = nodeOfId(source.anchor());
            int compared = compare(profile, nodeOfId, file.resolveSibling("excl.csv"), false);
            compared += compare(profile, nodeOfId, file.resolveSibling("incl.csv"), true);
            System.out.printf("%s: %d values equal Cube's%n", archive, compared);
        }
    }

    private static int[] nodeOfId(Anchor anchor) {
        int[] nodeOfId = new int[anchor.cnodeIds().length];
        for (int node = 0; node < nodeOfId.length; node++) nodeOfId[anchor.cnodeIds()[node]] = node;
        return nodeOfId;
    }

    private static int compare(Profile profile, int[] nodeOfId, Path csv, boolean inclusive)
            throws IOException {
        List<String> lines = Files.readAllLines(csv);
        String[] names = lines.getFirst().split(",");
        int compared = 0;
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",");
            int node = nodeOfId[Integer.parseInt(cells[0])];
            int context = Integer.parseInt(cells[1]);
            for (int i = 2; i < cells.length; i++) {
                double expected = Double.parseDouble(cells[i]);
                double actual = value(profile, names[i], node, context, inclusive);
                double tolerance = Math.max(1e-12, Math.abs(expected) * 1e-5);
                if (inclusive && names[i].startsWith("m")) continue; // minima over subtrees
                assertThat(actual)
                        .as("%s: %s", names[i], line)
                        .isCloseTo(expected, within(tolerance));
                compared++;
            }
        }
        return compared;
    }

    /// A metric that the archive has no values of is zero. Sums of exclusive metrics are ours to
    /// make.
    private static double value(
            Profile profile, String name, int node, int context, boolean inclusive) {
        if (profile.metrics().stream().noneMatch(metric -> metric.name().equals(name))) return 0;
        Metric.Scope wanted = inclusive ? Metric.Scope.INCLUSIVE : Metric.Scope.EXCLUSIVE;
        for (Metric metric : profile.metrics())
            if (metric.name().equals(name) && metric.scope() == wanted)
                return orZero(profile.column(metric).at(context, node));
        if (!inclusive) return orZero(profile.column(name).at(context, node));
        double sum = 0;
        CallTree tree = profile.tree();
        for (int at = node; at < tree.subtreeEnd(node); at++)
            sum += orZero(profile.column(name).at(context, at));
        return sum;
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    /// Hatchet makes the root's inclusive time the sum of its children's, so the root's times
    /// differ.
    @ParameterizedTest
    @CsvSource({
        "scorep-cpi-cubex, hatchet/scorep-cpi-cubex/profile.cubex",
        "scorep-time-p4, cubex/time.p4.n2000.x1.r0/profile.cubex"
    })
    void valuesEqualHatchets(String dataset, String file) throws IOException {
        HatchetOracle oracle = HatchetOracle.of(dataset);
        Profile profile = read(file);
        for (Metric metric : profile.metrics()) {
            String inc = metric.scope() == Metric.Scope.INCLUSIVE ? " (inc)" : "";
            oracle.compareByPath(
                    profile,
                    metric,
                    metric.name() + inc,
                    node -> node.path().size() > 1 && !oracle.isRepeated(node));
        }
        oracle.done();
    }

    @Test
    void anArchiveWithWrongTarChecksumsIsReadWhole() throws IOException {
        Path file = TestData.require("cubex/bt-mz_sum.p2.r1/cube4.8_with_checksum_bug.cubex");
        try (CubexSource source = (CubexSource) new CubexFormat().open(Input.of(file))) {
            Profile profile = source.load(Slice.everything());
            assertThat(source.report().isLossy()).isFalse();
            assertThat(source.report().entries().getFirst().reason())
                    .isEqualTo("a tar header has a wrong checksum");
            assertThat(profile.contexts()).hasSize(8);
            assertThat(profile.tree().size()).isEqualTo(127);
            Metric time = new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE);
            Metric own = new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE);
            double total = 0;
            for (int node = 0; node < 127; node++)
                total += HatchetOracle.sum(profile.column(own), node);
            assertThat(total).isCloseTo(HatchetOracle.sum(profile.column(time), 0), within(1e-6));
        }
    }

    private static Profile read(String file) throws IOException {
        try (var source = new CubexFormat().open(Input.of(TestData.require(file)))) {
            return source.load(Slice.everything());
        }
    }
}
