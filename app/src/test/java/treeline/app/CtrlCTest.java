package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.source.files.TemporaryFiles;
import treeline.testkit.Jvm;
import treeline.testkit.Patience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Ctrl+C in every phase of a command: the process ends, and leaves nothing half done.
@Timeout(Patience.TEST_SECONDS)
class CtrlCTest {
    /// 128 and the number of the signal.
    private static final int ENDED = 130;

    private static final int SIGINT = 2;

    @TempDir Path folder;
    @TempDir Path temporary;

    /// A process inherits that a signal is ignored, as in the background of a shell without job
    /// control.
    @BeforeEach
    void theSignalIsNotIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        assumeTrue(Files.isReadable(status), "the system does not tell which signals are ignored");
        String ignored =
                Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .map(line -> line.substring("SigIgn:".length()).strip())
                        .findFirst()
                        .orElse("0");
        long mask = Long.parseUnsignedLong(ignored, 16);
        assumeTrue((mask >> (SIGINT - 1) & 1) == 0, "SIGINT is ignored by the parent process");
    }

    private Process start(String... words) throws IOException {
        List<String> command = Jvm.withClasses("-Djava.io.tmpdir=" + temporary);
        command.add("treeline.app.Main");
        command.addAll(List.of(words));
        return new ProcessBuilder(command).redirectError(folder.resolve("err").toFile()).start();
    }

    private static void interrupt(Process process) throws Exception {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }

    private static boolean hasFile(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(each -> !each.toString().contains("hsperf"))
                    .anyMatch(Files::isRegularFile);
        }
    }

    @Test
    void whileTheInputIsReadNoCopyOfItStays() throws Exception {
        Process process = start("tree", "-");
        process.getOutputStream().write("path,rank,time (inc) [s]\n".getBytes(UTF_8));
        process.getOutputStream().flush();
        while (!hasFile(temporary)) Thread.onSpinWait();
        interrupt(process);
        assertThat(process.waitFor()).isEqualTo(ENDED);
        assertThat(hasFile(temporary)).isFalse();
    }

    /// The run grows until the signal comes before its file is complete.
    @Test
    void whileAFileIsWrittenNoPartOfItStays() throws Exception {
        int exitCode = 0;
        for (int rows = 100_000; exitCode != ENDED; rows *= 2) {
            assertThat(rows).as("rows").isLessThan(10_000_000);
            Files.deleteIfExists(folder.resolve("run.tldb"));
            exitCode = endedWhileWriting(largeRun(rows));
            assertThat(exitCode).isIn(0, ENDED);
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("run.csv", "err");
        }
        assertThat(folder.resolve("err")).isEmptyFile();
    }

    private int endedWhileWriting(Path run) throws Exception {
        Process process = start("convert", run.toString(), folder.resolve("run.tldb").toString());
        while (process.isAlive() && !isWriting()) Thread.onSpinWait();
        interrupt(process);
        return process.waitFor();
    }

    private boolean isWriting() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(TemporaryFiles::isNamedAsOne);
        }
    }

    private Path largeRun(int rows) throws IOException {
        Path run = folder.resolve("run.csv");
        try (var out = Files.newBufferedWriter(run)) {
            out.write("path,rank,time (inc) [s]\nmain,0,1\n");
            for (int row = 0; row < rows; row++)
                out.write("main/function%d,%d,%d\n".formatted(row / 100, row % 100, row));
        }
        return run;
    }

    @Test
    void aServerEndsWithItsClients() throws Exception {
        Path run =
                Files.writeString(
                        folder.resolve("run.csv"), "path,rank,time (inc) [s]\nmain,0,1\n");
        Process process = start("serve", run.toString(), "--no-browser");
        var lines = process.inputReader(UTF_8);
        assertThat(lines.readLine()).startsWith("serving at ");
        interrupt(process);
        assertThat(process.waitFor()).isEqualTo(ENDED);
    }
}
