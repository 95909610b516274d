package treeline.store.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.Input;
import treeline.source.Match;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Files that TinyProf's tools wrote. Expected numbers were taken from them with `cut` and `awk`.
class TinyProfDataTest {
    private static final Pattern TIMES =
            Pattern.compile("(?m)^.*,\"?([012])\"?,\"?([0-9.|+-][^\"\n]*)\"?$");

    @TempDir Path folder;

    private TextFiles.Read read(String name) throws IOException {
        Path file = TestData.require("tinyprof/" + name);
        assertThat(new CompactTextFormat().sniff(Input.of(file))).isEqualTo(Match.CERTAIN);
        TextFiles.Read read = TextFiles.read(Input.of(file));
        assertComesBack(read.profile());
        return read;
    }

    private void assertComesBack(Profile profile) throws IOException {
        assertThat(new TextFiles(folder).again(profile).equals(profile)).isTrue();
    }

    /// All times of a file in microseconds, which they count, by splitting at everything that is
    /// not a digit.
    private static long micros(Path file) throws IOException {
        long sum = 0;
        Matcher rows = TIMES.matcher(Files.readString(file));
        while (rows.find())
            for (String rank : rows.group(2).split("\\|"))
                for (String number : rank.replaceFirst(",.*", "").split("[-+]"))
                    sum += Math.round(Double.parseDouble(number) * 1e6);
        return sum;
    }

    private static long micros(Profile profile) {
        SparseRows rows = profile.column("time").byContext();
        long sum = 0;
        for (int cell = 0; cell < rows.cells(); cell++) sum += Math.round(rows.value(cell) * 1e6);
        return sum;
    }

    private static double at(Profile profile, String path, int rank, int execution) {
        Context context = Context.ofRank(rank);
        int index =
                profile.contexts()
                        .indexOf(execution < 0 ? context : context.inRepetition(execution));
        return profile.column("time").at(index, profile.tree().at(path));
    }

    private static double[] series(Profile profile, String path, int rank, int execution) {
        Context context = Context.ofRank(rank);
        int index =
                profile.contexts()
                        .indexOf(execution < 0 ? context : context.inRepetition(execution));
        SparseRows rows = profile.column("time").byContext();
        return rows.series(rows.find(index, profile.tree().at(path)));
    }

    @Test
    void theAuthorsGameOfLife() throws IOException {
        TextFiles.Read read = read("lifeGame_8_loop_100.csv");
        Profile profile = read.profile();
        assertThat(profile.tree().size()).isEqualTo(10);
        assertThat(profile.contexts()).hasSize(8 * 2);
        assertThat(profile.values().values()).isEqualTo(4960);
        assertThat(at(profile, "main", 0, 0)).isEqualTo(0.019768);
        assertThat(at(profile, "main/Pre/calCounts", 0, 1)).isZero();
        double[] exchange = series(profile, "main/lifeChange/exchange", 0, 0);
        assertThat(exchange).hasSize(101).startsWith(0.000369, 0.000060, 0.000041);
        assertThat(series(profile, "main/lifeChange/exchange", 7, 1)[99]).isEqualTo(0.000049);
        assertThat(profile.outline().label("tag", profile.tree().at("main/lifeChange/exchange")))
                .isEqualTo("COMM");
        assertThat(read.report().entries()).isEmpty();
        assertThat(micros(profile))
                .isEqualTo(micros(TestData.require("tinyprof/lifeGame_8_loop_100.csv")));
    }

    @Test
    void theAuthorsParallelIo() throws IOException {
        TextFiles.Read read = read("parallel_io_mulResPre_20_512.csv");
        Profile profile = read.profile();
        assertThat(profile.tree().size()).isEqualTo(39);
        assertThat(profile.contexts()).hasSize(512 * 20);
        assertThat(profile.values().values()).isEqualTo(338_434);
        assertThat(at(profile, "main", 0, 0)).isEqualTo(0.288059);
        assertThat(at(profile, "main", 511, 19)).isEqualTo(0.234581);
        assertThat(at(profile, "main/AGG/recv/calBound", 0, 0)).isEqualTo(0.001165);
        assertThat(at(profile, "main/AGG/recv/calBound", 0, 1)).isNaN();
        assertThat(at(profile, "main/AGG/recv/calBound", 1, 12)).isEqualTo(0.000101);
        assertThat(at(profile, "main/wrt/wrtMeta/gather", 8, 17)).isEqualTo(0.000012);
        assertThat(at(profile, "main/wrt/wrtMeta/gather", 8, 18)).isNaN();
        assertThat(micros(profile))
                .isEqualTo(micros(TestData.require("tinyprof/parallel_io_mulResPre_20_512.csv")));
    }

