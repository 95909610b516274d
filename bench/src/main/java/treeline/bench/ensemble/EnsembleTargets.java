package treeline.bench.ensemble;

import treeline.bench.Measured;
import treeline.bench.SyntheticProfile;
import treeline.ensemble.BoxPlot;
import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleBuilder;
import treeline.ensemble.Run;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.ensemble.statistics.Normality;
import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.formats.caliper.CaliExporter;
import treeline.model.Metric;
import treeline.query.Attribute;
import treeline.query.Query;
import treeline.source.files.CompleteFolder;
import treeline.transform.Reduction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/// How long does it take to put runs together, to ask a query and to make all statistics, beside
/// Thicket, and how do time and memory grow with the number of runs?
///
/// `bench/run ensemble FOLDER` also takes the LULESH and RAJA runs of Thicket's tutorial that are
/// in a folder. Thicket's figures are recorded ones, of the same kind of machine: 0.11 CPU seconds
/// a run to load and compose, 0.3 a run and query.
public final class EnsembleTargets {
    private static final double THICKET_COMPOSES_A_RUN = 0.11;
    private static final double THICKET_ASKS_A_RUN = 0.3;

    /// Of 33,000 rows with 9 columns, without the 168 MB that Python and its libraries take.
    private static final double THICKET_BYTES_A_VALUE = (259 - 168) * 1e6 / (33_000 * 9);

    private static final Runs READER = Runs.of(Formats.all());
    private static final int SMALL_RUNS = 1_000;
    private static final int SMALL_NODES = 30;
    private static final int MANY_RUNS = 10_000;
    private static final int MANY_NODES = 500;

    private EnsembleTargets() {}

    public static void main(String[] arguments) throws Exception {
        System.out.printf(
                "%-44s %7s %9s %9s %11s %8s%n",
                "work", "runs", "wall s", "CPU s", "Thicket s", "ratio");
        if (arguments.length == 1) {
            Path data = Path.of(arguments[0]);
            recorded("LULESH strong scaling", data.resolve("tutorial-2023/lulesh_strong"), 0.11);
            recorded("RAJA top-down", data.resolve("tutorial/data/quartz"), 0.28);
        } else System.out.println("(LULESH and RAJA: name the folder of the tutorial's runs)");
        small();
        many();
        System.out.printf(
                "%npeak of this process %,d MB; Thicket's with 60 runs 184 MB, with 12,916 runs"
                        + " 870%n",
                Measured.peakMegabytes());
    }

