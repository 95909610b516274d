package treeline.figure;

import treeline.model.Metric;
import treeline.plot.Caption;
import treeline.plot.Scatter;
import treeline.single.Regression;
import treeline.statement.Argument;
import treeline.statement.Sentence;
import treeline.table.FlagColumn;
import treeline.table.Table;
import treeline.view.ContextSummary;
import treeline.view.DisplayNames;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Scatter plot of two metrics over all nodes, with the regression line.
public final class ScatterFigure {
    /// As many of the nodes that fit least are named as there are outliers, and at least these.
    private static final int NAMED = 5;

    private ScatterFigure() {}

    /// A point for each node, and the line through them.
    ///
    /// @param line of the two metrics
    /// @param of the metric that is explained
    /// @param on the metric that explains it
    /// @param contexts whose values they are, such as `mean of 8 ranks`
    public static Scatter of(Regression line, Metric of, Metric on, String contexts) {
        return new Scatter(
                new Caption(
                        "%s on %s".formatted(of.toString(), on.toString()),
                        "%s, %s; line%s: %s"
                                .formatted(
                                        ContextSummary.counted(line.nodes().rows(), "node"),
                                        contexts,
                                        line.logarithmic() ? " through logarithms" : "",
                                        lineText(line, of, on).text()),
                        List.of("labelled: outliers and the nodes farthest from the line")),
                new Scatter.Side(DisplayNames.of(on), on.unit()),
                new Scatter.Side(DisplayNames.of(of), of.unit()),
                line.logarithmic(),
                List.of(),
                dots(line.nodes(), of, on),
                Double.isNaN(line.slope())
                        ? Optional.empty()
                        : Optional.of(
                                new Scatter.Line(line.slope(), line.intercept(), line.rSquare())));
    }

    /// Farthest first.
    private static List<Scatter.Dot> dots(Table nodes, Metric of, Metric on) {
        FlagColumn outlier = nodes.flag("outlier");
        List<Scatter.Dot> dots = new ArrayList<>();
        for (int row = 0; row < nodes.rows(); row++)
            dots.add(
                    new Scatter.Dot(
                            nodes.column("path").text(row),
                            nodes.real(on.toString()).at(row),
                            nodes.real(of.toString()).at(row),
                            -1,
                            row < NAMED || outlier.number(row) == 1));
        return dots;
    }

    /// A line in the units that values are shown in. The intercept of logarithms depends on the
    /// units that are stored and lies far from all nodes, so the middle of the line is shown.
    public static Sentence lineText(Regression line, Metric of, Metric on) {
        if (Double.isNaN(line.slope()))
            return Sentence.of("no line, because fewer than two nodes differ");
        if (Double.isNaN(line.rSquare()))
            return Sentence.of("a level line, because all values are equal");
        Argument fit = Argument.setting(line.rSquare());
        if (line.logarithmic())
            return Sentence.of(
                    "slope {slope}, {value} at {middle} in the middle, r² {fit}",
                    Argument.setting(line.slope()),
                    Argument.amount(line.predicted(line.middle()), of.unit()),
                    Argument.amount(line.middle(), on.unit()),
                    fit);
        String per = on.unit().symbol();
        return Sentence.of(
                "slope {slope}{per}, intercept {intercept}, r² {fit}",
                Argument.amount(line.slope(), of.unit()),
                Argument.name(per.isEmpty() ? "" : " per " + per),
                Argument.amount(line.intercept(), of.unit()),
                fit);
    }
}
