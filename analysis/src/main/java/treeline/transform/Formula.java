package treeline.transform;

import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/// A derived metric: `bytes / time`, `max(0, time - "wait time")`. Names of letters, digits, `_`,
/// `.` and `#` need no quotes; other names, or parts of them, are written in single or double
/// quotes: `"Base Seq".time`. `time:exclusive` selects a scope if a name has both. Formulas are
/// parsed, never executed as code.
///
/// In an ensemble a name can also refer to numeric metadata: `time * ranks`. Such numbers have no
/// unit and do not change the scope.
///
/// Units are computed: seconds minus milliseconds are seconds, bytes divided by seconds are `B/s`,
/// and seconds plus bytes are rejected. A sum of inclusive metrics is inclusive. A product or
/// quotient of metrics is not additive over the tree and becomes a point metric.
///
/// Sums treat missing values as 0; all other operations need both operands, and division by 0 gives
/// no value.
public final class Formula {
    private final String text;
    private final Expression expression;

    private Formula(String text, Expression expression) {
        this.text = text;
        this.expression = expression;
    }

    /// Reads a formula; which metrics there are is only known when it is added to a profile.
    ///
    /// @throws IllegalArgumentException with the place in the text and what was expected there
    public static Formula parse(String text) {
        return new Formula(text, new FormulaParser(text).parse());
    }

    /// The profile with the computed metric behind its own.
    public Profile addedTo(Profile profile, String name) {
        return addedTo(profile, name, _ -> Map.of());
    }

    /// The profile with the computed metric behind its own.
    ///
    /// @param facts numbers that each context has beside its metrics, by name; the same names for
    ///   all, NaN where a context has none
    public Profile addedTo(
            Profile profile, String name, IntFunction<? extends Map<String, Double>> facts) {
        if (profile.metrics().stream().anyMatch(each -> each.name().equals(name)))
            throw new IllegalArgumentException("metric '%s' already exists".formatted(name));
        List<Metric> operands = new ArrayList<>();
        Computed first = expression.on(names(profile, operands, facts.apply(0)));
        if (operands.isEmpty())
            throw new IllegalArgumentException(
                    "the formula contains no metric, so it has no value at any node: " + text);
        List<MetricColumn> columns = operands.stream().map(profile::column).toList();
        var rows = new SparseRows.Builder();
        for (int context = 0; context < profile.contexts().size(); context++) {
            Computed computed =
                    expression.on(names(profile, new ArrayList<>(), facts.apply(context)));
            addRow(rows, new CellsOfContext(columns, context), columns.size(), computed);
        }
        return profile.with(
                new Metric(name, first.unit(), first.scope()),
                MetricColumn.ofContexts(rows.build(), profile.tree().size()));
    }

    /// The computed metric in a run with these metrics, without its values.
    ///
    /// @param facts numbers of the run, by name
    /// @throws IllegalArgumentException if the formula cannot be computed there, or the name exists
    public Metric metricIn(Outline outline, String name, Map<String, Double> facts) {
        if (outline.metrics().stream().anyMatch(each -> each.name().equals(name)))
            throw new IllegalArgumentException("metric '%s' already exists".formatted(name));
        List<Metric> operands = new ArrayList<>();
        Computed computed = expression.on(names(withoutValues(outline), operands, facts));
        if (operands.isEmpty())
            throw new IllegalArgumentException(
                    "the formula contains no metric, so it has no value at any node: " + text);
        return new Metric(name, computed.unit(), computed.scope());
    }

    /// The metrics of a run that the formula uses.
    public List<Metric> operandsIn(Outline outline, Map<String, Double> facts) {
        List<Metric> operands = new ArrayList<>();
        expression.on(names(withoutValues(outline), operands, facts));
        return List.copyOf(operands);
    }

    private static Profile withoutValues(Outline outline) {
        MetricColumn none =
                MetricColumn.ofContexts(new SparseRows.Builder().build(), outline.tree().size());
        return new Profile(
                outline.withContextLabels(List.of()).withContexts(List.of()),
                new MetricTable(
                        outline.metrics(), Collections.nCopies(outline.metrics().size(), none)));
    }

    private Expression.Names names(
            Profile profile, List<Metric> operands, Map<String, Double> facts) {
        return new Expression.Names(profile, operands, facts, text);
    }

    private static void addRow(
            SparseRows.Builder rows, CellsOfContext cells, int operands, Computed computed) {
        double[] values = new double[operands];
        for (int node = cells.next(values); node >= 0; node = cells.next(values)) {
            double value = computed.value().of(values);
            if (!Double.isNaN(value)) rows.add(node, value);
        }
        rows.endRow();
    }

    /// The cells of several columns in one context, aligned by node.
    private static final class CellsOfContext {
        private final List<SparseRows> rows;
        private final int[] cell;
        private final int[] end;

        CellsOfContext(List<MetricColumn> columns, int context) {
            rows = columns.stream().map(MetricColumn::byContext).toList();
            cell = rows.stream().mapToInt(row -> row.start(context)).toArray();
            end = rows.stream().mapToInt(row -> row.end(context)).toArray();
        }

        /// The next node that any column has, -1 after the last; NaN stands for what is missing.
        int next(double[] values) {
            int node = Integer.MAX_VALUE;
            for (int i = 0; i < cell.length; i++)
                if (cell[i] < end[i]) node = Math.min(node, rows.get(i).index(cell[i]));
            if (node == Integer.MAX_VALUE) return -1;
            for (int i = 0; i < cell.length; i++) {
                boolean here = cell[i] < end[i] && rows.get(i).index(cell[i]) == node;
                values[i] = here ? rows.get(i).value(cell[i]++) : Double.NaN;
            }
            return node;
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
