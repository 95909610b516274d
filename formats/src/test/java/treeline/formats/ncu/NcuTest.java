package treeline.formats.ncu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

class NcuTest {
    static final String LONG =
            """
            ==PROF== Profiling "axpy" - 0: 0%....100% - 3 passes
            "ID","Kernel Name","Stream","Block Size","Metric Name","Metric Unit","Metric Value"
            "0","axpy(double, int)","7","(256, 1, 1)","Duration","ns","12,345"
            "0","axpy(double, int)","7","(256, 1, 1)","DRAM Throughput","%","81.25"
            "0","axpy(double, int)","7","(256, 1, 1)","Occupancy","%","n/a"
            "1","void sum<""int"">(T1 *)","8","(128, 1, 1)","Duration","ns","2,048"
            ==PROF== Disconnected from process 4242
            """;

    static final String WIDE =
            """
            "ID","Kernel Name","Stream","thread Domain:Push/Pop_Range:PL_Type","dram__bytes.sum","gpu__time_duration.sum","sm__cycles.max"
            "","","","","byte","ns",""
            "0","axpy","7","solve","16,777,216","12,345","12.5"
            "1","dot","7","","4,096","2,048","n/a"
            """;

    private static final Metric TIME = new Metric("time", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE);

    @TempDir Path folder;

    @Test
    void longRowsAreMetricsOfLaunches() throws IOException {
        Profile profile = read(LONG);
        assertThat(profile.tree().frame(0))
                .isEqualTo(new Frame(Frame.Kind.KERNEL, "axpy(double, int)", "", 0, ""));
        assertThat(profile.tree().name(1)).isEqualTo("void sum<\"int\">(T1 *)");
        assertThat(profile.contexts())
                .extracting(Object::toString)
                .containsExactly("stream 7", "stream 8");
        assertThat(profile.column(TIME).at(0, 0)).isEqualTo(12345);
        assertThat(profile.column("DRAM Throughput").at(0, 0)).isEqualTo(81.25);
        assertThat(profile.column("launches").at(1, 1)).isEqualTo(1);
        assertThat(profile.outline().label("block size", 0)).isEqualTo("(256, 1, 1)");
        assertThat(profile.metrics()).noneMatch(metric -> metric.name().equals("Occupancy"));
    }

    @Test
    void wideRowsHaveTheirUnitsBelowTheHeader() throws IOException {
        Profile profile = read(WIDE);
        assertThat(
                        profile.column(
                                        new Metric(
                                                "dram__bytes.sum",
                                                Unit.BYTES,
                                                Metric.Scope.EXCLUSIVE))
                                .at(0, 0))
                .isEqualTo(16777216);
        assertThat(profile.column(TIME).at(0, 1)).isEqualTo(2048);
        assertThat(profile.outline().label("nvtx", 0)).isEqualTo("solve");
    }

    @Test
    void launchesAreRolledUpAsTheMetricSays() throws IOException {
        String twice = WIDE.replace("\"dot\"", "\"axpy\"").replace("\"n/a\"", "\"2.5\"");
        Profile profile = read(twice.replace("dram__bytes.sum", "dram__bytes.avg"));
        assertThat(profile.column(TIME).at(0, 0)).as("added").isEqualTo(14393);
        assertThat(profile.column("dram__bytes.avg").at(0, 0)).as("averaged").isEqualTo(8390656);
        assertThat(profile.column("sm__cycles.max").at(0, 0)).as("largest").isEqualTo(12.5);
        assertThat(profile.column("launches").at(0, 0)).isEqualTo(2);
        Profile smallest = read(twice.replace("sm__cycles.max", "sm__cycles.min"));
        assertThat(smallest.column("sm__cycles.min").at(0, 0)).isEqualTo(2.5);
    }

    @Test
    void summariesKeepTheirThreeStatistics() throws IOException {
        Profile profile =
                read(
                        """
                        "Process ID","Kernel Name","Invocations","Metric Name","Metric Unit","Minimum","Maximum","Average"
                        "42","axpy","3","Duration","us","1","3","2"
                        """);
        assertThat(profile.column("Duration.avg").at(0, 0)).isEqualTo(2);
        assertThat(profile.column("Duration.min").at(0, 0)).isEqualTo(1);
        assertThat(profile.column("Duration.max").at(0, 0)).isEqualTo(3);
        assertThat(profile.column("launches").at(0, 0)).isEqualTo(3);
    }

