package treeline.app.commands.single;

import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.numbers.Places;
import treeline.question.input.RunOptions;
import treeline.question.screen.Colour;
import treeline.question.screen.Sparkline;
import treeline.question.screen.TextWidth;
import treeline.single.Drift;
import treeline.statement.FindingText;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.ContextSummary;
import treeline.view.LoopIterations;
import treeline.view.Quantity;

import java.util.List;

/// The iterations of loops as people read them: the course as a line of blocks, then the slowest
/// ones, the jumps and the drift.
final class IterationsText {
    private static final int MOST_COLUMNS = 100;

    private final RunOptions.Run run;
    private final Places ranks;
    private final int top;
    private final Console console;
    private final FindingText text;
    private final Quantity quantity;

    IterationsText(RunOptions.Run run, Places ranks, int top, Console console) {
        this.run = run;
        this.ranks = ranks;
        this.top = top;
        this.console = console;
        this.quantity = new Quantity(3, console.screen().unicode());
        this.text = new FindingText(run.profile(), run.metric());
    }

    void print(List<LoopIterations> loops) {
        line(
                "%s of each iteration, %s"
                        .formatted(RunOptions.metricText(run.metric()), run.contextsText()));
        for (LoopIterations loop : loops) {
            line("");
            print(loop);
        }
    }

    private void print(LoopIterations loop) {
        double[] means = loop.series().mean().toArray();
        int slowest = loop.slowest().at(0);
        int fastest = loop.slowest().at(loop.count() - 1);
        String path = TextWidth.printable(text.pathOf(loop.node()));
        line(
                "%s: %s, mean %s, min %s, max %s"
                        .formatted(
                                console.screen().paint(path, Colour.BOLD),
                                ContextSummary.counted(loop.count(), "iteration"),
                                value(loop.mean()),
                                value(means[fastest]),
                                value(means[slowest])));
        int columns = Math.min(MOST_COLUMNS, console.screen().width() - 2);
        line("  " + Sparkline.of(means, columns, console.screen()));
        printSlowest(loop);
        for (int i = 1; i < loop.levels().size(); i++)
            printJump(loop.levels().get(i - 1), loop.levels().get(i));
        loop.series()
                .drift()
                .ifPresent(
                        line ->
                                line(
                                        "  drift: "
                                                + TextWidth.printable(
                                                        text.drift(line).text(quantity))));
    }

    private void printSlowest(LoopIterations loop) {
        int[] at = loop.slowest().toArray();
        double mean = loop.mean();
        int count = Math.min(top, loop.aboveMean());
        if (count == 0) {
            line("  all iterations take the same time");
            return;
        }
        Table table =
                Table.of(
                        Column.whole("iteration", count, row -> loop.number(at[row])),
                        Column.real("mean", count, row -> loop.series().mean().at(at[row])),
                        Column.text("rank", count, row -> slowest(ranks, loop, at[row])),
                        Column.real("excess", count, row -> loop.excess(at[row])));
        var sheet =
                new Sheet(table, console.screen())
                        .computed(
                                "  slowest iterations",
                                true,
                                row -> Quantity.whole(loop.number(at[row])))
                        .value("mean", "mean", run.metric().unit())
                        .computed(
                                "above mean",
                                true,
                                row -> signed(table.column("mean").number(row) / mean - 1));
        if (ranks.size() > 1)
            sheet.value("excess", "max - mean", run.metric().unit()).text("rank", "slowest");
        sheet.print(count, console);
    }

    /// The rank that took longest, empty if all took the same time.
    static String slowest(Places ranks, LoopIterations loop, int at) {
        int rank = loop.slowestRank(at);
        return rank < 0 ? "" : ranks.name(rank);
    }

    private static String signed(double share) {
        return (share > 0 ? "+" : "") + Quantity.percent(share);
    }

    private void printJump(Drift.Level before, Drift.Level level) {
        line("  jump: " + text.jump(before, level).text(quantity));
    }

    private void line(String written) {
        console.out().println(written);
    }

    private String value(double value) {
        return quantity.text(value, run.metric().unit());
    }
}
