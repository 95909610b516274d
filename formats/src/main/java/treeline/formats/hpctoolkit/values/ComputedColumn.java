package treeline.formats.hpctoolkit.values;

import treeline.formats.hpctoolkit.metrics.Taxonomy.Derived;
import treeline.formats.hpctoolkit.metrics.TaxonomyFormula;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A metric that the database's taxonomy computes from stored ones at every node. Ratios are not
/// additive, so it is a point metric.
///
/// @param ids the stored metric ids of the formula's inputs
public record ComputedColumn(Metric metric, TaxonomyFormula formula, int[] ids)
        implements DatabaseColumn {

    /// The derived metrics that can have values: those with an input that has.
    public static List<ComputedColumn> of(
            List<Derived> derived, List<ValueColumn> stored, BitSet idsWithValues) {
        Set<Metric> taken = new HashSet<>();
        for (ValueColumn column : stored) taken.add(column.metric());
        List<ComputedColumn> columns = new ArrayList<>();
        for (Derived each : derived) {
            boolean hasValues = false;
            for (int id : each.ids()) hasValues |= idsWithValues.get(id);
            if (!hasValues) continue;
            String name =
                    ValueColumn.bareName(each.name()) + (each.inclusive() ? "" : " (function)");
            var metric = new Metric(name, ValueColumn.unitOf(each.name()), Metric.Scope.POINT);
            if (!taken.add(metric)) {
                metric = new Metric(name + " (derived)", metric.unit(), metric.scope());
                if (!taken.add(metric)) continue;
            }
            columns.add(new ComputedColumn(metric, each.formula(), each.ids()));
        }
        return columns;
    }

    /// Computes the metric wherever any input has a value; the others count as 0 there.
    public MetricColumn compute(List<MetricColumn> inputs) {
        int nodes = inputs.getFirst().nodes();
        int contexts = inputs.getFirst().contexts();
        double[][] values = new double[inputs.size()][nodes];
        double[] here = new double[inputs.size()];
        var rows = new SparseRows.Builder();
        for (int context = 0; context < contexts; context++) {
            BitSet present = fill(values, inputs, context);
            for (int node = present.nextSetBit(0); node >= 0; node = present.nextSetBit(node + 1)) {
                for (int i = 0; i < here.length; i++) {
                    here[i] = values[i][node];
                    values[i][node] = 0;
                }
                double value = formula.at(here);
                if (Double.isFinite(value)) rows.add(node, value);
            }
            rows.endRow();
        }
        return MetricColumn.ofContexts(rows.build(), nodes);
    }

    private static BitSet fill(double[][] values, List<MetricColumn> inputs, int context) {
        var present = new BitSet();
        for (int i = 0; i < values.length; i++) {
            SparseRows from = inputs.get(i).byContext();
            for (int cell = from.start(context); cell < from.end(context); cell++) {
                values[i][from.index(cell)] = from.value(cell);
                present.set(from.index(cell));
            }
        }
        return present;
    }
}
