package treeline.bench.record.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// What is agreed with a program that runs Caliper, tried with one that only prints.
class CaliperTest {
    @TempDir Path folder;

    private Caliper printing(String script) throws IOException {
        Path program = folder.resolve("caliper-bench");
        Files.writeString(program, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return Caliper.by(program);
    }

    @Test
    void aPairIsASmallestAndAMedian() throws Exception {
        Caliper caliper =
                printing(
                        """
                        echo "Caliper 2.15 is warming up"
                        echo "pair 3$2 41.5"   # the depth, so that the test sees it
                        """);
        assertThat(caliper.pair(4).values()).containsExactly(34.0, 41.5);
        assertThat(caliper.origin()).startsWith("Caliper in the same run, by ");
    }

    @Test
    void anOutputIsSecondsAndBytesOfAllRanks() throws Exception {
        Caliper caliper =
                printing(
                        """
                        [ "$1 $2 $3 $4" = "output iter 16 here" ] && echo "output 2.5 3200"
                        """);
        Caliper.Output output = caliper.output(Mode.ITER, 16, Path.of("here"));
        assertThat(output.seconds().median()).isEqualTo(2.5);
        assertThat(output.bytesPerRank()).isEqualTo(200);
    }

    @Test
    void aProgramThatPrintsSomethingElseIsToldWhatWasExpected() throws Exception {
        Caliper caliper = printing("echo hello\n");
        assertThatThrownBy(() -> caliper.read(folder))
                .isInstanceOf(IOException.class)
                .hasMessage("expected a line 'read ...', found:%nhello%n".formatted());
    }

    @Test
    void aProgramThatFailsIsToldWithWhatItSaid() throws Exception {
        Caliper caliper = printing("echo no licence; exit 3\n");
        assertThatThrownBy(() -> caliper.pair(1))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith(
                        "caliper-bench pair 1 ended with code 3:%nno licence%n".formatted());
    }

    @Test
    void withoutItTheRecordedFiguresStand() throws Exception {
        Caliper caliper = Caliper.asRecorded();
        assertThat(caliper.origin()).contains("recorded", "TREELINE_CALIPER_BENCH is not set");
        assertThat(caliper.pair(1).min()).isEqualTo(348);
        assertThat(caliper.output(Mode.SUM, 32, folder).seconds().median()).isEqualTo(0.204);
        assertThat(caliper.output(Mode.ITER, 16, folder).seconds().median()).isEqualTo(2.463);
    }
}