    @Test
    void launchesInOtherUnitsAreConvertedToTheFirst() throws IOException {
        String mixed =
                LONG.replace("void sum<\"\"int\"\">(T1 *)\",\"8\"", "axpy(double, int)\",\"7\"")
                        .replace("\"ns\",\"2,048\"", "\"usecond\",\"2\"");
        assertThat(read(mixed).column(TIME).at(0, 0)).isEqualTo(14345);
        assertThat(report(mixed))
                .containsExactly(
                        "launches give a metric in several units; the first is used (first:"
                                + " Duration)");
        assertThat(read(mixed).outline().label("block size", 0)).isEqualTo("several");
    }

    @Test
    void numbersAreInTheUsersLocale() {
        assertThat(NcuNumber.parse("16,777,216")).isEqualTo(16777216);
        assertThat(NcuNumber.parse("1,234.5")).isEqualTo(1234.5);
        assertThat(NcuNumber.parse("9,00")).isEqualTo(9);
        assertThat(NcuNumber.parse("1.234,5")).isEqualTo(1234.5);
        assertThat(NcuNumber.parse("-1.5e3")).isEqualTo(-1500);
        assertThat(NcuNumber.parse("(256, 1, 1)")).isNaN();
        assertThat(NcuNumber.unit("Kbyte").factorTo(Unit.BYTES)).isEqualTo(1000);
    }

    @Test
    void aLastLineWithoutAnEndIsReadAndNoted() throws IOException {
        assertThat(read(LONG.stripTrailing()).tree().size()).isEqualTo(read(LONG).tree().size());
        assertThat(report(LONG.stripTrailing()))
                .containsExactly("the last line is not terminated; the file may be truncated");
    }

    @Test
    void badRecordsAreLeftOutAndCounted() throws IOException {
        assertThat(report(LONG.replace("\"%\",\"81.25\"", "\"%\"")).getFirst())
                .startsWith("the field count of a record differs from the header (first: ")
                .endsWith("run.csv line 4)");
        assertThat(report(LONG.replace("\"void sum<\"\"int\"\">(T1 *)\"", "\"\"")).getFirst())
                .startsWith("a record has no kernel name");
        assertThat(report(LONG.replace("81.25", "high")).getFirst())
                .startsWith("a metric is not a number (first: DRAM Throughput, ");
        assertThat(report(LONG + "\"2\",\"axpy").getFirst())
                .startsWith("the field count of a record differs from the header");
    }

    @Test
    void aFileWithoutKernelsIsRefused() {
        assertRefused("hello\n", "expected a header with \"ID\" and \"Kernel Name\", found none");
        assertRefused(
                "\"ID\",\"Kernel Name\",\"x\"\n",
                "line 2: expected a row of units below the header, found none");
        assertRefused(
                "\"ID\",\"Kernel Name\",\"x\"\n\"\",\"\",\"\"\n",
                "expected at least one kernel with a metric, found none");
        assertRefused(
                "x".repeat(1 << 21),
                "line 1: expected a field of at most 1 Mi characters, found a longer one");
    }

    /// As ncu of 2025 writes it: rows of metrics end before the columns of rules.
    static final String DETAILS =
            """
            "ID","thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg","Id:Domain:Start/Stop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg","Kernel Name","Stream","Section Name","Metric Name","Metric Unit","Metric Value","Rule Name","Rule Type","Rule Description"
            "0","1073  ""<default domain>:solve:none:none:none:none:none:none""  ""cub:sweep::x:none:none:none:none:none:none"" ","","axpy(int)","7","Speed Of Light","Memory Throughput","%","54.5",
            "0","1073  ""<default domain>:solve:none:none:none:none:none:none""  ""cub:sweep::x:none:none:none:none:none:none"" ","","axpy(int)","7","Speed Of Light","Duration","ns","6,304",
            "0","1073  ""<default domain>:solve:none:none:none:none:none:none""  ""cub:sweep::x:none:none:none:none:none:none"" ","","axpy(int)","7","Memory","Memory Throughput","byte/s","1,000",
            "0","1073  ""<default domain>:solve:none:none:none:none:none:none""  ""cub:sweep::x:none:none:none:none:none:none"" ","","axpy(int)","7","Memory","Duration","ns","6,304",
            "0","1073  ""<default domain>:solve:none:none:none:none:none:none""  ""cub:sweep::x:none:none:none:none:none:none"" ","","axpy(int)","7","SpeedOfLight","","","","SOLBottleneck","OPT","too small"
            "1","","3:io","axpy(int)","7","Speed Of Light","Duration","ns","100",
            """;

