package treeline.record.mpi;

import treeline.model.Profile;
import treeline.record.Event;
import treeline.record.Loop;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.source.ProfileExporter;
import treeline.store.db.DatabaseExporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/// Programs that are recorded, for `mpirun` and for ranks in one JVM: `merge FOLDER`, `killed
/// FOLDER` and `killedWhileWriting FOLDER`.
final class RecordedProgram {
    private RecordedProgram() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[1]);
        try (Comm world = Mpi.world()) {
            switch (arguments[0]) {
                case "merge" -> merge(world, folder);
                case "killed" -> killed(world, folder);
                case "killedWhileWriting" -> killedWhileWriting(world, folder);
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
    }

    /// Ranks meet events in another order, have other events and other numbers of iterations. Each
    /// has a clock that goes on by its own step with every look, so that all values are known.
    static void merge(Comm comm, Path folder) {
        int rank = comm.rank();
        RecorderOptions options =
                RecorderOptions.builder(folder.toString())
                        .aggregators(2)
                        .metrics("tag:0;mem:1")
                        .clock(new SteadyClock(10 + rank))
                        .build();
        try (Recorder recorder = Recorder.start(options, comm)) {
            for (int repetition = 0; repetition < 1 + rank % 2; repetition++)
                try (Event _ = Recorder.event("main")) {
                    String[] names =
                            rank % 2 == 0
                                    ? new String[] {"read", "solve"}
                                    : new String[] {"solve", "read"};
                    for (String name : names)
                        try (Event _ =
                                Recorder.event(name)
                                        .put("tag", name.toUpperCase())
                                        .add("mem", 100 * rank)) {
                            for (int i = 0; i < rank + 2; i++)
                                Recorder.event("step", Loop.EACH, i).close();
                        }
                    if (rank == 2) Recorder.localEvent("only on rank 2").close();
                    if (rank == 1) Recorder.event("söme – names, with: everything|in-them").close();
                }
            if (!recorder.isRecording()) throw new IllegalStateException("nothing is recorded");
        }
    }

    private static final class SteadyClock implements LongSupplier {
        private final long step;
        private long now;

        private SteadyClock(long step) {
            this.step = step;
        }

        @Override
        public long getAsLong() {
            now += step;
            return now;
        }
    }

    /// Snapshots all the time, until rank 1 is killed after the third of them.
    private static void killed(Comm comm, Path folder) throws Exception {
        RecorderOptions options =
                RecorderOptions.builder(folder.toString())
                        .aggregators(2)
                        .snapshotEvery(Duration.ofMillis(50))
                        .snapshotShare(1)
                        .build();
        try (Recorder _ = Recorder.start(options, comm);
                Event _ = Recorder.event("main")) {
            for (int i = 0; ; i++) {
                try (Event _ = Recorder.event("step", Loop.EACH, i)) {
                    comm.barrier();
                }
                if (comm.rank() == 1 && hasSnapshot(folder, 3)) killMyself();
            }
        }
    }

    /// Snapshots all the time, until rank 2, which writes the second of two files, is killed in the
    /// middle of its fourth.
    private static void killedWhileWriting(Comm comm, Path folder) {
        RecorderOptions options =
                RecorderOptions.builder(folder.toString())
                        .aggregators(2)
                        .format(new KilledWriter(comm.rank() == 2 ? 4 : Integer.MAX_VALUE))
                        .snapshotEvery(Duration.ofMillis(50))
                        .snapshotShare(1)
                        .build();
        try (Recorder _ = Recorder.start(options, comm);
                Event _ = Recorder.event("main")) {
            for (int i = 0; ; i++)
                try (Event _ = Recorder.event("step", Loop.EACH, i)) {
                    comm.barrier();
                }
        }
    }

    /// Writes databases, and half of one, in the midst of which the process is killed.
    private static final class KilledWriter implements ProfileExporter {
        private final DatabaseExporter exporter = new DatabaseExporter();
        private int left;

        private KilledWriter(int last) {
            left = last;
        }

        @Override
        public String name() {
            return "killed";
        }

        @Override
        public String extension() {
            return exporter.extension();
        }

        @Override
        public void export(Profile profile, Path file) throws IOException {
            exporter.export(profile, file);
            if (--left > 0) return;
            byte[] whole = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(whole, whole.length / 2));
            try {
                killMyself();
            } catch (Exception unexpected) {
                throw new IOException(unexpected);
            }
        }
    }

    private static boolean hasSnapshot(Path folder, int number) throws IOException {
        try (Stream<Path> there = Files.list(folder)) {
            return there.map(path -> path.getFileName().toString())
                    .anyMatch(
                            name ->
                                    name.startsWith("snapshot-")
                                            && name.compareTo("snapshot-%04d".formatted(number))
                                                    >= 0);
        }
    }

    private static void killMyself() throws Exception {
        new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid()))
                .start()
                .waitFor();
        Thread.sleep(60_000);
    }
}