    /// Runs that Thicket composed; its statistics of them took so many seconds.
    private static void recorded(String name, Path folder, double statisticsSeconds)
            throws Exception {
        List<String> files = files(folder);
        int runs = files.size();
        Measured.Cost compose = Measured.warm(() -> composed(files));
        Ensemble ensemble = composed(files);
        row(name + ": load and compose", runs, compose, runs * THICKET_COMPOSES_A_RUN);
        Query query = Query.match("*").then(".", Attribute.attribute("name").matches(".*[MS].*"));
        row(
                name + ": query",
                runs,
                Measured.warm(() -> ensemble.matching(query)),
                runs * THICKET_ASKS_A_RUN);
        row(
                name + ": all statistics",
                runs,
                Measured.warm(() -> allStatistics(ensemble)),
                statisticsSeconds);
        bytes(ensemble, retained(() -> composed(files)));
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> below = Files.walk(folder)) {
            return below.filter(Files::isRegularFile).map(Path::toString).sorted().toList();
        }
    }

    private static Ensemble composed(List<String> files) {
        var builder = new EnsembleBuilder(Reduction.MEAN);
        READER.read(
                files,
                outcome -> {
                    if (outcome instanceof Runs.Read run)
                        builder.add(Run.of(run.path(), run.profile()));
                    else throw new IllegalStateException(outcome.toString());
                });
        return builder.build();
    }

    /// Mean, deviation, three percentiles, boxes and normality of every metric.
    private static List<Object> allStatistics(Ensemble ensemble) {
        List<Object> all = new ArrayList<>();
        all.add(
                Statistics.of(
                        ensemble,
                        ensemble.metrics(),
                        List.of(
                                Statistic.MEAN,
                                Statistic.MEDIAN,
                                Statistic.STD,
                                Statistic.VARIANCE,
                                Statistic.MIN,
                                Statistic.MAX,
                                Statistic.percentile(0.25),
                                Statistic.percentile(0.75))));
        for (Metric metric : ensemble.metrics()) {
            all.add(BoxPlot.of(ensemble, metric));
            all.add(Normality.of(ensemble, metric));
        }
        return all;
    }

    /// A thousand small files, generated: the target is a second of one core.
    private static void small() throws Exception {
        Path folder = Files.createTempDirectory("small-runs");
        try {
            List<String> files = new ArrayList<>();
            var caliper = new CaliExporter();
            for (int run = 0; run < SMALL_RUNS; run++) {
                Path file = folder.resolve(run + ".cali");
                caliper.export(SyntheticProfile.of(SMALL_NODES + run % 3, 1, 8), file);
                files.add(file.toString());
            }
            row(
                    "small .cali: load and compose (target 1 s)",
                    SMALL_RUNS,
                    Measured.warm(() -> composed(files)),
                    SMALL_RUNS * THICKET_COMPOSES_A_RUN);
        } finally {
            CompleteFolder.delete(folder);
        }
    }

    /// Ten thousand runs that are made as they are asked for: the target is a minute on two cores.
    private static void many() throws Exception {
        var generated = new GeneratedRuns(MANY_NODES);
        for (int runs = MANY_RUNS / 100; runs <= MANY_RUNS; runs *= 10) {
            int count = runs;
            Measured.Cost cost = Measured.once(() -> generated.ensemble(count));
            row(
                    "generated, %d nodes: compose".formatted(MANY_NODES),
                    runs,
                    cost,
                    runs * THICKET_COMPOSES_A_RUN);
        }
        Kept<Ensemble> kept = retained(() -> generated.ensemble(MANY_RUNS));
        Ensemble ensemble = kept.value();
        bytes(ensemble, kept);
        Query query = Query.match("*").then(".", Attribute.attribute("name").matches("f1.*"));
        row(
                "generated: query",
                MANY_RUNS,
                Measured.once(() -> ensemble.matching(query)),
                MANY_RUNS * THICKET_ASKS_A_RUN);
        row(
                "generated: all statistics",
                MANY_RUNS,
                Measured.once(() -> allStatistics(ensemble)),
                Double.NaN);
    }

    /// A result and the bytes of heap that it keeps.
    private record Kept<T>(T value, long bytes) {}

    private static <T> Kept<T> retained(Callable<T> work) throws Exception {
        long before = Measured.heapBytes();
        T value = work.call();
        return new Kept<>(value, Measured.heapBytes() - before);
    }

    private static void bytes(Ensemble ensemble, Kept<Ensemble> kept) {
        long values = 0;
        for (Metric metric : ensemble.metrics())
            values += ensemble.column(metric).byContext().cells();
        System.out.printf(
                "    keeps %,.1f MB for %,d values: %.1f bytes a value (Thicket %.0f)%n",
                kept.bytes() / 1e6, values, (double) kept.bytes() / values, THICKET_BYTES_A_VALUE);
    }

    private static void row(String what, int runs, Measured.Cost cost, double thicketSeconds) {
        System.out.printf(
                "%-44s %,7d %9.3f %9.3f %11s %8s%n",
                what,
                runs,
                cost.wall(),
                cost.cpu(),
                Double.isNaN(thicketSeconds) ? "-" : "%,.1f".formatted(thicketSeconds),
                Double.isNaN(thicketSeconds)
                        ? "-"
                        : "%,.0fx".formatted(thicketSeconds / cost.cpu()));
    }
}
