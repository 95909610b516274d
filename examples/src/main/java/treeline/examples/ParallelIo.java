package treeline.examples;

import treeline.record.Event;
import treeline.record.Recorder;
import treeline.record.ranks.Communicator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Writes a two-dimensional field for reading at any resolution, in the five phases of the parallel
/// I/O library that the TinyProf paper measures (section VIII): patch distribution, wavelet
/// hierarchy, compression, aggregation, file I/O. The field is smooth but for noise at its upper
/// end, which compresses badly, so that the ranks that have it are late. The check reads the files
/// and rebuilds the field, to the last bit.
public final class ParallelIo {
    static final Example EXAMPLE =
            new Example("parallel-io", Set.of("patches", "files"), ParallelIo::run);

    /// The points of a side of a patch.
    static final int SIDE = 16;

    private final Communicator comm;
    private final int patchesPerSide;
    private final double noisyPart;
    private final Share rows;
    private final Share patches;

    /// @param imbalance which part of the field is noise, from 0 to 1
    ParallelIo(Communicator comm, int patchesPerSide, double imbalance) {
        this.comm = comm;
        this.patchesPerSide = patchesPerSide;
        this.noisyPart = imbalance;
        this.rows = Share.of(patchesPerSide * SIDE, comm.size(), 0);
        this.patches = Share.of(patchesPerSide * patchesPerSide, comm.size(), 0);
    }

    public static void main(String[] arguments) {
        EXAMPLE.main(arguments);
    }

    static String run(Communicator comm, Options options) throws IOException {
        int patchesPerSide = options.number("patches", 16);
        int files = Math.min(options.number("files", 2), comm.size());
        Path folder = Path.of(options.text(Options.OUTPUT, "parallel-io-recording") + ".field");
        if (comm.rank() == 0) Files.createDirectories(folder);
        comm.barrier();
        long bytes = 0;
        int file = comm.rank() * files / comm.size();
        Communicator aggregation = comm.split(file, comm.rank());
        ParallelIo pipeline = new ParallelIo(comm, patchesPerSide, options.imbalance());
        for (int repetition = 0; repetition < options.repetitions(); repetition++)
            try (Event _ = Recorder.event("main")) {
                bytes = pipeline.write(aggregation, folder.resolve("field-" + file));
            }
        aggregation.close();
        comm.barrier();
        if (comm.rank() == 0) pipeline.checkAndDelete(folder, files);
        long raw = (long) patchesPerSide * patchesPerSide * SIDE * SIDE * Integer.BYTES;
        return String.format(
                Locale.ROOT,
                "%d x %d patches, %,d bytes written for %,d, read back whole",
                patchesPerSide,
                patchesPerSide,
                (long) Collectives.combined(comm, (double) bytes, Math::max),
                raw);
    }

    /// The bytes in all files.
    ///
    /// @param aggregation the ranks that write one file
    long write(Communicator aggregation, Path file) {
        int[][] mine = Recorder.event("distribute", this::distributed);
        try (Event _ =
                Recorder.event("hierarchy")
                        .put("tag", "COMP")
                        .add("mem", (double) mine.length * SIDE * SIDE * Integer.BYTES)) {
            for (int[] patch : mine) Wavelet.forward(patch, SIDE);
        }
        byte[] compressed;
        try (Event event = Recorder.event("compress").put("tag", "COMP")) {
            compressed = PatchFile.compressed(patches.start(comm.rank()), mine);
            event.add("mem", compressed.length);
        }
        List<byte[]> together;
        try (Event event = Recorder.event("aggregate").put("tag", "COMM")) {
            together = aggregation.gather(compressed, 0);
            for (byte[] part : together) event.add("mem", part.length);
        }
        if (!together.isEmpty())
            try (Event event = Recorder.localEvent("write").put("tag", "IO")) {
                event.add("mem", (double) writeFile(file, together));
            }
        return (long) Collectives.combined(comm, compressed.length, Double::sum);
    }

    private static long writeFile(Path file, List<byte[]> parts) {
        try {
            PatchFile.write(file, parts);
            return Files.size(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// The simulation has the field by rows; the patches go to ranks in order, so each rank cuts
    /// its rows for their owners.
    private int[][] distributed() {
        long[][] pieces = Recorder.event("cut", this::piecesByOwner);
        try (Event _ = Recorder.event("all-to-all").put("tag", "COMM")) {
            return assembled(Collectives.alltoall(comm, pieces));
        }
    }

    /// Pieces are the parts of one row that lie in one patch, in the order of the rows and then of
    /// the patches.
    private long[][] piecesByOwner() {
        List<List<Long>> byOwner = new ArrayList<>();
        for (int rank = 0; rank < comm.size(); rank++) byOwner.add(new ArrayList<>());
        for (int row = rows.start(comm.rank()); row < rows.end(comm.rank()); row++)
            for (int column = 0; column < patchesPerSide * SIDE; column++)
                byOwner.get(patches.owner(patchAt(row, column))).add((long) value(row, column));
        return byOwner.stream()
                .map(piece -> piece.stream().mapToLong(Long::longValue).toArray())
                .toArray(long[][]::new);
    }

    private int patchAt(int row, int column) {
        return row / SIDE * patchesPerSide + column / SIDE;
    }

    private int[][] assembled(long[][] received) {
        int first = patches.start(comm.rank());
        int[][] mine = new int[patches.count(comm.rank())][SIDE * SIDE];
        int[] taken = new int[comm.size()];
        for (int row = 0; row < patchesPerSide * SIDE; row++)
            for (int column = 0; column < patchesPerSide * SIDE; column++) {
                int patch = patchAt(row, column);
                if (patches.owner(patch) != comm.rank()) continue;
                int from = rows.owner(row);
                mine[patch - first][row % SIDE * SIDE + column % SIDE] =
                        (int) received[from][taken[from]++];
            }
        return mine;
    }

    /// The field: hills, and noise where it is noisy.
    int value(int row, int column) {
        int side = patchesPerSide * SIDE;
        double hills =
                1000 * Math.sin(2 * Math.PI * row / side) * Math.cos(2 * Math.PI * column / side);
        double noise = row < noisyPart * side ? 1000 * Fft.noise((long) row * side + column) : 0;
        return (int) Math.round(hills + noise);
    }

    private void checkAndDelete(Path folder, int files) throws IOException {
        int found = 0;
        for (int file = 0; file < files; file++) {
            Path path = folder.resolve("field-" + file);
            for (PatchFile.Patch patch : PatchFile.read(path)) {
                Wavelet.inverse(patch.values, SIDE);
                checkPatch(path, patch);
                found++;
            }
            Files.delete(path);
        }
        Files.delete(folder);
        if (found != patchesPerSide * patchesPerSide)
            throw new IllegalStateException("%d patches read".formatted(found));
    }

    private void checkPatch(Path path, PatchFile.Patch patch) {
        int top = patch.number / patchesPerSide * SIDE;
        int left = patch.number % patchesPerSide * SIDE;
        for (int i = 0; i < SIDE * SIDE; i++) {
            int expected = value(top + i / SIDE, left + i % SIDE);
            if (patch.values[i] != expected)
                throw new IllegalStateException(
                        "%s, patch %d, point %d: expected %d, found %d"
                                .formatted(path, patch.number, i, expected, patch.values[i]));
        }
    }
}