    @Test
    void rowsOfTheDetailsPageEndBeforeTheRules() throws IOException {
        Profile profile = read(DETAILS);
        assertThat(report(DETAILS)).isEmpty();
        int node = profile.tree().at(List.of("solve", "sweep::x", "axpy(int)"));
        assertThat(profile.column("Memory Throughput").at(0, node)).isEqualTo(54.5);
        assertThat(profile.column("Memory Throughput (byte/s)").at(0, node))
                .as("another quantity of the same name")
                .isEqualTo(1000);
        assertThat(profile.column(TIME).at(0, node)).as("of two sections once").isEqualTo(6304);
        assertThat(profile.column("launches").at(0, node)).isEqualTo(1);
    }

    @Test
    void nvtxRangesAreTheCallPathOfAKernel() throws IOException {
        Profile profile = read(DETAILS);
        assertThat(profile.tree().size()).isEqualTo(4);
        assertThat(profile.tree().frame(profile.tree().at("solve")))
                .isEqualTo(new Frame(Frame.Kind.REGION, "solve", "", 0, ""));
        assertThat(profile.tree().frame(profile.tree().at(List.of("solve", "sweep::x"))))
                .isEqualTo(new Frame(Frame.Kind.REGION, "sweep::x", "", 0, "cub"));
        int alone = profile.tree().at(List.of("axpy(int)"));
        assertThat(profile.column(TIME).at(0, alone)).isEqualTo(100);
        assertThat(profile.outline().label("nvtx", alone)).as("does not nest").isEqualTo("3:io");
    }

    @Test
    void aRowThatEndsBeforeItsValueIsLost() throws IOException {
        assertThat(report(DETAILS.replace(",\"54.5\",", "")).getFirst())
                .startsWith("the field count of a record differs from the header");
        assertThat(report(DETAILS.replace("\"too small\"", "\"too small\",\"x\"")).getFirst())
                .startsWith("the field count of a record differs from the header");
    }

    @Test
    void theStencilOfTodaysVersionIsReadWhole() throws IOException {
        Path details = TestData.require("gpu/ncu-stencil-details.csv");
        Profile profile = read(Files.readString(details));
        assertThat(report(Files.readString(details)))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("a metric is not a number, 24 times (first: Cluster");
        assertThat(profile.metrics())
                .as("86 names, 3 of texts, 1 of two units, launches")
                .hasSize(85);
        assertThat(time(profile, "setup", "fill(float *, int, float)")).isEqualTo(6304 + 6272);
        assertThat(time(profile, "solve", "sweep", "smooth(const float *, float *, int)"))
                .isEqualTo(16384 + 16480 + 16352 + 16416);
        assertThat(time(profile, "solve", "residual", "total(const float *, int, float *)"))
                .isEqualTo(141728 + 141888);
        Profile raw = read(Files.readString(TestData.require("gpu/ncu-stencil-raw.csv")));
        assertThat(raw.tree().size()).isEqualTo(10);
        assertThat(
                        raw.column("launches")
                                .at(
                                        0,
                                        raw.tree()
                                                .at(
                                                        List.of(
                                                                "finish",
                                                                "fill(float *, int, float)"))))
                .isEqualTo(1);
        assertThat(
                        raw.column("launches")
                                .at(
                                        0,
                                        raw.tree()
                                                .at(List.of("setup", "fill(float *, int, float)"))))
                .isEqualTo(2);
    }

    private static double time(Profile profile, String... path) {
        return profile.column(TIME).at(0, profile.tree().at(List.of(path)));
    }

    @Test
    void theSyntheticSamplesAreRead() throws IOException {
        for (String name : List.of("synthetic-details.csv", "synthetic-raw.csv")) {
            Path file = TestData.require("other/ncu/" + name);
            assertThat(new NcuFormat().sniff(Input.of(file))).isEqualTo(Match.CERTAIN);
            Profile profile = read(Files.readString(file));
            assertThat(profile.tree().size()).isEqualTo(2);
            assertThat(profile.column(TIME).at(0, 0)).isEqualTo(12345);
            assertThat(profile.column(TIME).at(0, 1)).isEqualTo(2048);
        }
    }

    private void assertRefused(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(message);
    }

    private Profile read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("run.csv"), text);
        try (ProfileSource source = new NcuFormat().open(Input.of(file))) {
            return source.load(Slice.everything());
        }
    }

    private List<String> report(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("run.csv"), text);
        try (ProfileSource source = new NcuFormat().open(Input.of(file))) {
            return source.report().entries().stream().map(ReadReport.Entry::toString).toList();
        }
    }
}
