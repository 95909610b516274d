package treeline.numbers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.ledger.Accounts;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.single.FlatProfile;
import treeline.single.Grouping;
import treeline.single.LoadImbalance;
import treeline.single.Threshold;
import treeline.single.Workload;
import treeline.table.Table;
import treeline.testkit.DirectNumbers;
import treeline.testkit.RandomContexts;
import treeline.transform.Reduction;
import treeline.view.Executions;
import treeline.view.Findings;
import treeline.view.NodeHistograms;
import treeline.view.NodeMeasures;
import treeline.view.RankValues;
import treeline.view.TreeArrays;
import treeline.view.TreeRows;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Over profiles of any ranks x threads x streams x repetitions with holes anywhere: all that is
/// shown of a profile gives the same number for the same question, within rounding of a direct
/// computation, and what is shown with a share adds up.
class NumbersLawsTest {
    private static final int SEEDS_PER_CASE = 60;

    /// One random profile with its direct computation.
    private record Case(
            long seed, Profile profile, Metric metric, Numbers numbers, DirectNumbers direct) {
        static Case of(long seed) {
            Profile profile = RandomContexts.of(seed);
            Metric metric = profile.metrics().getFirst();
            return new Case(
                    seed,
                    profile,
                    metric,
                    Numbers.of(profile, metric),
                    DirectNumbers.of(profile, metric));
        }

        int nodes() {
            return profile.tree().size();
        }
    }

    private static List<Case> cases(int start) {
        return IntStream.range(start * SEEDS_PER_CASE, (start + 1) * SEEDS_PER_CASE)
                .mapToObj(Case::of)
                .filter(each -> !each.profile.contexts().isEmpty())
                .toList();
    }

