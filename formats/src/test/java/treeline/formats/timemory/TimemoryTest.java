package treeline.formats.timemory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.oracle.HatchetOracle;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class TimemoryTest {
    /// One rank: a dummy root, `main` in it, `read` in that.
    static final String TREE =
            """
            {"timemory": {"WALL_CLOCK": {
              "properties": {"enum": "WALL_CLOCK", "id": "wall_clock"},
              "unit_repr": "sec", "thread_count": 3, "mpi": [[
                {"node": {"hash": 0, "prefix": "unknown-hash=0", "tid": [0],
                          "inclusive": {"stats": {"sum": 0.0}}, "exclusive": {"stats": {"sum": 0.0}}},
                 "children": [
                   {"node": {"hash": 17, "prefix": "main@run.cpp:12/loop", "tid": [1, 2],
                             "inclusive": {"entry": {"laps": 3, "repr_data": 9.5}, "stats": {"sum": 10.0, "count": 6, "max": 4.0}},
                             "exclusive": {"entry": {"laps": 2, "repr_data": 9.5}, "stats": {"sum": 4.0, "max": 3.0}}},
                    "children": [
                      {"node": {"hash": 18, "prefix": "read [rd/io.cpp:9]", "tid": [2],
                                "inclusive": {"entry": {"laps": 1, "repr_data": 6.0}}, "exclusive": {"entry": {"laps": 1, "repr_data": 6.0}}},
                       "children": []}]}]}]]}}}
            """;

    private static final Metric ALL = new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE);
    private static final Metric OWN = new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE);

    @TempDir Path folder;

    @Test
    void sumsAreTheTimesAndDummyRootsAreLeftOut() throws IOException {
        Profile profile = read(TREE);
        assertThat(profile.tree().size()).isEqualTo(2);
        assertThat(value(profile, ALL, "main/loop")).isEqualTo(10);
        assertThat(value(profile, OWN, "main/loop")).isEqualTo(4);
        assertThat(value(profile, ALL, "main/loop", "read")).as("from repr_data").isEqualTo(6);
    }

    @Test
    void prefixesSayWhereTheCodeIs() throws IOException {
        Profile profile = read(TREE);
        assertThat(profile.tree().frame(0))
                .isEqualTo(new Frame(Frame.Kind.REGION, "main/loop", "run.cpp", 12, ""));
        assertThat(profile.tree().frame(1))
                .isEqualTo(new Frame(Frame.Kind.REGION, "read", "io.cpp", 9, ""));
    }

    @Test
    void nodesOfOneThreadAreItsAndAddedUpOnesAreTheRanks() throws IOException {
        assertThat(read(TREE).contexts())
                .containsExactly(Context.ofRank(0), Context.ofThread(0, 2));
        assertThat(read(TREE.replace("\"thread_count\": 3", "\"thread_count\": 1")).contexts())
                .containsExactly(Context.ofRank(0));
    }

    @Test
    void otherStatisticsArePointReadings() throws IOException {
        Profile profile = read(TREE);
        Metric max = new Metric("max.wall_clock.inc", Unit.SECONDS, Metric.Scope.POINT);
        assertThat(value(profile, max, "main/loop")).isEqualTo(4);
        Metric laps = new Metric("wall_clock.laps", Unit.COUNT, Metric.Scope.EXCLUSIVE);
        assertThat(value(profile, laps, "main/loop")).isEqualTo(2);
    }

    @Test
    void severalDimensionsAreSeveralMetrics() throws IOException {
        String counters =
                TREE.replace("wall_clock", "papi")
                        .replace(
                                "{\"sum\": 10.0, ", "{\"sum\": [7.0, 8.0], \"min\": {\"L1\": 5}, ");
        Profile profile = read(counters);
        Metric second = new Metric("papi.1", Unit.SECONDS, Metric.Scope.INCLUSIVE);
        assertThat(value(profile, second, "main/loop")).isEqualTo(8);
        Metric part = new Metric("min.papi.inc.L1", Unit.SECONDS, Metric.Scope.POINT);
        assertThat(value(profile, part, "main/loop")).isEqualTo(5);
    }

    /// The same run as a release of 2020 wrote it.
    private static final String OLDER =
            """
            {"timemory": {"CPU_CLOCK": {"properties": {"id": "cpu_clock"}, "unit_repr": "sec", "thread_count": 3, "mpi": [[
              {"inclusive": {"hash": 0, "prefix": "unknown-hash=0", "entry": {"laps": 0, "repr_data": 0.0}, "stats": {"sum": 0.0}, "tid": 0},
               "exclusive": {"hash": 0, "prefix": "unknown-hash=0", "entry": {"laps": 0, "repr_data": -18.0}, "stats": {"sum": 0.0}, "tid": 0},
               "children": [
                 {"inclusive": {"hash": 17, "prefix": "main@run.cpp:12/loop", "entry": {"laps": 3, "repr_data": 5.4}, "stats": {"sum": 5.5, "max": 1.8}, "tid": 2},
                  "exclusive": {"hash": 17, "prefix": "main@run.cpp:12/loop", "entry": {"laps": 3, "repr_data": 1.5}, "stats": {"sum": 1.5}, "tid": 2},
                  "children": []}]}]]}}}
            """;

    @Test
    void theLayoutOf2020IsRead() throws IOException {
        Profile profile = read(OLDER);
        assertThat(profile.tree().size()).isEqualTo(1);
        assertThat(profile.contexts()).containsExactly(Context.ofThread(0, 2));
        Metric all = new Metric("cpu_clock", Unit.SECONDS, Metric.Scope.INCLUSIVE);
        assertThat(value(profile, all, "main/loop")).isEqualTo(5.5);
        assertThat(value(profile, all.in(Metric.Scope.EXCLUSIVE), "main/loop")).isEqualTo(1.5);
        Metric max = new Metric("max.cpu_clock.inc", Unit.SECONDS, Metric.Scope.POINT);
        assertThat(value(profile, max, "main/loop")).isEqualTo(1.8);
        Metric laps = new Metric("cpu_clock.laps", Unit.COUNT, Metric.Scope.EXCLUSIVE);
        assertThat(value(profile, laps, "main/loop")).isEqualTo(3);
    }

    @Test
    void dimensionsHaveTheirOwnUnits() throws IOException {
        String pair =
                TREE.replace("wall_clock", "current_peak_rss")
                        .replace(
                                "\"sec\"",
                                "[\"MB\", \"kB\"], \"unit_value\": {\"first\": 1, \"second\": 2}")
                        .replace(
                                "{\"sum\": 10.0, ", "{\"sum\": {\"first\": 7.0, \"second\": 8.0}, ")
                        .replace(
                                "\"repr_data\": 6.0",
                                "\"repr_data\": {\"first\": 3.0, \"second\": 4.0}");
        Profile profile = read(pair);
        Metric first = new Metric("current_peak_rss.first", Unit.of("MB"), Metric.Scope.INCLUSIVE);
        Metric second =
                new Metric("current_peak_rss.second", Unit.of("kB"), Metric.Scope.INCLUSIVE);
        assertThat(value(profile, first, "main/loop")).isEqualTo(7);
        assertThat(value(profile, second, "main/loop")).isEqualTo(8);
        assertThat(value(profile, second, "main/loop", "read")).as("from repr_data").isEqualTo(4);
    }

    @Test
    void aComponentInTwoFilesIsRefusedRatherThanSummed() throws IOException {
        Files.writeString(folder.resolve("a.tree.json"), TREE);
        Files.writeString(folder.resolve("b.tree.json"), TREE);
        assertThatThrownBy(() -> new TimemoryFormat().open(Input.of(folder.toString())))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining("b.tree.json at byte ")
                .hasMessageEndingWith(
                        "expected components of one run, each in one file, found wall_clock, which"
                                + " is also in "
                                + folder.resolve("a.tree.json"));
    }

    @Test
    void aSecondTreeOfAComponentIsNoted() throws IOException {
        String twice = TREE.replace("]]}}}", "]], \"upcxx\": [[]]}}}");
        assertThat(report(twice))
                .containsExactly(
                        "a component has two trees; only the first is read (first:"
                                + " wall_clock)");
    }

    @Test
    void aTreeWithoutValuesIsRefused() {
        assertRefused(
                TREE.replace("\"node\"", "\"point\""),
                "expected a node with a value, found none in 1 trees");
    }

    @Test
    void filesOfOneRunHaveAComponentEach() throws IOException {
        Files.writeString(folder.resolve("wall.tree.json"), TREE);
        Files.writeString(
                folder.resolve("rss.tree.json"),
                TREE.replace("wall_clock", "peak_rss").replace("sec", "KiB"));
        Files.writeString(folder.resolve("notes.txt"), "hello");
        Input input = Input.of(folder.toString());
        assertThat(new TimemoryFormat().sniff(input)).isEqualTo(Match.PLAUSIBLE);
        try (ProfileSource source = new TimemoryFormat().open(input)) {
            Profile profile = source.load(Slice.everything());
            assertThat(profile.tree().size()).isEqualTo(2);
            Metric memory = new Metric("peak_rss", Unit.of("KiB"), Metric.Scope.INCLUSIVE);
            assertThat(value(profile, memory, "main/loop")).isEqualTo(10);
            assertThat(source.report().entries().getFirst().reason())
                    .isEqualTo("a file is not part of the profile");
        }
    }

    @Test
    void aFlatFileIsNotedAndAFileWithoutTreesRefused() throws IOException {
        String both = TREE.replace("\"mpi\":", "\"graph\": [], \"mpi\":");
        assertThat(report(both))
                .containsExactly("a component is stored flat, not as a tree (first: wall_clock)");
        assertRefused(
                "{\"timemory\": {}}",
                "expected a component with a tree (mpi or upcxx), found none");
        assertRefused(
                TREE.replace("\"mpi\": [[", "\"mpi\": [7, ["),
                "expected the roots of a rank as an array, found 7");
        assertRefused(
                TREE.replace("[1, 2]", "[1, -2]"),
                "expected a thread from 0 to 2147483647, found -2");
    }

    @Test
    void valuesEqualHatchets() throws IOException {
        HatchetOracle oracle = HatchetOracle.of("timemory-wall");
        Path file = TestData.require("hatchet/timemory/wall.tree.json");
        Profile profile = read(Files.readString(file));
        oracle.compareSize(profile.tree());
        for (Metric metric : profile.metrics()) {
            String column = metric.name();
            if (metric.equals(ALL)) column = "sum.wall_clock.inc";
            else if (metric.equals(OWN)) column = "sum.wall_clock";
            else if (!oracle.nodes().getFirst().metrics().containsKey(column)) continue;
            oracle.compareByPath(profile, metric, column, _ -> true);
        }
        oracle.done();
    }

    private static double value(Profile profile, Metric metric, String... path) {
        return HatchetOracle.sum(profile.column(metric), profile.tree().at(List.of(path)));
    }

    private void assertRefused(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(message);
    }

    private Profile read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), text);
        try (ProfileSource source = new TimemoryFormat().open(Input.of(file))) {
            return source.load(Slice.everything());
        }
    }

    private List<String> report(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), text);
        try (ProfileSource source = new TimemoryFormat().open(Input.of(file))) {
            return source.report().entries().stream().map(ReadReport.Entry::toString).toList();
        }
    }
}
