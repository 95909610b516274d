package treeline.formats.hpctoolkitxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.formats.oracle.OracleJson;
import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Real databases against an independent decoder and Hatchet.
class HpctoolkitXmlOracleTest {

    private static Profile load(String folder) throws IOException {
        Input input = Input.of(TestData.require("hpctoolkit-xml/" + folder).toString());
        assertThat(new HpctoolkitXmlFormat().sniff(input)).isEqualTo(Match.CERTAIN);
        try (ProfileSource source = new HpctoolkitXmlFormat().open(input)) {
            return source.load(Slice.everything());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hpctoolkit-allgather-database",
                "hpctoolkit-cpi-database",
                "hpctoolkit-quicksilver-database"
            })
    void everyDatabaseIsWhatTheIndependentDecoderReads(String folder) throws IOException {
        Profile profile = load(folder);
        var oracle =
                OracleJson.read(
                        TestData.require(
                                "../oracle/hpctoolkit/xml_hatchet_%s_experiment.xml.json"
                                        .formatted(folder)));
        assertThat(profile.tree().size())
                .isEqualTo(((Double) OracleJson.list(oracle, "ids").getLast()).intValue());
        int compared = 0;
        SparseRows rows = profile.column("time").byNode();
        for (Object top : OracleJson.list(OracleJson.map(oracle, "top10"), "rows")) {
            int node = Integer.parseInt(OracleJson.text(top, "id")) - 2;
            assertThat(sum(rows, node))
                    .isCloseTo(
                            OracleJson.number(top, "v"),
                            within(1e-5 * OracleJson.number(top, "v")));
            assertThat(functions(profile.tree(), node)).isEqualTo(OracleJson.list(top, "path"));
            compared += 2;
        }
        compared += compareExclusive(profile);
        System.out.printf("hpctoolkit-xml/%s: %d values compared%n", folder, compared);
    }

    /// A node costs what it costs alone and what its children cost, in every thread.
    private static int compareExclusive(Profile profile) {
        int compared = 0;
        Metric inclusive = profile.metric("time");
        Metric exclusive = new Metric("time", inclusive.unit(), Metric.Scope.EXCLUSIVE);
        double digits = profile.contexts().size() == 1 ? 1e-4 : 1e-9;
        for (int context = 0; context < profile.contexts().size(); context++) {
            double[] rest = new double[profile.tree().size()];
            double[] whole = new double[rest.length];
            for (int node = 0; node < rest.length; node++) {
                double value = zeroIfAbsent(profile.column(inclusive).at(context, node));
                whole[node] = value;
                rest[node] += value;
                if (profile.tree().parent(node) != CallTree.NO_PARENT)
                    rest[profile.tree().parent(node)] -= value;
            }
            for (int node = 0; node < rest.length; node++, compared++)
                assertThat(zeroIfAbsent(profile.column(exclusive).at(context, node)))
                        .isCloseTo(rest[node], within(digits * whole[node]));
        }
        return compared;
    }

    private static double zeroIfAbsent(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    private static double sum(SparseRows rows, int row) {
        double sum = 0;
        for (int cell = rows.start(row); cell < rows.end(row); cell++) sum += rows.value(cell);
        return sum;
    }

    private static List<Object> functions(CallTree tree, int node) {
        var path = new java.util.ArrayDeque<Object>();
        for (int at = node; at != CallTree.NO_PARENT; at = tree.parent(at))
            if (tree.frame(at).kind() == Frame.Kind.FUNCTION
                    || tree.frame(at).kind() == Frame.Kind.THREAD) path.addFirst(tree.name(at));
        return List.copyOf(path);
    }

    /// Hatchet passes over call sites, puts their line before the function's name, and takes
    /// statements off their parent only: its exclusive values of functions with loops are too large
    /// and are not compared. It gives a statement the file that was named last in the document,
    /// which may be that of a function called before it; so only the lines of statements are
    /// compared.
    @ParameterizedTest
    @ValueSource(strings = {"hpctoolkit-allgather-database", "hpctoolkit-cpi-database"})
    void inclusiveTimesAreHatchets(String folder) throws IOException {
        Profile profile = load(folder);
        var oracle =
                OracleJson.read(TestData.require("../oracle/hatchet/%s.json".formatted(folder)));
        Map<List<String>, Double> ours = new HashMap<>();
        for (int node = 0; node < profile.tree().size(); node++)
            if (!isCallSite(profile.tree(), node))
                ours.merge(
                        hatchetPath(profile.tree(), node),
                        sum(profile.column("time").byNode(), node),
                        Double::sum);
        Map<List<String>, Double> theirs = new HashMap<>();
        for (Object node : OracleJson.list(oracle, "nodes"))
            theirs.merge(
                    OracleJson.list(node, "path").stream()
                            .map(name -> bare((String) name))
                            .toList(),
                    OracleJson.number(
                            OracleJson.map(OracleJson.map(node, "metrics"), "time (inc)"), "sum"),
                    Double::sum);
        assertThat(beyond(ours, theirs)).as("only ours").isEmpty();
        assertThat(beyond(theirs, ours)).as("only Hatchet's").isEmpty();
        theirs.forEach(
                (path, value) ->
                        assertThat(ours.getOrDefault(path, Double.NaN))
                                .as(path.toString())
                                .isCloseTo(value, within(1e-9 * Math.abs(value))));
        System.out.printf("%s: %d values compared with Hatchet%n", folder, theirs.size());
    }

    private static List<List<String>> beyond(
            Map<List<String>, Double> all, Map<List<String>, Double> others) {
        return all.keySet().stream().filter(path -> !others.containsKey(path)).toList();
    }

    private static boolean isCallSite(CallTree tree, int node) {
        return tree.frame(node).kind() == Frame.Kind.LINE && !tree.isLeaf(node);
    }

    private static List<String> hatchetPath(CallTree tree, int node) {
        List<String> path = new ArrayList<>();
        for (int at = node; at != CallTree.NO_PARENT; at = tree.parent(at))
            if (!isCallSite(tree, at)) path.addFirst(bare(tree.name(at)));
        return path;
    }

    private static String bare(String name) {
        return name.replaceFirst("^(loop at |Loop@)(.*/|)", "loop ")
                .replaceFirst("^(?!loop ).*:(\\d+)$", "line $1")
                .replaceFirst("^\\d+:", "");
    }

    @Test
    void noOtherFileIsClaimed() throws IOException {
        Path data = TestData.require(".");
        int files = 0;
        try (Stream<Path> all = Files.walk(data)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                if (data.relativize(file).toString().startsWith("hpctoolkit-xml")) continue;
                assertThat(new HpctoolkitXmlFormat().sniff(Input.of(file)))
                        .as(file.toString())
                        .isEqualTo(Match.NO);
                files++;
            }
        }
        System.out.printf("hpctoolkit-xml: %d files of others are not claimed%n", files);
    }
}
