package treeline.archive;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.source.files.TemporaryFiles;
import treeline.testkit.Patience;
import treeline.testkit.files.Call;
import treeline.testkit.files.CrashStates;
import treeline.testkit.files.Faults;
import treeline.testkit.files.Faults.Fault;
import treeline.testkit.files.Simulation;
import treeline.testkit.files.WatchedFileSystem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// An archive after power failures, failed calls, and with many writers and readers.
@Timeout(Patience.TEST_SECONDS)
class ArchiveDurabilityTest {
    @TempDir Path scratch;

    private static void add(Path folder, int number) throws IOException {
        Archive.atOrNew(folder)
                .add(
                        AddingProgram.run(number),
                        new RunLabel(Instant.ofEpochSecond(number), "main", "c" + number));
    }

    /// The commits of all runs, which must be readable.
    private static List<String> commits(Path folder) throws IOException {
        return Archive.at(folder)
                .ask(
                        index -> {
                            List<String> commits =
                                    index.runs().stream().map(ArchivedRun::commit).toList();
                            assertThat(index.unreadable()).isEmpty();
                            assertThat(commits).doesNotHaveDuplicates();
                            return commits;
                        });
    }

    private static List<String> first(int number) {
        return IntStream.range(0, number).mapToObj(each -> "c" + each).toList();
    }

    @Test
    void runsThatWereAddedSurviveEveryPowerFailure(TestReporter reporter) throws Exception {
        Path folder = Files.createDirectory(scratch.resolve("folder"));
        var system = WatchedFileSystem.of(folder);
        Path perf = system.folder().resolve("perf");
        for (int run = 0; run < 3; run++) {
            add(perf, run);
            system.milestone("added c" + run);
            if (run == 1) assertThat(commits(perf)).isEqualTo(first(2));
        }
        int states =
                CrashStates.check(
                        system,
                        scratch,
                        1,
                        (crashed, added) -> {
                            Path archive = crashed.resolve("perf");
                            List<String> expected = new ArrayList<>(first(added));
                            if (added > 0 || Files.isDirectory(archive.resolve("runs"))) {
                                List<String> found = commits(archive);
                                assertThat(found).isIn(first(added), first(added + 1));
                                expected = new ArrayList<>(found);
                            }
                            add(WatchedFileSystem.of(crashed).folder().resolve("perf"), 9);
                            expected.add("c9");
                            assertThat(commits(archive)).isEqualTo(expected);
                        });
        reporter.publishEntry("crash states of archive add", "" + states);
        assertThat(states).isGreaterThan(30);
    }

    private WatchedFileSystem archiveOfOne() throws IOException {
        Path folder = Files.createTempDirectory(scratch, "archive-");
        add(folder.resolve("perf"), 0);
        commits(folder.resolve("perf"));
        return WatchedFileSystem.of(folder);
    }

    @Test
    void anAddThatFailsLeavesTheArchiveAsItWas(TestReporter reporter) throws Exception {
        int faults = 0;
        for (Fault fault : Fault.values())
            faults +=
                    Faults.each(
                            fault,
                            this::archiveOfOne,
                            system -> add(system.folder().resolve("perf"), 1),
                            this::checkAfterFault);
        reporter.publishEntry("faults of archive add", "" + faults);
        assertThat(faults).isGreaterThan(20);
    }

    @Test
    void aReaderThatFailsLeavesTheArchiveAsItWas(TestReporter reporter) throws Exception {
        int faults = 0;
        for (Fault fault : Fault.values())
            faults +=
                    Faults.each(
                            fault,
                            () -> {
                                WatchedFileSystem system = archiveOfOne();
                                add(system.realFolder().resolve("perf"), 1);
                                return system;
                            },
                            system ->
                                    assertThat(commits(system.folder().resolve("perf")))
                                            .isEqualTo(first(2)),
                            this::checkAfterFault);
        reporter.publishEntry("faults of the archive's index", "" + faults);
        assertThat(faults).isGreaterThan(20);
    }

