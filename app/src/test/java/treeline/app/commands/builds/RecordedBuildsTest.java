package treeline.app.commands.builds;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;
import treeline.examples.Example;
import treeline.formats.Formats;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.record.ranks.SoloCommunicator;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;

/// The gate on two builds of an example program, really recorded. The clock counts the CPU time of
/// the rank, which other programs on the machine hardly disturb.
class RecordedBuildsTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @TempDir Path folder;

    @Test
    void theSlowerBuildOfAnExampleFailsTheGateAndTheSameBuildPasses() throws Exception {
        for (int warmUp = 0; warmUp < 3; warmUp++) record("warm-up/" + warmUp, "300");
        for (int run = 0; run < 6; run++) {
            record("old/" + run, "0");
            record("slower/" + run, "300");
            record("same/" + run, "0");
        }
        assertThat(gate("same").exitCode()).as(gate("same").out()).isZero();
        Session.Answer slower = gate("slower");
        assertThat(slower.exitCode()).as(slower.out()).isEqualTo(1);
        assertThat(slower.out()).containsPattern("slower, fails .*main/sweep");
    }

    private void record(String output, String slower) throws Exception {
        RecorderOptions options =
                RecorderOptions.builder(folder.resolve(output).toString())
                        .metrics("tag:0;mem:1")
                        .clock(THREADS::getCurrentThreadCpuTime)
                        .build();
        var comm = new SoloCommunicator();
        try (Recorder _ = Recorder.start(options, comm)) {
            Example.named("jacobi")
                    .compute(
                            comm,
                            "--size",
                            "256",
                            "--iterations",
                            "60",
                            "--repetitions",
                            "1",
                            "--slower",
                            slower);
        }
    }

    private Session.Answer gate(String candidate) {
        return new Session(Formats.all(), Session.PLAIN.withWidth(200))
                .run(
                        "compare",
                        folder.resolve("old").toString(),
                        folder.resolve(candidate).toString(),
                        "--fail-above",
                        "100%");
    }
}
