package treeline.app.commands.input;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.commands.CommandTest;

import java.io.IOException;
import java.nio.file.Path;

/// What a recorder says of itself stands above the numbers.
class RecorderNotesTest extends CommandTest {
    private Path run(String share) throws IOException {
        return drawn(
                "run.txt",
                """
                path       rank0
                main           1
                main/tiny      3
                fact recorder.calls 5000000
                fact recorder.share %s
                fact recorder.small main/tiny

                metric bytes B exclusive
                path       rank0
                main           1
                """
                        .formatted(share));
    }

    @Test
    void everyCommandSaysWhereRecordingIsMoreThanATenthOfTheBusyTime() throws IOException {
        String note =
                "note: at least 62 % of the busy time was spent on recording (5,000,000 calls),"
                        + " mostly of main/tiny\n\n";
        Path run = run("0.62");
        assertThat(printed("report", run)).startsWith(note + "run.txt: 4.00 s of time, rank 0\n");
        assertThat(printed("tree", run)).startsWith(note + "time (inclusive), rank 0\n");
        assertThat(printed("flat", run)).startsWith(note);
        assertThat(printed("tree", run, "--json"))
                .contains(
                        "\"at least 62 % of the busy time was spent on recording (5,000,000"
                                + " calls)");
        assertThat(printed("info", run)).contains("recorder.share  0.62\n");
    }

    @Test
    void aTenthIsNotMuchAndBytesAreNotTime() throws IOException {
        assertThat(printed("tree", run("0.1"))).startsWith("time (inclusive), rank 0\n");
        assertThat(printed("tree", run("0.101")))
                .startsWith("note: at least 10 % of the busy time");
        assertThat(printed("tree", run("0.62"), "-m", "bytes")).doesNotContain("recording");
    }

    @Test
    void anOverheadThatWasMeasuredHasItsInterval() throws IOException {
        Path run =
                drawn(
                        "measured.txt",
                        """
                        path  rank0
                        main  1
                        fact recorder.calls 5000000
                        fact recorder.share 0.74
                        fact recorder.share.low 0.70
                        fact recorder.share.high 0.78
                        """);
        assertThat(printed("tree", run))
                .startsWith(
                        "note: 74 % of the CPU time (70 to 78 %) was spent on recording (5,000,000"
                                + " calls)\n\n");
    }

    @Test
    void methodsThatWereRemovedAreNamed() throws IOException {
        Path run = drawn("removed.txt", "path  rank0\nmain  1\nfact recorder.removed Cell.next\n");
        assertThat(printed("tree", run))
                .startsWith(
                        "note: recorded in part only (budget), later calls are in their callers:"
                                + " Cell.next\n\n");
    }

    @Test
    void aRunThatEndedEarlySaysSo() throws IOException {
        Path run = drawn("early.txt", "path  rank0\nmain  1\nfact recorder.ended early\n");
        assertThat(printed("tree", run))
                .startsWith(
                        "note: the program exited without closing its recorder; events still open"
                                + " were ended at exit\n\n");
    }

    @Test
    void aRunThatDoesNotSayHasNoNote() throws IOException {
        assertThat(printed("tree", drawn("plain.txt", "path  rank0\nmain  1\n")))
                .startsWith("time (inclusive), rank 0\n");
    }
}
