package treeline.question.trace;

import treeline.model.Unit;
import treeline.question.answer.Section;
import treeline.source.trace.TraceLine;
import treeline.table.JsonWriter;
import treeline.table.Rows;
import treeline.table.Table;
import treeline.trace.timeline.CategoryTimes;
import treeline.trace.timeline.NodeCategories;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The meaning of the characters of a timeline, with the time of each function in the window.
final class TimelineLegend {
    private final NodeCategories functions;
    private final CategoryTimes times;
    private final FunctionSymbols symbols;

    /// A line of the legend.
    private record Entry(char symbol, String function, long nanos) {}

    TimelineLegend(NodeCategories functions, CategoryTimes times, FunctionSymbols symbols) {
        this.functions = functions;
        this.times = times;
        this.symbols = symbols;
    }

    private double share(long nanos) {
        return (double) nanos / (double) times.traced();
    }

    private static double seconds(long nanos) {
        return (double) nanos / 1e9;
    }

    /// Functions with a character of their own, then the sum of the others, then no activity.
    Section section() {
        List<Integer> largest = times.largest();
        int named = Math.min(FunctionSymbols.MAX, largest.size());
        List<Entry> entries = new ArrayList<>();
        for (int each : largest.subList(0, named))
            entries.add(new Entry(symbols.of(each), functions.name(each), times.total(each)));
        List<Integer> others = largest.subList(named, largest.size());
        if (!others.isEmpty())
            entries.add(
                    new Entry(
                            FunctionSymbols.OTHER,
                            String.format(Locale.ROOT, "%,d other functions", others.size()),
                            others.stream().mapToLong(times::total).sum()));
        if (times.totalIdle() > 0)
            entries.add(new Entry(FunctionSymbols.IDLE, TraceLine.NO_ACTIVITY, times.totalIdle()));
        var rows = Rows.of(entries);
        Table table =
                Table.of(
                        rows.text("symbol", each -> String.valueOf(each.symbol)).headed(""),
                        rows.real("seconds", each -> seconds(each.nanos))
                                .in(Unit.SECONDS)
                                .headed("time"),
                        rows.real("share", each -> share(each.nanos)).share(),
                        rows.text("function", each -> each.function));
        return Section.of(table)
                .columns("symbol", "seconds", "share", "function")
                .footnote(
                        "a cell shows the function in the middle of its column; times are those of"
                                + " all samples, not of cells")
                .all();
    }

    /// `"functions": [{"function": ..., "seconds": ..., "share": ...}]`, all of them.
    void writeFunctions(JsonWriter json) {
        json.name("functions").array();
        for (int each : times.largest()) write(functions.name(each), times.total(each), json);
        if (times.totalIdle() > 0) write(TraceLine.NO_ACTIVITY, times.totalIdle(), json);
        json.end();
    }

    private void write(String function, long nanos, JsonWriter json) {
        json.object().name("function").value(function);
        json.name("seconds").value(seconds(nanos));
        json.name("share").value(share(nanos)).end();
    }
}