    private static void same(double ours, double direct, String what, Object... about) {
        if (Double.isNaN(direct)) assertThat(ours).as(what, about).isNaN();
        else
            assertThat(ours)
                    .as(what, about)
                    .isCloseTo(direct, within(1e-9 * Math.max(1, Math.abs(direct))));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void everyReductionIsTheDirectComputation(int start) {
        for (Case each : cases(start)) {
            for (Scope scope : List.of(Scope.INCLUSIVE, Scope.EXCLUSIVE)) {
                double[] mean = each.numbers.values(scope, Reduction.MEAN);
                double[] sum = each.numbers.values(scope, Reduction.SUM);
                double[] min = each.numbers.values(scope, Reduction.MIN);
                double[] max = each.numbers.values(scope, Reduction.MAX);
                for (int node = 0; node < each.nodes(); node++) {
                    String what = "seed %d, %s of node %d".formatted(each.seed, scope, node);
                    same(mean[node], each.direct.value(scope, node), what);
                    same(sum[node], each.direct.sum(scope, node), what);
                    same(min[node], each.direct.min(scope, node), what);
                    same(max[node], each.direct.max(scope, node), what);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void theStopwatchIsTheLongestThreadOfARank(int start) {
        for (Case each : cases(start)) {
            Optional<double[]> elapsed = each.numbers.elapsed(Reduction.MEAN);
            double[] inclusive = each.numbers.inclusive(Reduction.MEAN);
            for (int node = 0; node < each.nodes(); node++) {
                double shown = elapsed.isPresent() ? elapsed.get()[node] : inclusive[node];
                same(shown, each.direct.elapsed(node), "seed %d, node %d", each.seed, node);
                if (!Double.isNaN(shown))
                    assertThat(shown).isLessThanOrEqualTo(inclusive[node] * (1 + 1e-9));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void nothingIsMoreThanItsCallerAndExclusiveValuesSumToTheTotal(int start) {
        for (Case each : cases(start)) {
            CallTree tree = each.profile.tree();
            double[] inclusive = each.numbers.inclusive(Reduction.MEAN);
            double sum = 0;
            for (double own : each.numbers.exclusive(Reduction.MEAN))
                if (!Double.isNaN(own)) sum += own;
            same(sum, each.numbers.total(inclusive), "seed %d", each.seed);
            for (int node = 0; node < each.nodes(); node++) {
                int parent = tree.parent(node);
                if (parent == CallTree.NO_PARENT || Double.isNaN(inclusive[node])) continue;
                assertThat(inclusive[node])
                        .as("seed %d, node %d", each.seed, node)
                        .isLessThanOrEqualTo(inclusive[parent] * (1 + 1e-12));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void treeFlatSharesAndTheDashboardShowTheSameValues(int start) {
        for (Case each : cases(start)) {
            for (Scope scope : List.of(Scope.INCLUSIVE, Scope.EXCLUSIVE)) {
                TreeRows rows =
                        TreeRows.of(
                                each.profile,
                                each.metric.in(scope),
                                Reduction.MEAN,
                                TreeRows.Limits.NONE);
                for (TreeRows.Row row : rows.rows())
                    if (row instanceof TreeRows.Shown shown)
                        same(
                                shown.value(),
                                each.direct.value(scope, shown.node()),
                                "tree, seed %d",
                                each.seed);
            }
            double total = each.numbers.total(each.numbers.inclusive(Reduction.MEAN));
            for (Grouping by : Grouping.values())
                same(
                        sum(
                                FlatProfile.of(each.profile, each.metric, by, Reduction.MEAN),
                                "exclusive"),
                        total,
                        "flat by %s, seed %d",
                        by,
                        each.seed);
            same(
                    sum(
                            FlatProfile.of(
                                    each.profile, each.metric, Grouping.ACTIVITY, Reduction.MEAN),
                            "exclusive"),
                    total,
                    "shares, seed %d",
                    each.seed);
            TreeArrays arrays =
                    TreeArrays.of(
                            each.profile.tree(), TreeArrays.WHOLE_FOREST, new double[0], 1_000);
            NodeMeasures measures = NodeMeasures.of(each.numbers, arrays, Reduction.MEAN);
            for (int node = 0; node < each.nodes(); node++) {
                same(
                        measures.inclusive().at(node),
                        each.direct.value(Scope.INCLUSIVE, node),
                        "dashboard, seed %d",
                        each.seed);
                same(
                        measures.exclusive().at(node),
                        each.direct.value(Scope.EXCLUSIVE, node),
                        "dashboard, seed %d",
                        each.seed);
            }
        }
    }

    private static double sum(Table table, String column) {
        return Arrays.stream(table.column(column).numbers())
                .filter(value -> !Double.isNaN(value))
                .sum();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void ranksImbalanceAndFindingsShowTheSameValues(int start) {
        for (Case each : cases(start)) {
            Locations ranks = Locations.of(each.profile.contexts(), Locations.By.RANK);
            Metric own = each.metric.in(Scope.EXCLUSIVE);
            Accounts accounts = Accounts.of(each.profile.outline());
            LoadImbalance imbalance =
                    LoadImbalance.of(each.profile, own, ranks, accounts, Threshold.none());
            for (int node = 0; node < each.nodes(); node++) {
                if (!each.direct.isMeasured(Scope.EXCLUSIVE, node)) continue;
                double[] direct = ofProcesses(each, ranks, node);
                Moments spread = imbalance.spread(node);
                String what = "seed %d, node %d".formatted(each.seed, node);
                same(spread.mean(), Arrays.stream(direct).average().orElseThrow(), what);
                same(spread.max(), Arrays.stream(direct).max().orElseThrow(), what);
                double[] shown = each.numbers.ofPlaces(ranks, Scope.EXCLUSIVE, new int[] {node});
                for (int rank = 0; rank < direct.length; rank++)
                    same(Double.isNaN(shown[rank]) ? 0 : shown[rank], direct[rank], what);
            }
            Findings findings = Findings.of(each.profile, each.metric, Reduction.MEAN, accounts);
            for (Findings.Imbalance found : findings.imbalances())
                assertThat(found.spread())
                        .isEqualTo(
                                LoadImbalance.of(
                                                each.profile,
                                                own,
                                                findings.places(),
                                                accounts,
                                                Threshold.none())
                                        .spread(found.node()));
        }
    }

    private static double[] ofProcesses(Case each, Locations ranks, int node) {
        return IntStream.range(0, ranks.size())
                .mapToDouble(
                        rank -> each.direct.ofProcess(Scope.EXCLUSIVE, node, ranks.place(rank)))
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void workAndWaitingOfTheThreadsOfARankAreAllItsTime(int start) {
        for (Case each : cases(start)) {
            Locations ranks = Locations.of(each.profile.contexts(), Locations.By.RANK);
            Workload workload =
                    Workload.of(
                            each.profile, each.metric, ranks, Accounts.of(each.profile.outline()));
            int[] roots = each.profile.tree().children(CallTree.NO_PARENT);
            for (int rank = 0; rank < ranks.size(); rank++) {
                Context process = ranks.place(rank);
                double whole =
                        Arrays.stream(roots)
                                .mapToDouble(
                                        root ->
                                                each.direct.ofProcess(
                                                        Scope.INCLUSIVE, root, process))
                                .sum();
                same(workload.total(rank), whole, "seed %d, rank %d", each.seed, rank);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void theViewsOfOneNodeAgreeWithTheTree(int start) {
        for (Case each : cases(start)) {
            int[] all = IntStream.range(0, each.nodes()).toArray();
            for (Scope scope : List.of(Scope.INCLUSIVE, Scope.EXCLUSIVE)) {
                NodeHistograms sparks = NodeHistograms.of(each.numbers, scope, all);
                for (int node : all) {
                    RankValues values = RankValues.of(each.numbers, scope, new int[] {node});
                    if (values.places().by() == Locations.By.RANK)
                        same(
                                values.spread().mean(),
                                each.direct.value(scope, node),
                                "ranks, seed %d",
                                each.seed);
                    same(
                            sparks.mean().at(node),
                            values.spread().mean(),
                            "sparks, seed %d",
                            each.seed);
                    double[] runs =
                            Executions.of(
                                            List.of(Optional.of(each.numbers)),
                                            0,
                                            scope,
                                            new int[] {node},
                                            Reduction.MEAN,
                                            true)
                                    .runs()
                                    .toArray();
                    same(runs[0], each.direct.value(scope, node), "runs, seed %d", each.seed);
                }
            }
        }
    }
}
