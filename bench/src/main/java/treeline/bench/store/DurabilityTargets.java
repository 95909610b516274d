package treeline.bench.store;

import treeline.archive.Archive;
import treeline.archive.RunLabel;
import treeline.array.Percentiles;
import treeline.bench.SyntheticRun;
import treeline.formats.csv.CsvExporter;
import treeline.model.Profile;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.record.ranks.InProcessRanks;
import treeline.source.files.CompleteFile;
import treeline.source.files.CompleteFolder;
import treeline.store.db.DatabaseExporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/// Question: what does it cost that written files survive a power failure? Each operation runs on a
/// disk and, as the baseline, on a file system in memory, where forcing a file is free: medians, by
/// turns. A snapshot is written as a recording of the same size.
///
/// The arguments are the folder on the disk (default: the temporary folder) and the one in memory
/// (default: `/dev/shm`).
public final class DurabilityTargets {
    private static final int ROUNDS = 21;
    private static final int LARGE_ROUNDS = 5;

    private DurabilityTargets() {}

    /// Writes something below a folder.
    @FunctionalInterface
    private interface Work {
        void in(Path folder) throws IOException;
    }

    public static void main(String[] arguments) throws IOException {
        String disk = arguments.length > 0 ? arguments[0] : System.getProperty("java.io.tmpdir");
        String memory = arguments.length > 1 ? arguments[1] : "/dev/shm";
        Path onDisk = Files.createTempDirectory(Path.of(disk), "treeline-bench-");
        Path inMemory = Files.createTempDirectory(Path.of(memory), "treeline-bench-");
        System.out.printf("%-42s %12s %12s%n", "median, ms", "disk", "memory");
        try {
            measure(onDisk, inMemory);
        } finally {
            CompleteFolder.delete(onDisk);
            CompleteFolder.delete(inMemory);
        }
    }

    private static void measure(Path disk, Path memory) throws IOException {
        Work tiny = folder -> CompleteFile.write(folder.resolve("tiny"), new byte[100]);
        compare("file of 100 bytes", ROUNDS, tiny, disk, memory);
        Profile small = SyntheticRun.of(16, 200, 0);
        compare("archive add, 200 nodes x 16 ranks", ROUNDS, add(small), disk, memory);
        compare("end of a recording, 1 part", ROUNDS, recording(1, 1), disk, memory);
        compare("end of a recording, 64 ranks in 8 parts", ROUNDS, recording(64, 8), disk, memory);
        Profile large = SyntheticRun.of(1024, 2001, 10);
        Work database = folder -> new DatabaseExporter().export(large, folder.resolve("l.tldb"));
        compare("database of 20 million values", LARGE_ROUNDS, database, disk, memory);
        Profile table = SyntheticRun.of(256, 2001, 0);
        Work csv = folder -> new CsvExporter().export(table, folder.resolve("l.csv"));
        compare("CSV of 0.5 million values", LARGE_ROUNDS, csv, disk, memory);
        System.out.printf(
                "sizes: database %.1f MB, CSV %.1f MB%n",
                Files.size(disk.resolve("l.tldb")) / 1e6, Files.size(disk.resolve("l.csv")) / 1e6);
    }

    private static Work add(Profile profile) {
        return folder ->
                Archive.atOrNew(folder.resolve("archive"))
                        .add(profile, new RunLabel(Instant.EPOCH, "main", "c1"));
    }

    private static Work recording(int ranks, int parts) {
        return folder ->
                InProcessRanks.run(
                        ranks,
                        rank -> {
                            var options =
                                    RecorderOptions.builder(folder.resolve("out").toString())
                                            .replace(true)
                                            .aggregators(parts)
                                            .build();
                            try (Recorder _ = Recorder.start(options, rank)) {
                                for (int i = 0; i < 200; i++)
                                    Recorder.event("event_" + i, () -> {});
                            }
                        });
    }

    private static void compare(String name, int rounds, Work work, Path disk, Path memory)
            throws IOException {
        double[] onDisk = new double[rounds];
        double[] inMemory = new double[rounds];
        for (int warmUp = 0; warmUp < 2; warmUp++) {
            millis(work, disk);
            millis(work, memory);
        }
        for (int round = 0; round < rounds; round++) {
            onDisk[round] = millis(work, disk);
            inMemory[round] = millis(work, memory);
        }
        System.out.printf(
                "%-42s %12.2f %12.2f%n",
                name, Percentiles.median(onDisk), Percentiles.median(inMemory));
    }

    private static double millis(Work work, Path folder) throws IOException {
        long start = System.nanoTime();
        work.in(folder);
        return (System.nanoTime() - start) / 1e6;
    }
}
