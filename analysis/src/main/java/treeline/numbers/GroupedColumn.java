package treeline.numbers;

import treeline.cores.Ranges;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;

import java.util.Arrays;
import java.util.List;

/// A column reduced from contexts to groups of contexts. Sums are compensated and computed in
/// context order, node by node, so they do not depend on the number of cores.
final class GroupedColumn {
    private final int[] groupOf;
    private final int groups;
    private final Kind kind;
    private final Divisor divisor;

    private enum Kind {
        SUM,
        MEAN_OF_PRESENT,
        LARGEST
    }

    /// The divisor of a group's sum.
    @FunctionalInterface
    interface Divisor {
        Divisor ONE = (_, _) -> 1;

        int of(int node, int group);
    }

    private GroupedColumn(int[] groupOf, int groups, Kind kind, Divisor divisor) {
        this.groupOf = groupOf;
        this.groups = groups;
        this.kind = kind;
        this.divisor = divisor;
    }

    static MetricColumn sum(MetricColumn column, int[] groupOf, int groups) {
        return isIdentity(groupOf, groups)
                ? column
                : new GroupedColumn(groupOf, groups, Kind.SUM, Divisor.ONE).of(column);
    }

    static MetricColumn mean(MetricColumn column, int[] groupOf, int groups, Divisor divisor) {
        return new GroupedColumn(groupOf, groups, Kind.SUM, divisor).of(column);
    }

    static MetricColumn largest(MetricColumn column, int[] groupOf, int groups) {
        return isIdentity(groupOf, groups)
                ? column
                : new GroupedColumn(groupOf, groups, Kind.LARGEST, Divisor.ONE).of(column);
    }

    /// The mean of those members of a group that have a value.
    static MetricColumn meanOfPresent(MetricColumn column, int[] groupOf, int groups) {
        return isIdentity(groupOf, groups)
                ? column
                : new GroupedColumn(groupOf, groups, Kind.MEAN_OF_PRESENT, Divisor.ONE).of(column);
    }

    private static boolean isIdentity(int[] groupOf, int groups) {
        if (groupOf.length != groups) return false;
        for (int i = 0; i < groups; i++) if (groupOf[i] != i) return false;
        return true;
    }

    private MetricColumn of(MetricColumn column) {
        SparseRows rows = column.byNode();
        int perTask = Ranges.rowsPerTask(rows.rows(), rows.cells());
        List<SparseRows> parts =
                Ranges.map(rows.rows(), perTask, (from, to) -> grouped(rows, from, to));
        return MetricColumn.ofNodes(SparseRows.concatenated(parts), groups);
    }

    private SparseRows grouped(SparseRows rows, int from, int to) {
        var out = new SparseRows.Builder();
        var row = new Row();
        for (int node = from; node < to; node++) {
            for (int cell = rows.start(node); cell < rows.end(node); cell++)
                if (!Double.isNaN(rows.value(cell)))
                    row.add(groupOf[rows.index(cell)], rows.value(cell));
            row.writeTo(out, node);
            out.endRow();
        }
        return out.build();
    }

    /// The groups with a value at one node. Only these are touched, because most nodes of large
    /// runs were run by few contexts.
    private final class Row {
        private final CompensatedSums sums = new CompensatedSums(groups);
        private final int[] members = new int[groups];
        private final int[] order = new int[groups];
        private int count;
        private boolean ascending = true;

        void add(int group, double next) {
            if (members[group]++ == 0) {
                ascending &= count == 0 || order[count - 1] < group;
                order[count++] = group;
                sums.set(group, next);
                return;
            }
            switch (kind) {
                case LARGEST -> sums.set(group, Math.max(sums.of(group), next));
                case SUM, MEAN_OF_PRESENT -> sums.add(group, next);
            }
        }

        void writeTo(SparseRows.Builder out, int node) {
            if (!ascending) Arrays.sort(order, 0, count);
            for (int i = 0; i < count; i++) {
                int group = order[i];
                int parts = kind == Kind.MEAN_OF_PRESENT ? members[group] : divisor.of(node, group);
                out.add(group, parts == 1 ? sums.of(group) : sums.of(group) / parts);
                members[group] = 0;
            }
            count = 0;
            ascending = true;
        }
    }
}
