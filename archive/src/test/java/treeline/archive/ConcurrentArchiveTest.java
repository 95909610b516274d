package treeline.archive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.compare.Trend;
import treeline.model.Metric;
import treeline.testkit.Jvm;
import treeline.testkit.Patience;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Jobs that do not know of each other, as processes of their own.
class ConcurrentArchiveTest {
    private static final int JOBS = 10;
    private static final int RUNS = 20;

    @TempDir Path folder;

    @Test
    void tenProcessesAddToOneNewArchiveAtOnceAndNothingIsLost() throws Exception {
        Path archive = folder.resolve("perf");
        List<Process> jobs = new ArrayList<>();
        for (int job = 0; job < JOBS; job++) jobs.add(start(archive, job, RUNS));
        int looks = 0;
        while (jobs.stream().anyMatch(Process::isAlive)) {
            if (Files.isDirectory(archive.resolve("runs"))) {
                Archive.at(archive).ask(ArchiveIndex::runs); // readers do not disturb
                looks++;
            }
            jobs.getLast().waitFor(20, TimeUnit.MILLISECONDS); // between two looks
        }
        for (Process job : jobs) assertThat(said(job)).endsWith("added\n");
        assertThat(looks).isPositive();
        List<Double> totals =
                Archive.at(archive)
                        .ask(
                                index -> {
                                    assertThat(index.unreadable()).isEmpty();
                                    Metric time = index.metrics().getFirst();
                                    return index.trend(Trend.TOTAL, time, index.runs());
                                })
                        .points()
                        .stream()
                        .map(Trend.Point::value)
                        .sorted()
                        .toList();
        List<Double> expected = new ArrayList<>();
        for (int job = 0; job < JOBS; job++)
            for (int run = 0; run < RUNS; run++) expected.add(job * 1000.0 + run);
        assertThat(totals).isEqualTo(expected);
        assertThat(unfinished(archive)).isEmpty();
    }

    @Test
    void aJobThatIsKilledLeavesNothingHalf() throws Exception {
        Path archive = folder.resolve("perf");
        for (int round = 0; round < 4; round++) {
            Process job = start(archive, round, 1_000_000);
            BufferedReader lines = job.inputReader();
            for (int run = 0; run < 3; run++) assertThat(lines.readLine()).isEqualTo("run " + run);
            job.destroyForcibly();
            assertThat(job.waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
        }
        long files = count(archive);
        assertThat(files).isGreaterThanOrEqualTo(12);
        List<ArchivedRun> runs =
                Archive.at(archive)
                        .ask(
                                index -> {
                                    assertThat(index.unreadable()).isEmpty();
                                    return index.runs();
                                });
        assertThat(runs).hasSize((int) files);
        assertThat(said(start(archive, 4, 2))).endsWith("added\n");
        assertThat(Archive.at(archive).ask(ArchiveIndex::runs)).hasSize((int) files + 2);
    }

    private static Process start(Path archive, int job, int runs) throws IOException {
        List<String> command = Jvm.withClasses("-Xmx64m");
        command.addAll(List.of(AddingProgram.class.getName(), archive.toString()));
        command.addAll(List.of(Integer.toString(job), Integer.toString(runs)));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String said(Process job) throws IOException {
        return new String(job.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static long count(Path archive) throws IOException {
        if (!Files.isDirectory(archive.resolve("runs"))) return 0;
        try (Stream<Path> files = Files.list(archive.resolve("runs"))) {
            return files.filter(file -> file.toString().endsWith(".tldb")).count();
        }
    }

    private static List<Path> unfinished(Path archive) throws IOException {
        try (Stream<Path> files = Files.walk(archive)) {
            return files.filter(file -> file.toString().endsWith(".tmp")).toList();
        }
    }
}
