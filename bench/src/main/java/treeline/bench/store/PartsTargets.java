package treeline.bench.store;

import treeline.bench.Measured;
import treeline.bench.SyntheticRun;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.files.CompleteFolder;
import treeline.source.join.Parts;
import treeline.store.db.DatabaseExporter;
import treeline.store.db.DatabaseFormat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Question: what does a recording in parts cost to load, beside the same values in one file? 2,001
/// nodes x 1,024 ranks, opened before; CPU time of all threads, the values by node.
public final class PartsTargets {
    private static final int RANKS = 1024;
    private static final int NODES = 2001;
    private static final int ROUNDS = 6;
    private static final int LOADS = 10; // of a round: the process's CPU clock ticks in 10 ms
    private static final List<Integer> PARTS = List.of(1, 2, 16, 64);

    private PartsTargets() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("treeline-bench-");
        try {
            Profile profile = SyntheticRun.of(RANKS, NODES, 0);
            List<ProfileSource> sources = new ArrayList<>();
            for (int parts : PARTS) sources.add(opened(profile, parts, folder));
            table(sources);
            for (ProfileSource source : sources) source.close();
        } finally {
            CompleteFolder.delete(folder);
        }
    }

    private static ProfileSource opened(Profile profile, int parts, Path folder)
            throws IOException {
        List<Path> files = new ArrayList<>();
        for (Profile part : Parts.split(profile, parts, "bench")) {
            Path file = folder.resolve("%d-%d.tldb".formatted(parts, files.size()));
            new DatabaseExporter().export(part, file);
            files.add(file);
        }
        return new DatabaseFormat().open(Input.of("bench", files));
    }

    /// In turn, so that a busy moment of the machine hits all alike; the fewest of some rounds.
    private static void table(List<ProfileSource> sources) throws IOException {
        long[] best = new long[sources.size()];
        java.util.Arrays.fill(best, Long.MAX_VALUE);
        for (int round = 0; round < ROUNDS; round++)
            for (int s = 0; s < best.length; s++)
                best[s] = Math.min(best[s], cpuNanos(sources.get(s)));
        IO.println("%,d values: files   CPU ms   of one file   target".formatted(RANKS * NODES));
        for (int s = 0; s < best.length; s++)
            IO.println(
                    "%24d %8.1f %12.2fx   1.5x or less"
                            .formatted(PARTS.get(s), best[s] / 1e6, (double) best[s] / best[0]));
    }

    private static long cpuNanos(ProfileSource source) throws IOException {
        long start = Measured.cpuNanos();
        for (int load = 0; load < LOADS; load++) {
            MetricColumn column = source.load(Slice.summed()).values().column(0);
            if (column.byNode().cells() != RANKS * NODES)
                throw new AssertionError("values are missing");
        }
        return (Measured.cpuNanos() - start) / LOADS;
    }
}
