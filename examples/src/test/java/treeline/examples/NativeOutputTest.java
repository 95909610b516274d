package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.examples.NativeRecorderTest.calls;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.testkit.FolderWatch;
import treeline.testkit.Patience;

import java.nio.file.Files;
import java.nio.file.Path;

/// The output folder of native recordings, and recordings of programs that do not return from
/// `main`.
@Timeout(Patience.TEST_SECONDS)
class NativeOutputTest {
    @TempDir Path folder;

    private NativeProgram c(String body) throws Exception {
        return NativeProgram.c(folder, body);
    }

    private static final String ONE_EVENT =
            """
            int main(void) {
                TREELINE_START("deep/er/out");
                TREELINE_BEGIN("main");
                TREELINE_END("main");
                return 0;
            }
            """;

    @Test
    void theEnvironmentSwitchesItOff() throws Exception {
        NativeProgram program = c(ONE_EVENT).with("TREELINE_RECORD_ENABLED", "false");
        assertThat(program.runs()).isEmpty();
        assertThat(folder.resolve("deep")).doesNotExist();
    }

    @Test
    void aProgramThatStartsNothingRecordsWhereTheEnvironmentSaysSo() throws Exception {
        String body = ONE_EVENT.replace("TREELINE_START(\"deep/er/out\");", "");
        NativeProgram program = c(body);
        assertThat(program.runs()).isEmpty();
        program.with("TREELINE_RECORD_OUTPUT", "asked").runs();
        assertThat(calls(program.recording("asked"))).containsExactly("main 1");
    }

    @Test
    void theOutputIsMadeAndNeverReplaced() throws Exception {
        NativeProgram program = c(ONE_EVENT);
        assertThat(program.runs()).isEmpty();
        assertThat(program.runs())
                .isEqualTo(
                        "treeline: recorded into deep/er/out-2, because deep/er/out already"
                                + " contains a recording (set 'replace' to overwrite it)\n");
        program.with("TREELINE_RECORD_REPLACE", "true").runs();
        assertThat(calls(program.recording("deep/er/out-2"))).containsExactly("main 1");
        assertThat(folder.resolve("deep/er"))
                .isDirectoryContaining("glob:**out")
                .isDirectoryNotContaining("glob:**out-3");
        assertThat(folder.resolve("deep/er/out/.lock")).doesNotExist();
    }

    @Test
    void anOutputThatCannotBeWrittenIsReportedAndEndsNothing() throws Exception {
        Files.writeString(folder.resolve("deep"), "a file");
        NativeProgram program = c(ONE_EVENT);
        assertThat(program.runs())
                .isEqualTo(
                        "treeline: output directory deep/er/out is not writable: Not a"
                                + " directory\n");
    }

    @Test
    void anOptionThatIsWrongIsReported() throws Exception {
        NativeProgram program = c(ONE_EVENT).with("TREELINE_RECORD_AGGREGATOR", "2");
        assertThat(program.runs())
                .isEqualTo(
                        "treeline: TREELINE_RECORD_AGGREGATOR is ignored: unknown option"
                                + " 'aggregator', or invalid value '2'\n");
    }

    /// A file size limit simulates a full disk.
    @Test
    void aFullDiskIsReported() throws Exception {
        NativeProgram program =
                c(
                        """
                        int main(void) {
                            struct rlimit limit = {100, 100};
                            TREELINE_START("out");
                            TREELINE_BEGIN("main");
                            TREELINE_END("main");
                            signal(SIGXFSZ, SIG_IGN);
                            setrlimit(RLIMIT_FSIZE, &limit);
                            treeline_close();
                            return 0;
                        }
                        """);
        Process ended = program.start();
        assertThat(ended.waitFor()).isZero();
        assertThat(folder.resolve("out")).isEmptyDirectory();
        assertThat(Files.readString(folder.resolve("stderr.txt")))
                .startsWith("treeline: out/part-000.tlsnap was not written: File too large");
    }

    @Test
    void anExitWithinEventsCountsThemUpToThen() throws Exception {
        NativeProgram program =
                c(
                        """
                        int main(void) {
                            TREELINE_START("out");
                            TREELINE_BEGIN("main");
                            TREELINE_BEGIN_EACH("step", 4);
                            usleep(2000);
                            exit(0);
                        }
                        """);
        assertThat(program.runs()).isEmpty();
        Profile profile = program.recording();
        assertThat(calls(profile)).containsExactly("main 1", "main/step 1");
        var time = profile.column("time").byContext();
        assertThat(time.iteration(time.find(0, 1), 4)).isGreaterThanOrEqualTo(2e6);
        assertThat(profile.metadata().get("recorder.open").orElseThrow()).hasToString("2");
    }

    @Test
    void aForkedChildRecordsNothingOfItsParent() throws Exception {
        NativeProgram program =
                c(
                        """
                        int main(void) {
                            TREELINE_START("out");
                            TREELINE_BEGIN("main");
                            pid_t child = fork();
                            if (child == 0) {
                                TREELINE_BEGIN("child");
                                TREELINE_END("child");
                                TREELINE_END("main");
                                TREELINE_START("of-child");
                                TREELINE_BEGIN("own");
                                TREELINE_END("own");
                                exit(0);
                            }
                            waitpid(child, NULL, 0);
                            TREELINE_END("main");
                            return 0;
                        }
                        """);
        assertThat(program.with("TREELINE_RECORD_SNAPSHOT_INTERVAL", "0.01").runs()).isEmpty();
        assertThat(calls(program.recording())).containsExactly("main 1");
        assertThat(calls(program.recording("of-child"))).containsExactly("own 1");
    }

    @Test
    void snapshotsOutliveAKill() throws Exception {
        NativeProgram program =
                c(
                        """
                        int main(void) {
                            TREELINE_START("out");
                            TREELINE_BEGIN("main");
                            for (int i = 0; ; i++) {
                                TREELINE_BEGIN_EACH("step", i % 1000);
                                usleep(10);
                                TREELINE_END("step");
                            }
                        }
                        """);
        Process process =
                program.with("TREELINE_RECORD_SNAPSHOT_INTERVAL", "PT0.005S")
                        .with("TREELINE_RECORD_SNAPSHOT_SHARE", "1")
                        .start();
        Path third = folder.resolve("out/snapshot-0003");
        FolderWatch.until(folder, () -> Files.exists(third.getParent()) || !process.isAlive());
        FolderWatch.until(third.getParent(), () -> Files.exists(third) || !process.isAlive());
        process.destroyForcibly().waitFor();
        Profile profile = program.recording();
        assertThat(profile.tree().size()).isEqualTo(2);
        var time = profile.column("time").byContext();
        assertThat(time.value(time.find(0, 0))).isGreaterThan(time.value(time.find(0, 1)) * 0.9);
    }

    @Test
    void aSecondRecordingMayFollow() throws Exception {
        NativeProgram program =
                c(
                        """
                        int main(void) {
                            for (int i = 0; i < 2; i++) {
                                TREELINE_START(i == 0 ? "out" : "second");
                                TREELINE_BEGIN("main");
                                TREELINE_END("main");
                                TREELINE_CLOSE();
                            }
                            return 0;
                        }
                        """);
        assertThat(program.runs()).isEmpty();
        assertThat(calls(program.recording())).containsExactly("main 1");
        assertThat(calls(program.recording("second"))).containsExactly("main 1");
    }
}
