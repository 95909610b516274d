package treeline.transform;

import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.ArrayList;
import java.util.List;

/// A metric computed from others: `bytes / time`, `max(0, time - "wait time")`. Names of letters,
/// digits, `_`, `.` and `#` stand as they are, all others in double quotes; `time:exclusive` picks
/// a scope where a name has both. Formulas are parsed, never run as code.
///
/// Units follow: seconds minus milliseconds are seconds, bytes by seconds are `B/s`, and seconds
/// plus bytes are refused. A sum of inclusive metrics is inclusive; what is multiplied or divided
/// by another metric no longer adds up over the tree and is a reading at a point.
///
/// A value exists where the formula has one: sums take what is missing as 0, every other operation
/// needs both sides, and nothing is divided by 0.
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
        List<Metric> operands = new ArrayList<>();
        Computed computed = expression.on(profile, operands, text);
        if (computed.constant())
            throw new IllegalArgumentException(
                    "the formula is a number, the same everywhere: " + text);
        if (profile.metrics().stream().anyMatch(each -> each.name().equals(name)))
            throw new IllegalArgumentException("there is already a metric '%s'".formatted(name));
        Metric metric = new Metric(name, computed.unit(), computed.scope());
        List<MetricColumn> columns = operands.stream().map(profile::column).toList();
        return profile.with(metric, column(profile, columns, computed));
    }

    private static MetricColumn column(
            Profile profile, List<MetricColumn> operands, Computed computed) {
        var rows = new SparseRows.Builder();
        double[] values = new double[operands.size()];
        for (int context = 0; context < profile.contexts().size(); context++) {
            var cells = new CellsOfContext(operands, context);
            for (int node = cells.next(values); node >= 0; node = cells.next(values)) {
                double value = computed.value().of(values);
                if (!Double.isNaN(value)) rows.add(node, value);
            }
            rows.endRow();
        }
        return MetricColumn.ofContexts(rows.build(), profile.tree().size());
    }

    /// The cells of several columns in one context, side by side by node.
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
