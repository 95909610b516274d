package treeline.formats.caliper.records;

import treeline.model.LongIntMap;
import treeline.model.Profile;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/// Converts per-iteration records into one series per cell (a node in a context). The model sums
/// series by default, which suits them. Storing each iteration as a context would make one rank
/// count as hundreds of ranks in load imbalance.
final class IterationCells {
    /// Numbers up to this many times the count of different ones are used as they are.
    private static final int DENSE = 2;

    private static final int ALWAYS_DENSE = 1000;

    /// How many places of series a record may cost on average.
    private static final int PLACES_PER_RECORD = 16;

    private static final int ALWAYS_KEPT = 1 << 20;

    private IterationCells() {}

    static void settle(ProfileDraft draft) {
        RecordTable table = draft.table;
        if (!table.hasIterations()) return;
        numberFromZero(draft);
        if (places(table) > (long) PLACES_PER_RECORD * table.rows() + ALWAYS_KEPT) {
            draft.log.lost("iteration numbers are too sparse to store; iterations were summed", "");
            table.dropIterations();
            return;
        }
        moveWhatIsBetween(draft);
        labelLoops(draft);
    }

    /// Iterations are numbered as in the program unless that would leave most places empty.
    private static void numberFromZero(ProfileDraft draft) {
        RecordTable table = draft.table;
        long[] numbers =
                IntStream.range(0, table.rows())
                        .mapToLong(table::iteration)
                        .filter(number -> number != RecordTable.NO_ITERATION)
                        .sorted()
                        .distinct()
                        .toArray();
        long largest = numbers[numbers.length - 1];
        if (largest < (long) DENSE * numbers.length + ALWAYS_DENSE) return;
        draft.log.note(
                "iterations are renumbered consecutively, because few of them were recorded",
                "iteration " + largest);
        table.renumberIterations(number -> Arrays.binarySearch(numbers, number));
    }

    private static long places(RecordTable table) {
        var longest = new LongIntMap();
        long places = 0;
        for (int run = 0; run < table.runs(); run++) {
            for (int row = table.runStart(run); row < table.runEnd(run); row++) {
                long cell = ((long) table.runNode(run) << 32) | table.context(row);
                int known = Math.max(0, longest.get(cell));
                int length = (int) table.iteration(row) + 1;
                if (length <= known) continue;
                longest.put(cell, length);
                places += length - known;
            }
        }
        return places;
    }

    private static void moveWhatIsBetween(ProfileDraft draft) {
        RecordTable table = draft.table;
        var within = new BitSet();
        var between = new BitSet();
        for (int run = 0; run < table.runs(); run++)
            for (int row = table.runStart(run); row < table.runEnd(run); row++)
                (isIteration(table, row) ? within : between).set(table.runNode(run));
        between.and(within);
        if (between.isEmpty()) return;
        table.moveRows(
                (row, node) ->
                        between.get(node) && !isIteration(table, row)
                                ? draft.child(node, Profile.BETWEEN_ITERATIONS)
                                : node);
    }

    private static boolean isIteration(RecordTable table, int row) {
        return table.iteration(row) != RecordTable.NO_ITERATION;
    }

    private static void labelLoops(ProfileDraft draft) {
        RecordTable table = draft.table;
        for (int run = 0; run < table.runs(); run++)
            if (draft.isLoop(table.runNode(run)) && isIteration(table, table.runStart(run)))
                draft.tree.label(Profile.LOOP_LABEL, table.runNode(run), Profile.LOOP_EACH);
    }
}
