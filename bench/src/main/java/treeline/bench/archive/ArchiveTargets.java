package treeline.bench.archive;

import treeline.archive.Archive;
import treeline.archive.ArchiveIndex;
import treeline.archive.RunLabel;
import treeline.compare.Comparison;
import treeline.compare.ComparisonBuilder;
import treeline.compare.ComparisonBuilder.Side;
import treeline.compare.GatePolicy;
import treeline.compare.Trend;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.files.CompleteFolder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/// Does adding the last of many runs cost what the first did, is a history found without opening
/// runs, and are 2 x 50 runs compared within a second after loading?
public final class ArchiveTargets {
    private static final int WINDOW = 100;
    private static final int SIDE = 50;

    private ArchiveTargets() {}

    public static void main(String[] arguments) throws IOException {
        int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
        int nodes = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 200;
        Path folder = Files.createTempDirectory("treeline-archive");
        try {
            archive(folder.resolve("perf"), runs, nodes);
        } finally {
            CompleteFolder.delete(folder);
        }
        compare(nodes);
    }

    private static void archive(Path folder, int runs, int nodes) throws IOException {
        Archive archive = Archive.atOrNew(folder);
        double[] millis = new double[runs];
        for (int run = 0; run < runs; run++) {
            Profile profile = run(run, nodes, run < runs / 2 ? 1 : 1.1);
            var label = new RunLabel(Instant.ofEpochSecond(60L * run), "main", "c" + run / 5);
            long start = System.nanoTime();
            archive.add(profile, label);
            millis[run] = (System.nanoTime() - start) / 1e6;
        }
        int window = Math.min(WINDOW, runs / 2);
        print("add, runs %d to %d".formatted(window, 2 * window), median(millis, window));
        print("add, last %d of %d runs".formatted(window, runs), median(millis, runs - window));
        timed("index of all runs, once", () -> archive.ask(ArchiveIndex::runs).size());
        archive.add(run(runs, nodes, 1.1), new RunLabel(Instant.now(), "main", "last"));
        timed("list after one more run", () -> archive.ask(ArchiveIndex::runs).size());
        timed("list", () -> archive.ask(ArchiveIndex::runs).size());
        timed(
                "trend of a node, change points",
                () -> {
                    Trend trend =
                            archive.ask(
                                    index ->
                                            index.trend(
                                                    "main/f1",
                                                    index.metrics().getFirst(),
                                                    index.runs()));
                    return trend.changes().size();
                });
        timed(
                "changed nodes of all builds, change points",
                () -> archive.ask(ArchiveTargets::changedNodes));
        print("index, MB", Files.size(folder.resolve("index.sqlite")) / 1e6);
    }

    private static int changedNodes(ArchiveIndex index) throws IOException {
        Metric metric = index.metrics().getFirst().in(Metric.Scope.EXCLUSIVE);
        return index.changedNodes(metric, index.runs(), 0).changedNodes();
    }

    private static void compare(int nodes) throws IOException {
        var builder = new ComparisonBuilder(Optional.empty());
        for (int run = 0; run < SIDE; run++) {
            builder.add(Side.BASELINE, "old", run(run, nodes, 1));
            builder.add(Side.CANDIDATE, "new", run(SIDE + run, nodes, 1.1));
        }
        timed(
                "compare 2 x %d runs of %d nodes, target 1000".formatted(SIDE, nodes),
                () -> {
                    Comparison comparison = builder.compare(GatePolicy.DEFAULT.withLeastShare(0));
                    return comparison.tested();
                });
    }

    /// What takes time, and says how much it found.
    private interface Question {
        int ask() throws IOException;
    }

    private static void timed(String what, Question question) throws IOException {
        long start = System.nanoTime();
        int found = question.ask();
        print("%s (%d)".formatted(what, found), (System.nanoTime() - start) / 1e6);
    }

    private static void print(String what, double millis) {
        System.out.printf(Locale.ROOT, "%-55s %10.2f ms%n", what, millis);
    }

    /// The median of a window, which pauses of the file system do not move.
    private static double median(double[] millis, int from) {
        double[] part = Arrays.copyOfRange(millis, from, Math.min(from + WINDOW, millis.length));
        Arrays.sort(part);
        return part[part.length / 2];
    }

    private static Profile run(int number, int nodes, double slowdown) {
        var random = new SplittableRandom(number);
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int context = builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        for (int node = 0; node < nodes; node++) {
            double factor = node == 1 ? slowdown : 1;
            int child = builder.child(main, Frame.region("f" + node));
            builder.add(metric, context, child, factor * (1 + 0.02 * random.nextGaussian()));
        }
        return builder.build();
    }
}
