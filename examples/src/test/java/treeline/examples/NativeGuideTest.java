package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.record.parts.SnapshotFormat;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.testkit.Patience;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Compiles and runs the programs of docs/how-to/record-native.md with the commands of that page.
@Timeout(Patience.TEST_SECONDS)
class NativeGuideTest {
    /// A program and its file name, which ends the paragraph before the program.
    private static final Pattern PROGRAM =
            Pattern.compile(
                    "`(\\w+\\.(?:c|cpp|f90|py))`[^\\n`]*:\\n"
                            + "```(?:c|cpp|fortran|python)[^\\n]*\\n(.*?)```",
                    Pattern.DOTALL);

    private static final Pattern COMMANDS =
            Pattern.compile("```sh no-test: run by NativeGuideTest\n(.*?)```", Pattern.DOTALL);

    /// The unchanged program whose MPI calls the page records.
    private static final String PLAIN =
            """
            #include <mpi.h>

            int main(int count, char **values) {
                int rank;
                double sum, numbers[1000] = {0};
                MPI_Init(&count, &values);
                MPI_Comm_rank(MPI_COMM_WORLD, &rank);
                for (int i = 0; i < 10; i++) {
                    for (int n = 0; n < 1000 * (rank + 1); n++) numbers[n % 1000] += n;
                    MPI_Allreduce(numbers, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
                    MPI_Bcast(numbers, 1000, MPI_DOUBLE, 0, MPI_COMM_WORLD);
                }
                MPI_Finalize();
                return 0;
            }
            """;

    /// The files that `treeline native` extracts, without the examples.
    private static final List<String> PARTS =
            List.of(
                    "include",
                    "src",
                    "mpi",
                    "fortran",
                    "python",
                    "Makefile",
                    "treeline.map",
                    "treeline.pc.in");

    @TempDir Path folder;

    @Test
    void theProgramsOfTheGuideAreRecorded() throws Exception {
        for (String needed : List.of("make", "cc", "c++", "mpicc", "mpirun", "mpif90", "python3"))
            assumeTrue(NativeProgram.isOnPath(needed), "needs " + needed);
        String guide = Files.readString(Path.of("..", "docs", "how-to", "record-native.md"));
        runs("mkdir native");
        for (String part : PARTS)
            runs("cp -r '%s' native".formatted(NativeProgram.NATIVE.resolve(part)));
        Files.writeString(folder.resolve("plain.c"), PLAIN);
        runs("mpicc plain.c -o plain");
        Matcher program = PROGRAM.matcher(guide);
        while (program.find())
            Files.writeString(folder.resolve(program.group(1)), program.group(2));
        Matcher commands = COMMANDS.matcher(PROGRAM.matcher(guide).replaceAll(""));
        while (commands.find()) runs(commands.group(1));
        assertThat(calls("out")).containsExactly("main 1", "main/sweep 50");
        assertThat(calls("sums")).containsExactly("main 1 -", "main/sum 1 1");
        assertThat(calls("plain-run"))
                .containsExactlyInAnyOrder(
                        "plain 1 1 1 1",
                        "plain/MPI_Allreduce 10 10 10 10",
                        "plain/MPI_Bcast 10 10 10 10");
        assertThat(calls("rod-run"))
                .containsExactlyInAnyOrder(
                        "main 1 1 1 1", "main/sweep 50 50 50 50", "main/MPI_Allreduce 50 50 50 50");
        assertThat(calls("squares-run"))
                .containsExactly(
                        "main 1", "main/step 3", "main/step/sum 3", "main/step/sum/squares 3");
        assertThat(calls("rounds")).containsExactly("main 1 1 1 1", "main/barrier 10 10 10 10");
    }

    private void runs(String commands) throws Exception {
        var builder =
                new ProcessBuilder("sh", "-ec", commands)
                        .directory(folder.toFile())
                        .redirectErrorStream(true);
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        builder.environment().put("OMPI_MCA_rmaps_base_oversubscribe", "1");
        Process process = builder.start();
        String printed =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(commands + printed).isZero();
    }

    private List<String> calls(String name) throws Exception {
        Input input = Input.of(folder.resolve(name).toString());
        try (ProfileSource source = new SnapshotFormat().open(input)) {
            return NativeRecorderTest.calls(source.load(Slice.everything()));
        }
    }
}
