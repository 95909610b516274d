package treeline.question.input;

import treeline.aggregate.MemoryBudget;
import treeline.model.Outline;
import treeline.numbers.Locations;
import treeline.select.ContextSelector;
import treeline.select.Items;
import treeline.source.ReadPlan;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/// As many ranks as fit into memory, at random, but at least one, for a question that a sample
/// answers and parts do not.
///
/// @param note what was left out; empty if all is there
record FittingSample(Slice slice, Optional<String> note) {

    static FittingSample of(Recording recording, Slice slice, AggregationPlan asking)
            throws IOException {
        var all = new FittingSample(slice, Optional.empty());
        ReadPlan plan = recording.source().plan(slice);
        if (!asking.takesSample() || MemoryBudget.fits(plan)) return all;
        Outline outline = recording.source().outline();
        Outline chosen = slice.of(outline);
        int ranks = Locations.of(chosen.contexts(), Locations.By.RANK).size();
        long fitting =
                Math.max(1, (long) (ranks * ((double) MemoryBudget.values() / plan.values())));
        ContextSelector some = ContextSelector.of("rank", Items.numbers("~" + fitting));
        int[] sample = some.of(chosen).indexes(chosen.contexts().size());
        if (sample.length == 0 || fitting >= ranks) return all;
        int[] contexts = slice.contexts().indexes(outline.contexts().size());
        int[] ofFile = Arrays.stream(sample).map(context -> contexts[context]).toArray();
        return new FittingSample(
                slice.withContexts(Selection.of(ofFile)),
                Optional.of(
                        "%s of %s ranks, a random sample that fits into memory; --rank ~%s@2 takes another"
                                .formatted(
                                        Quantity.whole(fitting), Quantity.whole(ranks), fitting)));
    }
}
