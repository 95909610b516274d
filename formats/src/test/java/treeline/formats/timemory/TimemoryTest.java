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
import treeline.source.MalformedProfileException;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
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
