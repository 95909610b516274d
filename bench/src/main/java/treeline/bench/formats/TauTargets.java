package treeline.bench.formats;

import treeline.bench.Measured;
import treeline.bench.Reads;
import treeline.formats.tau.TauFormat;
import treeline.model.Profile;
import treeline.source.files.CompleteFolder;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/// How many rows (a call path of a rank) of TAU profiles are read a second? Hatchet read 1,000
/// paths of 64 ranks at 3,400 rows a CPU second.
public final class TauTargets {
    private static final double HATCHET_ROWS_PER_SECOND = 3_400;
    private static final int REPETITIONS = 5;

    private TauTargets() {}

    public static void main(String[] args) throws Exception {
        System.out.printf(
                "%8s %8s %10s %12s %12s %8s%n",
                "paths", "ranks", "rows", "rows/s", "Hatchet", "ratio");
        for (int[] size : new int[][] {{1_000, 16}, {1_000, 64}, {5_000, 64}})
            measure(size[0], size[1]);
    }

    private static void measure(int paths, int ranks) throws Exception {
        Path folder = Files.createTempDirectory("treeline-tau-");
        try {
            for (int rank = 0; rank < ranks; rank++)
                write(folder.resolve("profile.%d.0.0".formatted(rank)), paths, rank);
            double seconds = Measured.bestSeconds(REPETITIONS, () -> read(folder, paths, ranks));
            double rate = (double) paths * ranks / seconds;
            System.out.printf(
                    "%8d %8d %10d %,12.0f %,12.0f %7.0fx%n",
                    paths,
                    ranks,
                    (long) paths * ranks,
                    rate,
                    HATCHET_ROWS_PER_SECOND,
                    rate / HATCHET_ROWS_PER_SECOND);
        } finally {
            CompleteFolder.delete(folder);
        }
    }

    private static Profile read(Path folder, int paths, int ranks) throws IOException {
        Profile profile = Reads.profile(new TauFormat(), folder);
        if (profile.tree().size() != paths || profile.contexts().size() != ranks)
            throw new AssertionError("read " + profile.tree() + " of " + profile.contexts().size());
        return profile;
    }

    /// A tree of the shape that sampled programs have: most paths are some ten calls deep. Every
    /// path has a row of its own and, as TAU does it, one of the function alone.
    private static void write(Path file, int paths, int rank) throws IOException {
        var random = new SplittableRandom(paths); // the same tree for every rank
        String[] path = new String[paths];
        path[0] = "main";
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("%d templated_functions_MULTI_TIME\n".formatted(2 * paths - 1));
            out.write("# Name Calls Subrs Excl Incl ProfileCalls #\n");
            out.write("\"main\" 1 9 5 100 0 GROUP=\"TAU_USER\"\n");
            for (int i = 1; i < paths; i++) {
                int parent = Math.max(0, i - 1 - random.nextInt(Math.min(i, 64)));
                path[i] = path[parent] + " => func_%05d".formatted(i);
                String numbers = " 3 0 %d.25 %d.5 0 GROUP=".formatted(i * 7 + rank, i * 9 + rank);
                out.write("\"func_%05d\"%s\"TAU_USER\"\n".formatted(i, numbers));
                out.write("\"%s\"%s\"TAU_CALLPATH|TAU_USER\"\n".formatted(path[i], numbers));
            }
            out.write("0 aggregates\n");
        }
    }
}