    private void checkAfterFault(WatchedFileSystem system, Call failed, @Nullable Exception thrown)
            throws Exception {
        Path perf = system.realFolder().resolve("perf");
        if (thrown != null)
            assertThat(thrown).isInstanceOf(expected(failed)).hasMessageContaining(perf.toString());
        if (failed.kind() != Call.Kind.DELETE) assertThat(temporaryFiles(perf)).isEmpty();
        List<String> found = commits(perf);
        if (thrown == null) assertThat(found).isEqualTo(first(2));
        else assertThat(found).isIn(first(1), first(2));
        add(perf, 9);
        assertThat(commits(perf)).hasSize(found.size() + 1).contains("c9");
    }

    /// `Files.isDirectory` is false if the attributes cannot be read: then it is not an archive.
    private static Class<? extends Exception> expected(Call failed) {
        return failed.kind() == Call.Kind.ATTRIBUTES ? Exception.class : IOException.class;
    }

    private static List<Path> temporaryFiles(Path archive) throws IOException {
        try (Stream<Path> files = Files.walk(archive)) {
            return files.filter(TemporaryFiles::isNamedAsOne).toList();
        }
    }

    @Test
    void writersAndReadersInEveryOrderLoseNothing(TestReporter reporter) throws Exception {
        int seeds = Simulation.seeds(20);
        int calls = 0;
        for (long seed = 0; seed < seeds; seed++) calls += simulate(seed);
        reporter.publishEntry("simulations of an archive", seeds + " with " + calls + " calls");
    }

    private int simulate(long seed) throws IOException {
        Path folder = Files.createTempDirectory(scratch, "simulated-");
        var system = WatchedFileSystem.of(folder);
        Path perf = system.folder().resolve("perf");
        List<String> added = new ArrayList<>();
        var simulation = new Simulation(seed, TemporaryFiles::isNamedAsOne);
        for (int writer = 0; writer < 3; writer++) {
            int first = 2 * writer;
            simulation.actor(
                    "writer" + writer,
                    () -> {
                        for (int run = first; run < first + 2; run++) {
                            add(perf, run);
                            added.add("c" + run);
                        }
                    });
        }
        for (int reader = 0; reader < 2; reader++)
            simulation.actor(
                    "reader" + reader,
                    () -> {
                        for (int look = 0; look < 3; look++) {
                            if (!Files.isDirectory(perf.resolve("runs"))) continue;
                            List<String> before = List.copyOf(added);
                            assertThat(commits(perf)).containsAll(before);
                        }
                    });
        simulation.run(system);
        assertThat(commits(folder.resolve("perf"))).isEqualTo(first(6));
        assertThat(temporaryFiles(folder)).isEmpty();
        return simulation.trace().size();
    }

    /// The archive is new: one writer may find a folder that another one has not forced yet.
    @Test
    void runsThatWereAddedAtOnceSurviveEveryPowerFailure(TestReporter reporter) throws Exception {
        int states = 0;
        for (long seed = 0; seed < 60; seed++) states += crashesOfTwo(seed);
        reporter.publishEntry("crash states of two adds at once", "" + states);
    }

    private int crashesOfTwo(long seed) throws IOException {
        Path folder = Files.createTempDirectory(scratch, "simulated-");
        var system = WatchedFileSystem.of(folder);
        List<String> added = new ArrayList<>();
        var simulation = new Simulation(seed, TemporaryFiles::isNamedAsOne);
        for (int run = 0; run < 2; run++) {
            int number = run;
            simulation.actor(
                    "writer" + run,
                    () -> {
                        add(system.folder().resolve("perf"), number);
                        added.add("c" + number);
                        system.milestone("added c" + number);
                    });
        }
        simulation.run(system);
        return CrashStates.check(
                system,
                scratch,
                seed,
                (crashed, milestones) -> {
                    if (milestones > 0)
                        assertThat(commits(crashed.resolve("perf")))
                                .containsAll(added.subList(0, milestones));
                });
    }
}
