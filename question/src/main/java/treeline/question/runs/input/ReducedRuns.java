package treeline.question.runs.input;

import treeline.aggregate.LocalEngine;
import treeline.aggregate.MemoryBudget;
import treeline.aggregate.PartitionedSource;
import treeline.aggregate.ReducedRun;
import treeline.ensemble.ContextCounts;
import treeline.formats.Runs;
import treeline.model.Context;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.runs.RunList;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.transform.Reduction;

import java.io.IOException;

/// Loads a run of an ensemble whole if all runs that are in memory at once may be as large;
/// otherwise it is read in parts and has one value per node and metric, which is what an ensemble
/// keeps of it.
///
/// @param over the reduction of the ranks and threads of a run to one value
/// @param eachRepetition whether each repetition within a run is a run: such runs are loaded whole
record ReducedRuns(Reduction over, boolean eachRepetition) implements Runs.Loader {

    @Override
    public Profile load(ProfileSource source, Slice slice) throws IOException {
        Outline outline = slice.of(source.outline());
        boolean isWhole =
                MemoryBudget.fits(
                                source.plan(slice), LocalEngine.BYTES_PER_VALUE * Runs.readAhead())
                        || RunList.isIn(outline.metadata())
                        || (eachRepetition && hasRepetitions(outline));
        return isWhole ? source.load(slice) : reduced(source, slice, outline);
    }

    private static boolean hasRepetitions(Outline outline) {
        return outline.contexts().stream().mapToInt(Context::repetition).distinct().count() > 1;
    }

    /// By this thread, because others read other runs.
    private Profile reduced(ProfileSource source, Slice slice, Outline outline) throws IOException {
        ReducedRun run = ReducedRun.of(outline);
        var work =
                PartitionedSource.of(source, slice, Locations.By.RANK, MemoryBudget.defaultPart());
        var answer =
                LocalEngine.of(/* threads= */ 1, MemoryBudget.bytes())
                        .run(run.question(), work, _ -> {});
        return run.profile(answer, over)
                .withMetadata(ContextCounts.addedTo(outline.metadata(), outline.contexts()));
    }
}
