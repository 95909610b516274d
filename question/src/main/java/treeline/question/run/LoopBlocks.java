package treeline.question.run;

import treeline.model.Unit;
import treeline.numbers.Locations;
import treeline.question.answer.Block;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.answer.TextFigure;
import treeline.question.input.RunOptions;
import treeline.question.screen.Screen;
import treeline.question.screen.Sparkline;
import treeline.single.Drift;
import treeline.single.NodePath;
import treeline.statement.Argument;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.LoopIterations;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.List;

/// The blocks of loops: per loop its extremes, its course as a sparkline, the slowest iterations,
/// level shifts and drift.
record LoopBlocks(RunOptions.Run run, Locations ranks, int top) {
    /// The maximum width of a sparkline: one character per percent of the run.
    private static final int MAX_COLUMNS = 100;

    List<Block> of(List<LoopIterations> loops) {
        List<Block> blocks = new ArrayList<>();
        for (LoopIterations loop : loops) {
            if (!blocks.isEmpty()) blocks.add(new TextFigure(_ -> List.of("")));
            blocks.addAll(of(loop));
        }
        return blocks;
    }

    private List<Block> of(LoopIterations loop) {
        double[] means = loop.series().mean().toArray();
        List<Block> blocks = new ArrayList<>();
        blocks.add(summary(loop, means));
        blocks.add(new TextFigure(screen -> List.of(sparkline(means, screen))));
        blocks.add(slowest(loop));
        for (int i = 1; i < loop.levels().size(); i++)
            blocks.add(
                    Statement.finding(
                            "jump: from iteration {from} on {after} instead of {before}",
                            levels(loop.levels().get(i - 1), loop.levels().get(i))));
        loop.series().drift().map(this::drift).ifPresent(blocks::add);
        return blocks;
    }

    private Statement summary(LoopIterations loop, double[] means) {
        return Statement.finding(
                "{path}: {count} {iterations}, mean {mean}, min {min}, max {max}",
                path(loop.node()),
                Argument.count(loop.count()),
                Argument.name(loop.count() == 1 ? "iteration" : "iterations"),
                amount(loop.mean()),
                amount(means[loop.slowest().at(loop.count() - 1)]),
                amount(means[loop.slowest().at(0)]));
    }

    private static String sparkline(double[] means, Screen screen) {
        return "  " + Sparkline.of(means, Math.min(MAX_COLUMNS, screen.width() - 2), screen);
    }

    private Block slowest(LoopIterations loop) {
        int[] at = loop.slowest().toArray();
        double mean = loop.mean();
        int count = Math.min(top, loop.aboveMean());
        if (count == 0) return Statement.finding("all iterations take the same time");
        Table table =
                Table.of(
                        Column.whole("iteration", count, row -> loop.number(at[row])),
                        Column.real("mean", count, row -> loop.series().mean().at(at[row]))
                                .in(run.metric()),
                        Column.text("rank", count, row -> slowest(ranks, loop, at[row]))
                                .headed("slowest"),
                        Column.real("excess", count, row -> loop.excess(at[row]))
                                .in(run.metric())
                                .headed("max - mean"));
        Column means = table.column("mean");
        var section =
                Section.of(table)
                        .computed(
                                "  slowest iterations",
                                true,
                                (row, _) -> Quantity.whole(loop.number(at[row])))
                        .columns("mean")
                        .computed(
                                "above mean",
                                true,
                                (row, _) -> signed(means.number(row) / mean - 1));
        if (ranks.size() > 1) section.columns("excess", "rank");
        return section.all();
    }

    /// The rank that took longest, empty if all took the same time.
    static String slowest(Locations ranks, LoopIterations loop, int at) {
        int rank = loop.slowestRank(at);
        return rank < 0 ? "" : ranks.name(rank);
    }

    private static String signed(double share) {
        return (share > 0 ? "+" : "") + Quantity.percent(share);
    }

    private Argument[] levels(Drift.Level before, Drift.Level level) {
        return new Argument[] {
            Argument.count(level.from()), amount(level.mean()), amount(before.mean())
        };
    }

    /// A loop that drifts has no jumps.
    private Statement drift(Drift.Loop loop) {
        boolean time = run.metric().unit().dimension() == Unit.Dimension.TIME;
        boolean rises = loop.change() > 0;
        String pace = rises ? "slows down" : "speeds up";
        return Statement.finding(
                "drift: {path} {changes} over the run: {value} {rises} by {share} of the mean"
                        + " (linear trend, p = {p})",
                path(loop.node()),
                Argument.name(time ? pace : "drifts"),
                Argument.name(time ? "its iteration time" : run.metric().name() + " per iteration"),
                Argument.name(rises ? "rises" : "falls"),
                Argument.share(Math.abs(loop.drift())),
                Argument.pValue(loop.p()));
    }

    private Argument path(int node) {
        return Argument.path(NodePath.of(run.profile().tree(), node));
    }

    private Argument amount(double value) {
        return Argument.amount(value, run.metric().unit());
    }
}
