package treeline.prune;

import java.math.BigDecimal;
import java.util.function.IntFunction;

/// Drops subtrees whose root costs less than a share of the total of all roots. A node with exactly
/// that share stays. If the total is not positive, all nodes stay.
///
/// @param percent above 0, at most 100
record BelowShare(BigDecimal percent) implements PruneRule {
    BelowShare {
        if (percent.signum() <= 0 || percent.compareTo(BigDecimal.valueOf(100)) > 0)
            throw new IllegalArgumentException(
                    "a percentage above 0 % and at most 100 %, not "
                            + percent.toPlainString()
                            + "%");
    }

    @Override
    public IntFunction<Fate> in(TreeCosts run) {
        double least = run.total() * percent.doubleValue() / 100;
        if (!(run.total() > 0)) return _ -> Fate.STAYS;
        return node -> run.cost(node) < least ? Fate.GOES_WITH_ALL_BELOW : Fate.STAYS;
    }

    @Override
    public String text() {
        return percent.toPlainString() + "%";
    }
}
