package treeline.record.mpi;

import treeline.record.Event;
import treeline.record.Loop;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.record.Recordings;
import treeline.record.ranks.Communicator;
import treeline.testkit.Patience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/// Programs that are recorded, for `mpirun` and for ranks in one JVM: `merge FOLDER`, `alike
/// FOLDER`, `killed FOLDER` and `killedWhileWriting FOLDER`.
final class RecordedProgram {
    private RecordedProgram() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[1]);
        try (Communicator world = Mpi.world()) {
            switch (arguments[0]) {
                case "merge" -> merge(world, folder);
                case "alike" -> alike(world, folder);
                case "killed" -> killed(world, folder);
                case "killedWhileWriting" -> killedWhileWriting(world, folder);
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
    }

    /// Ranks meet events in another order, have other events and other numbers of iterations. Each
    /// has a clock that goes on by its own step with every look, so that all values are known.
    static void merge(Communicator comm, Path folder) {
        recorded(comm, folder, 2, comm.rank() % 2 == 1);
    }

    /// The same, but ranks meet events in the same order, and there is one file: what they recorded
    /// comes to rank 0 in one message each.
    static void alike(Communicator comm, Path folder) {
        recorded(comm, folder, 1, false);
    }

    private static void recorded(
            Communicator comm, Path folder, int files, boolean inAnotherOrder) {
        int rank = comm.rank();
        RecorderOptions options =
                RecorderOptions.builder(folder.toString())
                        .aggregators(files)
                        .metrics("tag:0;mem:1")
                        .clock(new SteadyClock(10 + rank))
                        .build();
        try (Recorder recorder = Recorder.start(options, comm)) {
            for (int repetition = 0; repetition < 1 + rank % 2; repetition++)
                try (Event _ = Recorder.event("main")) {
                    String[] names =
                            inAnotherOrder
                                    ? new String[] {"solve", "read"}
                                    : new String[] {"read", "solve"};
                    for (String name : names)
                        try (Event _ =
                                Recorder.event(name)
                                        .put("tag", name.toUpperCase(Locale.ROOT))
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
    private static void killed(Communicator comm, Path folder) throws Exception {
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
    private static void killedWhileWriting(Communicator comm, Path folder) {
        RecorderOptions options =
                RecorderOptions.builder(folder.toString())
                        .aggregators(2)
                        .clock(comm.rank() == 2 ? () -> killedInFourth(folder) : System::nanoTime)
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

    /// A clock that snapshots read for what open events have taken so far; in the fourth it leaves
    /// half of a file and kills the process.
    private static long killedInFourth(Path folder) {
        Path third = folder.resolve("snapshot-0003");
        boolean isSnapshot = Thread.currentThread().getName().startsWith("treeline snapshots");
        if (!isSnapshot || !Files.exists(third)) return System.nanoTime();
        String name = "part-001.tlsnap";
        try {
            Optional<Path> fourth = Recordings.hidden(folder);
            if (fourth.isEmpty()) return System.nanoTime();
            byte[] whole = Files.readAllBytes(third.resolve(name));
            Files.write(fourth.get().resolve(name), Arrays.copyOf(whole, whole.length / 2));
            killMyself();
        } catch (Exception unexpected) {
            throw new IllegalStateException(unexpected);
        }
        return 0;
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
        Thread.sleep(Patience.MILLIS);
    }
}
