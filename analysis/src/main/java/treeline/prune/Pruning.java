package treeline.prune;

import treeline.model.Outline;
import treeline.numbers.NodeTotals;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/// A set of rules that prune a call tree before its values are loaded.
///
/// ```
/// Pruned small = Pruning.of(PruneRules.below(1), PruneRules.functions()).in(outline, totals);
/// Profile profile = small.of(source.load(Slice.summed()));
/// ```
public final class Pruning {
    private final List<PruneRule> rules;

    private Pruning(List<PruneRule> rules) {
        this.rules = List.copyOf(rules);
    }

    public static Pruning of(PruneRule... rules) {
        return new Pruning(List.of(rules));
    }

    public static Pruning of(List<PruneRule> rules) {
        return new Pruning(rules);
    }

    public List<PruneRule> rules() {
        return rules;
    }

    /// With more rules behind its own.
    public Pruning and(Pruning more) {
        List<PruneRule> all = new ArrayList<>(rules);
        all.addAll(more.rules);
        return new Pruning(all);
    }

    public boolean isEmpty() {
        return rules.isEmpty();
    }

    /// Whether a rule asks what nodes cost, as those may that users wrote.
    public boolean needsCosts() {
        return rules.stream()
                .anyMatch(rule -> !(rule instanceof FrameRule || rule instanceof InsideLibrary));
    }

    /// Whether a rule leaves out what is below a share of the total.
    public boolean hasShare() {
        return rules.stream().anyMatch(BelowShare.class::isInstance);
    }

    /// `1%, mpi`.
    public String text() {
        return rules.stream().map(PruneRule::text).collect(Collectors.joining(", "));
    }

    /// What stays of a run, by the totals of its nodes.
    public Pruned in(Outline outline, NodeTotals totals) {
        return in(TreeCosts.of(outline, totals));
    }

    public Pruned in(TreeCosts run) {
        int nodes = run.tree().size();
        var kept = new BitSet(nodes);
        kept.set(0, nodes);
        int[] alone = new int[rules.size()];
        int[] left = new int[rules.size()];
        for (int i = 0; i < alone.length; i++) {
            BitSet gone = leftOut(run, rules.get(i));
            alone[i] = gone.cardinality();
            kept.andNot(gone);
            left[i] = kept.cardinality();
        }
        return new Pruned(run.tree(), kept, alone, left);
    }

    private static BitSet leftOut(TreeCosts run, PruneRule rule) {
        IntFunction<PruneRule.Fate> fates = rule.in(run);
        var gone = new BitSet();
        int node = 0;
        while (node < run.tree().size()) {
            switch (fates.apply(node)) {
                case STAYS -> node++;
                case GOES -> gone.set(node++);
                case GOES_WITH_ALL_BELOW -> {
                    gone.set(node, run.tree().subtreeEnd(node));
                    node = run.tree().subtreeEnd(node);
                }
            }
        }
        return gone;
    }
}
