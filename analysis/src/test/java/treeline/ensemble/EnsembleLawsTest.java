package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import static treeline.ensemble.Drawn.metadataOf;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.ensemble.statistics.MetricPair;
import treeline.ensemble.statistics.Normality;
import treeline.ensemble.statistics.Pivot;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.query.ContextQuantifier;
import treeline.query.Query;
import treeline.scaling.Scaling;
import treeline.single.Correlation;
import treeline.single.Grouping;
import treeline.single.Threshold;
import treeline.table.Table;
import treeline.transform.RandomProfile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/// What must hold for any runs: their order does not count, repeating them all changes the variance
/// as theory says, and it does not matter in which steps ensembles are put together.
class EnsembleLawsTest {
    private static final int RUNS = 9;

    /// Runs over trees that differ, three for each number of ranks.
    private static List<Run> runs(int seed) {
        var random = new Random(seed);
        List<Run> runs = new ArrayList<>();
        for (int run = 0; run < RUNS; run++)
            runs.add(
                    new Run(
                            "run" + run,
                            metadataOf("ranks=%d".formatted(1 << run % 3)),
                            RandomProfile.exclusive(random, 6, 2)));
        return runs;
    }

    private static List<Run> shuffled(List<Run> runs, int seed) {
        List<Run> other = new ArrayList<>(runs);
        Collections.shuffle(other, new Random(seed));
        return other;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void theOrderOfRunsChangesNoResult(int seed) {
        Map<String, Table> results = results(Ensemble.of(runs(seed)));
        Map<String, Table> others = results(Ensemble.of(shuffled(runs(seed), seed)));
        results.forEach(
                (what, table) ->
                        assertThat(rows(others.get(what))).as(what).isEqualTo(rows(table)));
    }

    private static Map<String, Table> results(Ensemble runs) {
        Metric time = runs.metrics().getFirst();
        Map<String, Table> results = new LinkedHashMap<>();
        results.put("values", runs.performance("ranks"));
        results.put(
                "statistics",
                Statistics.of(
                        runs,
                        List.of(time),
                        List.of(
                                Statistic.MEAN,
                                Statistic.STD,
                                Statistic.SUM,
                                Statistic.percentile(0.9),
                                Statistic.confidenceLower(0.95))));
        results.put("normality", Normality.of(runs, time));
        Table boxes = BoxPlot.of(runs, time);
        results.put("boxes", boxes.select(boxes.names().subList(1, 8).toArray(String[]::new)));
        Ensemble squares = runs.with("square", "%s * %s".formatted(time.name(), time.name()));
        var pair = new MetricPair(squares, time, squares.metric("square"));
        for (Correlation.Method method : Correlation.Method.values())
            results.put(method.name(), pair.correlation(method));
        results.put("scores", pair.scores());
        results.put("preference", pair.preference(0.05));
        results.put("speedup", Scaling.of(Scaling.Kind.SPEEDUP, time, "ranks").on(runs).table());
        Ensemble means = runs.aggregated(Statistic.MEAN, "ranks");
        results.put("pivot", Pivot.of(means, time, Grouping.NAME, Threshold.none()));
        results.put("intersection", runs.intersection().performance());
        for (ContextQuantifier across : ContextQuantifier.values())
            results.put(
                    "query " + across,
                    runs.matching(Query.match("*").then("."), across).performance());
        return results;
    }

    /// Rows as texts by call path and run, columns by name: their order may differ.
    private static List<String> rows(Table table) {
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < table.rows(); row++) {
            Map<String, String> cells = new TreeMap<>();
            for (String name : table.names()) {
                var column = table.column(name);
                if (!name.equals("node")) cells.put(name, column.text(row));
            }
            rows.add(cells.toString());
        }
        Collections.sort(rows);
        return rows;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void everyRunTwiceKeepsTheMeanAndShrinksTheVariance(int seed) {
        List<Run> twice = new ArrayList<>(runs(seed));
        for (Run run : runs(seed))
            twice.add(new Run(run.key() + " again", run.metadata(), run.profile()));
        Ensemble once = Ensemble.of(runs(seed));
        Ensemble both = Ensemble.of(twice);
        Metric time = once.metrics().getFirst();
        double[] counts = Statistics.values(once, time, Statistic.COUNT);
        double[] means = Statistics.values(once, time, Statistic.MEAN);
        double[] variances = Statistics.values(once, time, Statistic.VARIANCE);
        double[] meansOfBoth = Statistics.values(both, time, Statistic.MEAN);
        double[] variancesOfBoth = Statistics.values(both, time, Statistic.VARIANCE);
        for (int node = 0; node < counts.length; node++) {
            double n = counts[node];
            if (Double.isNaN(n)) continue; // no run has a value
            assertEquals(means[node], meansOfBoth[node], 1e-12 * Math.abs(means[node]));
            if (n < 2) continue;
            double theory = variances[node] * 2 * (n - 1) / (2 * n - 1);
            assertEquals(theory, variancesOfBoth[node], 1e-9 * theory + 1e-15);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void ensemblesMayBePutTogetherInAnySteps(int seed) {
        List<Run> runs = runs(seed);
        Ensemble a = Ensemble.of(runs.subList(0, 2));
        Ensemble b = Ensemble.of(runs.subList(2, 6));
        Ensemble c = Ensemble.of(runs.subList(6, RUNS));
        Ensemble left = Ensemble.concat(List.of(Ensemble.concat(List.of(a, b)), c));
        Ensemble right = Ensemble.concat(List.of(a, Ensemble.concat(List.of(b, c))));
        Ensemble atOnce = Ensemble.of(runs);
        assertThat(rows(left.performance())).isEqualTo(rows(atOnce.performance()));
        assertThat(rows(right.performance())).isEqualTo(rows(atOnce.performance()));
        assertThat(left.tree().size()).isEqualTo(atOnce.tree().size());
        assertThat(rows(left.metadata())).isEqualTo(rows(atOnce.metadata()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void anEnsembleOfOneRunIsThatRun(int seed) {
        Run run = runs(seed).getFirst();
        Profile profile = run.profile();
        Ensemble alone = Ensemble.of(List.of(run));
        Metric time = profile.metrics().getFirst();
        double[] mean =
                treeline.numbers.Numbers.of(profile, time)
                        .values(time.scope(), treeline.transform.Reduction.MEAN);
        double total = 0;
        double inEnsemble = 0;
        for (double value : mean) if (!Double.isNaN(value)) total += value;
        for (int node = 0; node < alone.tree().size(); node++) {
            double value = alone.at(time, 0, node);
            if (!Double.isNaN(value)) inEnsemble += value;
        }
        assertEquals(total, inEnsemble, 1e-9 * total);
    }
}