    /// The last three rows hold the first times of `main` of the next rank, 64 times each.
    @Test
    void whatTheParallelIoFileHoldsTwiceIsToldInTheReport() throws IOException {
        assertThat(read("parallel_io_mulResPre_20_512.csv").report().entries())
                .extracting(entry -> entry.reason() + ": " + entry.count())
                .containsExactly(
                        "ignored characters after a comma in the times of a rank: 192",
                        "a rank lacks an execution that others have: 60926");
    }

    @Test
    void ourRunWithIterationsKept() throws IOException {
        Path first = TestData.require("tinyprof/ownrun_loop1_1_4_0.csv");
        Path second = TestData.require("tinyprof/ownrun_loop1_1_4_2.csv");
        TextFiles.Read read =
                TextFiles.read(Input.of(first.resolveSibling("ownrun_loop1_*.csv").toString()));
        Profile profile = read.profile();
        assertThat(profile.tree().size()).isEqualTo(50);
        assertThat(profile.contexts())
                .containsExactly(
                        Context.ofRank(0), Context.ofRank(1), Context.ofRank(2), Context.ofRank(3));
        assertThat(series(profile, "main/exchange", 1, -1))
                .containsExactly(0.000034, 0.000020, 0.000017);
        assertThat(series(profile, "main/exchange", 2, -1))
                .containsExactly(0.000030, 0.000018, 0.000016);
        assertThat(series(profile, "main/compute/kernel_07", 3, -1))
                .containsExactly(0.000001, 0, 0);
        assertThat(at(profile, "main/update", 0, -1)).isNaN();
        assertThat(at(profile, "main/update", 1, -1)).isZero();
        assertThat(micros(profile)).isEqualTo(micros(first) + micros(second));
        assertThat(read.report().isLossy()).isFalse();
        assertComesBack(profile);
    }

    @Test
    void eachSubFileOfOurRunAlone() throws IOException {
        for (String name : List.of("ownrun_loop1_1_4_0.csv", "ownrun_loop1_1_4_2.csv")) {
            TextFiles.Read read = read(name);
            assertThat(read.profile().tree().path(1)).containsExactly("main", "compute");
            assertThat(read.profile().contexts()).hasSize(2);
            assertThat(micros(read.profile()))
                    .isEqualTo(micros(TestData.require("tinyprof/" + name)));
        }
    }

    @Test
    void theSubFilesPutTogetherAreTheSameRecording() throws IOException {
        Path first = TestData.require("tinyprof/ownrun_loop1_1_4_0.csv");
        Path second = TestData.require("tinyprof/ownrun_loop1_1_4_2.csv");
        String together = Files.readString(first) + Files.readString(second);
        assertThat(new TextFiles(folder).read("all.csv", together).profile())
                .isEqualTo(TextFiles.read(Input.of("both", List.of(second, first))).profile());
    }

    @Test
    void ourRunWithIterationsSummed() throws IOException {
        TextFiles.Read read = read("ownrun_loop2_1_4.csv");
        Profile profile = read.profile();
        assertThat(profile.tree().size()).isEqualTo(50);
        assertThat(profile.contexts()).hasSize(4);
        assertThat(at(profile, "main/exchange", 3, -1)).isEqualTo(0.000087);
        assertThat(at(profile, "main/update", 0, -1)).isZero();
        assertThat(profile.outline().label(Profile.LOOP_LABEL, profile.tree().at("main/update")))
                .isEqualTo(Profile.LOOP_SUM);
        assertThat(read.report().entries()).isEmpty();
        assertThat(micros(profile))
                .isEqualTo(micros(TestData.require("tinyprof/ownrun_loop2_1_4.csv")));
    }
}
