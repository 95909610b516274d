package treeline.numbers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.ImmutableDoubles;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.SparseRows;
import treeline.model.Unit;
import treeline.transform.CellIterations;

import java.util.Arrays;
import java.util.Random;

/// Iterations add up to the value of their cell in every scope, or are unknown for a reason that
/// the profile shows: over random profiles with callees that were summed, callers that were not
/// measured, threads and iterations that did not run.
class IterationsLawTest {
    private static final int SEEDS = 2000;

    private int known;
    private int unknown;

    @Test
    void iterationsAddUpToTheValueOfTheirCellInEveryScope() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Profile profile = profile(new Random(seed));
            Numbers numbers = Numbers.of(profile, "time");
            for (Scope scope : new Scope[] {Scope.INCLUSIVE, Scope.EXCLUSIVE})
                for (Iterations.Measured each : Iterations.measured(numbers, scope))
                    check(numbers, scope, each, "seed %d, %s".formatted(seed, scope));
        }
        assertThat(known).isGreaterThan(2 * SEEDS);
        assertThat(unknown).isGreaterThan(SEEDS);
    }

    private void check(Numbers numbers, Scope scope, Iterations.Measured measured, String where) {
        if (measured.unknown().isPresent()) {
            unknown++;
            checkCause(numbers, measured.node(), measured.unknown().get(), where);
            assertThat(Iterations.of(numbers, scope, measured.node())).isEmpty();
            assertThat(Iterations.unknown(numbers, scope, measured.node())).isPresent();
            return;
        }
        known++;
        MetricColumn values = new ContextColumns(numbers.profile(), numbers.metric()).in(scope);
        for (int rank = 0; rank < numbers.ranks().size(); rank++) {
            if (measured.byRank().get(rank).isEmpty()) continue;
            ImmutableDoubles series = measured.byRank().get(rank).getFirst();
            double sum = SparseRows.sumOf(series.toArray(), 0, series.size());
            assertThat(sum)
                    .describedAs("%s, node %d, rank %d", where, measured.node(), rank)
                    .isEqualTo(valueOf(numbers, values, measured.node(), rank), within(1e-9));
        }
    }

    private static double valueOf(Numbers numbers, MetricColumn values, int node, int rank) {
        double value = 0;
        for (int context = 0; context < numbers.profile().contexts().size(); context++)
            if (numbers.ranks().of(context) == rank && !Double.isNaN(values.at(context, node)))
                value += values.at(context, node);
        return value;
    }

    private static void checkCause(
            Numbers numbers, int node, CellIterations.Unknown why, String where) {
        CallTree tree = numbers.tree();
        assertThat(why.node()).describedAs(where).isBetween(node, tree.subtreeEnd(node) - 1);
        SparseRows rows = numbers.profile().column(numbers.metric()).byNode();
        boolean summed = false;
        for (int cell = rows.start(why.node()); cell < rows.end(why.node()); cell++)
            summed |= rows.seriesLength(cell) == 0 && rows.value(cell) > 0;
        if (why.cause() == CellIterations.Cause.SUMMED) assertThat(summed).as(where).isTrue();
        else assertThat(numbers.metric().scope()).as(where).isEqualTo(Scope.INCLUSIVE);
    }

    private static Profile profile(Random random) {
        var builder = new ProfileBuilder();
        int[] parent = new int[2 + random.nextInt(7)];
        boolean[] keeps = new boolean[parent.length];
        for (int node = 0; node < parent.length; node++) {
            parent[node] = node == 0 ? ProfileBuilder.ROOT : random.nextInt(node);
            keeps[node] = random.nextInt(4) > 0;
            builder.child(parent[node], Frame.region("n" + node));
        }
        Scope stored = random.nextBoolean() ? Scope.INCLUSIVE : Scope.EXCLUSIVE;
        int metric = builder.metric(new Metric("time", Unit.SECONDS, stored));
        for (int rank = 0; rank < 2; rank++)
            for (int thread = 0; thread < 1 + random.nextInt(2); thread++)
                addContext(
                        random,
                        builder,
                        builder.context(Context.ofThread(rank, thread)),
                        metric,
                        parent,
                        keeps);
        return builder.build();
    }

    /// Inclusive series are sums over the subtree before some nodes are left out, so that most
    /// callees lie within their callers.
    private static void addContext(
            Random random,
            ProfileBuilder builder,
            int context,
            int metric,
            int[] parent,
            boolean[] keeps) {
        boolean inclusive = random.nextInt(8) > 0;
        int length = 1 + random.nextInt(5);
        double[][] value = new double[parent.length][length];
        for (double[] each : value)
            Arrays.setAll(
                    each, _ -> random.nextInt(6) == 0 ? Double.NaN : random.nextInt(64) / 8.0);
        for (int node = parent.length - 1; inclusive && node > 0; node--)
            for (int i = 0; i < length; i++)
                value[parent[node]][i] = ChosenNodes.sum(value[parent[node]][i], value[node][i]);
        for (int node = 0; node < parent.length; node++) {
            if (random.nextInt(6) == 0) continue;
            if (keeps[node]) builder.addSeries(metric, context, node, value[node], 0, length);
            else builder.add(metric, context, node, SparseRows.sumOf(value[node], 0, length));
        }
    }
}
