package treeline.trace.pattern;

import treeline.model.Outline;
import treeline.model.Unit;
import treeline.source.trace.Traces;
import treeline.table.Rows;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/// The difference of two traces by phase and function. Phases are those of the repeating pattern
/// that each trace has; if one of them has none, whole runs are compared.
public final class TraceDifference {
    private TraceDifference() {}

    private record Row(String phase, String function) {}

    /// One row per phase and function, largest change first: mean exclusive seconds and calls per
    /// context, before and after.
    public static Table of(
            Outline outlineBefore, Traces before, Outline outlineAfter, Traces after) {
        boolean phased = hasPattern(outlineBefore, before) && hasPattern(outlineAfter, after);
        TracePhases first = TracePhases.of(outlineBefore, before, threads(outlineBefore), phased);
        TracePhases second = TracePhases.of(outlineAfter, after, threads(outlineAfter), phased);
        List<Row> rows = new ArrayList<>();
        for (String phase :
                List.of(
                        TracePhases.BEFORE,
                        TracePhases.REPETITIONS,
                        TracePhases.AFTER,
                        TracePhases.WHOLE)) {
            var functions = new TreeSet<>(first.functions(phase));
            functions.addAll(second.functions(phase));
            for (String function : functions) rows.add(new Row(phase, function));
        }
        rows.sort(
                Comparator.<Row>comparingDouble(row -> -Math.abs(change(first, second, row)))
                        .thenComparing(Row::phase)
                        .thenComparing(Row::function));
        var all = Rows.of(rows);
        return Table.of(
                all.text("phase", each -> each.phase),
                all.text("function", each -> each.function),
                all.real("before", each -> seconds(first, each)).in(Unit.SECONDS),
                all.real("after", each -> seconds(second, each)).in(Unit.SECONDS),
                all.real("change", each -> change(first, second, each))
                        .in(Unit.SECONDS)
                        .signed()
                        .meaning("seconds per context"),
                all.real("calls_before", each -> calls(first, each)).headed("calls before"),
                all.real("calls_after", each -> calls(second, each)).headed("calls after"));
    }

    /// Times of GPU streams are not added to those of threads.
    private static IntPredicate threads(Outline outline) {
        return context -> outline.contexts().get(context).stream() < 0;
    }

    private static boolean hasPattern(Outline outline, Traces traces) {
        return !PatternTable.of(outline, traces, threads(outline)).isEmpty();
    }

    private static double seconds(TracePhases phases, Row row) {
        return phases.seconds(row.phase, row.function);
    }

    private static double calls(TracePhases phases, Row row) {
        return phases.calls(row.phase, row.function);
    }

    private static double change(TracePhases before, TracePhases after, Row row) {
        return seconds(after, row) - seconds(before, row);
    }

    /// Whether both traces have repetitions.
    public static boolean hasPhases(Table difference) {
        boolean whole = false;
        for (int i = 0; i < difference.rows(); i++)
            whole |= difference.column("phase").text(i).equals(TracePhases.WHOLE);
        return !whole;
    }
}
