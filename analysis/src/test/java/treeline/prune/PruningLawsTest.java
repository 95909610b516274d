package treeline.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.Scopes;
import treeline.numbers.Averages;
import treeline.numbers.Numbers;
import treeline.prune.PruneRule.Fate;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.testkit.RandomContexts;
import treeline.transform.Reduction;

import java.util.Random;

/// After any pruning inclusive values are true, and exclusive values sum to the roots that stay.
class PruningLawsTest {
    private static PruneRule drawn(long seed) {
        return run -> {
            var random = new Random(seed);
            int[] dice = random.ints(run.tree().size(), 0, 10).toArray();
            return node ->
                    switch (dice[node]) {
                        case 0 -> Fate.GOES_WITH_ALL_BELOW;
                        case 1, 2, 3 -> Fate.GOES;
                        default -> Fate.STAYS;
                    };
        };
    }

    private static Pruning rules(int seed) {
        return switch (seed % 3) {
            case 0 -> Pruning.of(drawn(seed));
            case 1 -> Pruning.of(PruneRules.parse("3%,functions,mpi"));
            default -> Pruning.of(PruneRules.below(5), drawn(seed));
        };
    }

    @Test
    void inclusiveValuesAreTrueAndExclusiveOnesSumToTheRootsThatStay() {
        for (int seed = 0; seed < 600; seed++) {
            Profile profile = Averages.ofRepetitions(RandomContexts.of(seed));
            Numbers before = Numbers.of(profile, "time");
            Pruned pruned = rules(seed).in(profile.outline(), before);
            Profile small = pruned.of(profile);
            assertThat(small.tree().size()).isEqualTo(pruned.size());
            assertTrue(seed, before, pruned, small);
        }
    }

    private static void assertTrue(int seed, Numbers before, Pruned pruned, Profile small) {
        double[] whole = before.inclusive(Reduction.SUM);
        double[] inclusive = Numbers.of(small, "time").inclusive(Reduction.SUM);
        double[] exclusive = Numbers.of(small, "time").exclusive(Reduction.SUM);
        for (int node = 0; node < whole.length; node++)
            if (pruned.isKept(node))
                assertThat(zeroOr(inclusive[pruned.fold().target(node)]))
                        .as("seed %d, node %d", seed, node)
                        .isCloseTo(zeroOr(whole[node]), within(1e-9));
        double roots = 0;
        for (int root : small.tree().children(CallTree.NO_PARENT)) roots += zeroOr(inclusive[root]);
        double sum = 0;
        for (double each : exclusive) sum += zeroOr(each);
        assertThat(sum).as("seed %d", seed).isCloseTo(roots, within(1e-9));
    }

    private static double zeroOr(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    /// Where callers are measured it is enough to load the inclusive values of what stays.
    @Test
    void loadingOnlyWhatStaysGivesTheSameAsLoadingEverything() {
        for (int seed = 0; seed < 300; seed++) {
            Profile profile = nested(RandomContexts.of(seed));
            Numbers before = Numbers.of(profile, "time");
            Pruned pruned = rules(seed).in(profile.outline(), before);
            Slice kept =
                    Slice.summed()
                            .withNodes(Selection.where(profile.tree().size(), pruned::isKept))
                            .withMetrics(
                                    Selection.of(
                                            profile.metrics()
                                                    .indexOf(time(profile).in(Scope.INCLUSIVE))));
            assertSameNumbers(seed, pruned.of(profile), pruned.of(kept.of(profile)));
        }
    }

    /// Both scopes, every caller measured.
    private static Profile nested(Profile profile) {
        Metric time = time(profile);
        Profile own = profile.withOnly(time.in(Scope.EXCLUSIVE), profile.column("time:exclusive"));
        return Scopes.with(own, time.in(Scope.EXCLUSIVE), Scope.INCLUSIVE);
    }

    private static Metric time(Profile profile) {
        return profile.metric("time");
    }

    private static void assertSameNumbers(int seed, Profile all, Profile few) {
        for (Scope scope : new Scope[] {Scope.INCLUSIVE, Scope.EXCLUSIVE}) {
            double[] expected = Numbers.of(all, "time").values(scope, Reduction.SUM);
            double[] found = Numbers.of(few, "time").values(scope, Reduction.SUM);
            for (int node = 0; node < expected.length; node++)
                assertThat(zeroOr(found[node]))
                        .as("seed %d, node %d, %s", seed, node, scope)
                        .isCloseTo(zeroOr(expected[node]), within(1e-9));
        }
    }
}
