package treeline.figure;

import treeline.model.Context;
import treeline.plot.Caption;
import treeline.plot.CorrelationMatrix;
import treeline.single.Correlation;
import treeline.table.Table;
import treeline.view.ContextSummary;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Correlation matrix of the metrics of a run, as a heat map.
public final class CorrelationFigure {
    private CorrelationFigure() {}

    /// The correlation of each pair of metrics.
    ///
    /// @param matrix as [Correlation#of(treeline.model.Profile, List, Correlation.Method)] has it
    /// @param contexts of the run
    /// @throws IllegalArgumentException where no two metrics have a correlation
    public static CorrelationMatrix of(
            Table matrix, Correlation.Method method, List<Context> contexts) {
        List<String> all = matrix.names().subList(1, matrix.names().size());
        List<String> names = Correlation.known(matrix);
        if (names.isEmpty()) throw new IllegalArgumentException(leftOut(all.size()));
        List<List<Double>> values = new ArrayList<>();
        for (String row : names) {
            int at = all.indexOf(row);
            values.add(names.stream().map(name -> matrix.real(name).at(at)).toList());
        }
        return new CorrelationMatrix(
                new Caption(
                        "Correlation of metrics",
                        subtitle(method, contexts),
                        names.size() == all.size()
                                ? List.of()
                                : List.of(leftOut(all.size() - names.size()))),
                names,
                values);
    }

    /// `spearman correlation over nodes and 8 ranks`.
    public static String subtitle(Correlation.Method method, List<Context> contexts) {
        return "%s correlation over nodes and %s"
                .formatted(method.name().toLowerCase(Locale.ROOT), ContextSummary.of(contexts));
    }

    /// What must be said of metrics that have none.
    public static String leftOut(int metrics) {
        return "omitted: %s without a correlation with any other (no values in common, or all equal)"
                .formatted(ContextSummary.counted(metrics, "metric"));
    }
}
