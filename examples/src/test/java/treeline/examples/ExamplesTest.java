package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.model.Profile;
import treeline.record.ranks.SoloCommunicator;
import treeline.record.testkit.Mpirun;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.store.db.DatabaseFormat;
import treeline.testkit.Patience;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Every program with ranks in one JVM, and two of them as processes: it says that its result is
/// right, and its recording has its events.
@Timeout(Patience.TEST_SECONDS)
class ExamplesTest {
    @TempDir Path folder;

    private String run(String name, String... values) throws Exception {
        Map<String, String> options =
                new TreeMap<>(Map.of(Options.OUTPUT, folder.resolve("out").toString()));
        for (int i = 0; i < values.length; i += 2) options.put(values[i], values[i + 1]);
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Example.named(name)
                .run(new Options(options), new PrintStream(printed, true, StandardCharsets.UTF_8));
        return printed.toString(StandardCharsets.UTF_8);
    }

    private Profile recording() throws IOException {
        try (ProfileSource source =
                new DatabaseFormat().open(Input.of(folder.resolve("out").toString()))) {
            return source.load(Slice.everything());
        }
    }

    private static String paths(Profile profile) {
        Set<String> paths = new TreeSet<>();
        for (int node = 0; node < profile.tree().size(); node++)
            paths.add(String.join("/", profile.tree().path(node)));
        return String.join("\n", paths) + "\n";
    }

    @ParameterizedTest
    @CsvSource({
        "fft, 0",
        "fft, 1.5",
        "closure, 0",
        "closure, 2",
        "jacobi, 0",
        "jacobi, 1",
        "figure-two, 0",
        "figure-two, 1",
        "parallel-io, 0",
        "parallel-io, 0.4"
    })
    void everyProgramChecksItsResultAndIsRecorded(String name, String imbalance) throws Exception {
        assertThat(run(name, "ranks", "3", "imbalance", imbalance))
                .startsWith(name + " on 3 ranks, ")
                .contains("recorded in ");
        Profile profile = recording();
        assertThat(profile.contexts()).hasSize(6); // 3 ranks, 2 executions
        assertThat(profile.tree().at("main")).isZero();
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(folder.resolve("out"));
        }
    }

    @Test
    void onlyExamplesAreFoundByName() {
        assertThatThrownBy(() -> Example.named("sort"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no example 'sort'");
    }

    @Test
    void anExampleMayBeComputedWithoutARecorder() throws Exception {
        String output = folder.resolve("out").toString();
        assertThat(
                        Example.named("fft")
                                .compute(new SoloCommunicator(), "--size", "4", "--output", output))
                .startsWith("4 x 4 numbers, transformed and back");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void theFourierTransformHasItsTransposeByAllToAll() throws Exception {
        run("fft", "ranks", "2", "size", "16");
        assertThat(paths(recording()))
                .isEqualTo(
                        """
                        main
                        main/check
                        main/fill
                        main/forward
                        main/forward/rows
                        main/forward/transpose
                        main/forward/transpose/all-to-all
                        main/forward/transpose/pack
                        main/forward/transpose/unpack
                        main/inverse
                        main/inverse/rows
                        main/inverse/transpose
                        main/inverse/transpose/all-to-all
                        main/inverse/transpose/pack
                        main/inverse/transpose/unpack
                        """);
    }

    @Test
    void theInputOutputPipelineHasTheFivePhasesOfThePaper() throws Exception {
        run("parallel-io", "ranks", "4", "patches", "4");
        assertThat(paths(recording()))
                .isEqualTo(
                        """
                        main
                        main/aggregate
                        main/compress
                        main/distribute
                        main/distribute/all-to-all
                        main/distribute/cut
                        main/hierarchy
                        main/write
                        """);
    }

    /// Figure 2 and the profile of it in figure 3: `update` on odd ranks, three iterations of
    /// `compute` kept, sums of the others.
    @Test
    void theProgramOfFigureTwoGivesTheProfileOfFigureThree() throws Exception {
        run("figure-two", "ranks", "2", "size", "100");
        Profile profile = recording();
        assertThat(paths(profile))
                .isEqualTo(
                        """
                        main
                        main/compute
                        main/exchange
                        main/exchange/comm
                        main/exchange/write
                        main/update
                        """);
        var time = profile.column("time").byContext();
        var memory = profile.column("mem").byContext();
        int compute = profile.tree().at("main/compute");
        int comm = profile.tree().at("main/exchange/comm");
        int write = profile.tree().at("main/exchange/write");
        int update = profile.tree().at("main/update");
        for (int context = 0; context < 4; context++) {
            assertThat(time.seriesLength(time.find(context, compute))).isEqualTo(3);
            assertThat(time.seriesLength(time.find(context, comm))).isZero();
            assertThat(time.find(context, update) >= 0)
                    .isEqualTo(profile.contexts().get(context).rank() == 1);
            assertThat(memory.value(memory.find(context, write))).isEqualTo(3 * 800);
            assertThat(memory.series(memory.find(context, compute))).containsExactly(800, 800, 800);
            assertThat(memory.find(context, comm)).isNegative();
        }
    }

    @Test
    void anImbalanceGivesRankZeroMoreToDo() throws Exception {
        run("figure-two", "ranks", "2", "size", "100", "imbalance", "1");
        Profile profile = recording();
        var memory = profile.column("mem").byContext();
        int compute = profile.tree().at("main/compute");
        for (int context = 0; context < 4; context++)
            assertThat(memory.value(memory.find(context, compute)))
                    .isEqualTo(3 * (profile.contexts().get(context).rank() == 0 ? 1600 : 800));
    }

    @ParameterizedTest
    @CsvSource({"fft", "figure-two"})
    void programsRunAsProcessesToo(String name) throws Exception {
        Class<?> main = name.equals("fft") ? Fft.class : FigureTwo.class;
        String output =
                Mpirun.openMpi()
                        .run(
                                4,
                                main,
                                "--output",
                                folder.resolve("out").toString(),
                                "--imbalance",
                                "0.5");
        assertThat(output).contains(name + " on 4 ranks, ");
        assertThat(recording().contexts()).hasSize(8);
    }

    @Test
    void aWrongCommandLineIsToldWithTheRightOne() {
        Mpirun.Ended ended = Mpirun.none().ended(1, Fft.class, "--length", "3");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.output().lines())
                .containsExactly(
                        "fft: unknown option --length",
                        "usage: fft [--size N] [--repetitions N] [--imbalance X] [--ranks N]"
                                + " [--output FOLDER] [--snapshot SECONDS]");
    }

    @Test
    void aFailingProgramEndsWithAnError() {
        Mpirun.Ended ended =
                Mpirun.none()
                        .ended(
                                1,
                                Fft.class,
                                "--size",
                                "12",
                                "--output",
                                folder.resolve("out").toString());
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.output()).contains("size 12 is not a power of 2");
    }
}
