package treeline.formats.caliper.records;

import org.jspecify.annotations.Nullable;

import treeline.array.Doubles;
import treeline.array.Longs;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;

import java.util.Arrays;

/// Sorts the records of a draft by node and context and combines the records of each cell.
final class RecordCells {
    private static final double[] NO_SERIES = {};

    private final ProfileDraft draft;
    private final RecordTable table;
    private final int[] placeOfContext;
    private final int nodes;

    /// Runs of the table by the place of their node: those of place `p` are `runs[firstRun[p] ..
    /// firstRun[p + 1])`.
    private final int[] runs;

    private final int[] firstRun;

    /// The records of one node in one column, as context place and row: sorted, they stand by
    /// context and in the order of the file.
    private final Longs records = new Longs();

    private double[] series = NO_SERIES;

    /// Whether every node has one record of each of its contexts, in their order.
    private final boolean isOrdered;

    /// The cells of columns that every record has a value in.
    private @Nullable SparseRows fullCells;

    RecordCells(ProfileDraft draft, int[] placeOfNode, int[] placeOfContext) {
        this.draft = draft;
        this.table = draft.table;
        this.placeOfContext = placeOfContext;
        this.nodes = placeOfNode.length;
        this.firstRun = new int[nodes + 1];
        for (int run = 0; run < table.runs(); run++)
            firstRun[placeOfNode[table.runNode(run)] + 1]++;
        for (int place = 0; place < nodes; place++) firstRun[place + 1] += firstRun[place];
        this.runs = new int[table.runs()];
        int[] next = Arrays.copyOf(firstRun, nodes);
        for (int run = 0; run < table.runs(); run++)
            runs[next[placeOfNode[table.runNode(run)]]++] = run;
        this.isOrdered = !table.hasIterations() && contextsAscend();
    }

    private boolean contextsAscend() {
        for (int place = 0; place < nodes; place++) {
            int before = -1;
            for (int i = firstRun[place]; i < firstRun[place + 1]; i++)
                for (int row = table.runStart(runs[i]); row < table.runEnd(runs[i]); row++) {
                    int context = placeOfContext[table.context(row)];
                    if (context <= before) return false;
                    before = context;
                }
        }
        return true;
    }

    /// One column of the table as a metric's values, a row a node.
    ///
    /// @param counts the column of how many measurements a record stands for, or -1
    MetricColumn column(int column, Measure.Combining combining, int counts) {
        int present = present(column);
        if (isOrdered && present == table.rows())
            return MetricColumn.ofNodes(full(column), placeOfContext.length);
        var rows = new SparseRows.Builder(present, 0);
        for (int place = 0; place < nodes; place++) {
            int found = gather(column, place);
            if (isPlain(found)) addPlain(rows, column, found);
            else
                for (int from = 0; from < found; ) {
                    int to = from + 1;
                    while (to < found && contextOf(to) == contextOf(from)) to++;
                    addCell(rows, column, combining, counts, from, to);
                    from = to;
                }
            rows.endRow();
        }
        return MetricColumn.ofNodes(rows.build(), placeOfContext.length);
    }

    /// A column of values that need no sorting and no putting together, which is what most files
    /// are made of.
    private SparseRows full(int column) {
        if (fullCells != null) return fullCells.withValues(new InOrder(column)::next);
        var rows = new SparseRows.Builder(table.rows(), 0);
        for (int place = 0; place < nodes; place++) {
            for (int i = firstRun[place]; i < firstRun[place + 1]; i++)
                for (int row = table.runStart(runs[i]); row < table.runEnd(runs[i]); row++)
                    rows.add(placeOfContext[table.context(row)], table.value(column, row));
            rows.endRow();
        }
        fullCells = rows.build();
        return fullCells;
    }

    /// The values of a column, by node and context.
    private final class InOrder {
        private final int column;
        private int run;
        private int row;
        private int end;

        InOrder(int column) {
            this.column = column;
        }

        double next() {
            while (row == end) {
                row = table.runStart(runs[run]);
                end = table.runEnd(runs[run++]);
            }
            return table.value(column, row++);
        }
    }

    /// Whether every context has one record here.
    private boolean isPlain(int found) {
        if (table.hasIterations()) return false;
        for (int i = 1; i < found; i++) if (contextOf(i - 1) == contextOf(i)) return false;
        return true;
    }

    private void addPlain(SparseRows.Builder rows, int column, int found) {
        for (int i = 0; i < found; i++) rows.add(contextOf(i), table.value(column, rowOf(i)));
    }

    private int present(int column) {
        int present = 0;
        Doubles values = table.values(column);
        for (int row = 0; row < values.size(); row++) if (!Double.isNaN(values.at(row))) present++;
        return present;
    }

    private int gather(int column, int place) {
        records.clear();
        boolean ascends = true;
        Doubles values = table.values(column);
        for (int i = firstRun[place]; i < firstRun[place + 1]; i++) {
            for (int row = table.runStart(runs[i]); row < table.runEnd(runs[i]); row++) {
                if (Double.isNaN(values.at(row))) continue;
                long record = ((long) placeOfContext[table.context(row)] << 32) | row;
                ascends &= records.isEmpty() || records.last() < record;
                records.add(record);
            }
        }
        if (!ascends) records.sort();
        return records.size();
    }

    private int contextOf(int record) {
        return (int) (records.at(record) >>> 32);
    }

    private int rowOf(int record) {
        return (int) records.at(record);
    }

    private void addCell(
            SparseRows.Builder rows,
            int column,
            Measure.Combining combining,
            int counts,
            int from,
            int to) {
        int context = contextOf(from);
        boolean iterates = table.iteration(rowOf(from)) != RecordTable.NO_ITERATION;
        if (iterates && combining == Measure.Combining.SUM) {
            int length = fillSeries(column, from, to);
            rows.addSeries(context, series, 0, length);
            return;
        }
        if (iterates)
            draft.log.note(
                    "point readings are stored for all iterations together, not for each",
                    draft.measured().get(column).name());
        rows.add(
                context,
                to - from == 1
                        ? table.value(column, rowOf(from))
                        : combined(column, combining, counts, from, to));
    }

    private int fillSeries(int column, int from, int to) {
        int length = 0;
        for (int i = from; i < to; i++)
            length = Math.max(length, (int) table.iteration(rowOf(i)) + 1);
        if (series.length < length) series = new double[length * 2];
        Arrays.fill(series, 0, length, Double.NaN);
        Doubles values = table.values(column);
        for (int i = from; i < to; i++) {
            int at = (int) table.iteration(rowOf(i));
            double value = values.at(rowOf(i));
            series[at] = Double.isNaN(series[at]) ? value : series[at] + value;
        }
        return length;
    }

    private double combined(int column, Measure.Combining combining, int counts, int from, int to) {
        double first = table.value(column, rowOf(from));
        double result = combining == Measure.Combining.MEAN ? 0 : first;
        double weights = 0;
        for (int i = from; i < to; i++) {
            double value = table.value(column, rowOf(i));
            double weight = counts < 0 ? 1 : weight(counts, rowOf(i));
            weights += weight;
            result =
                    switch (combining) {
                        case SUM -> i == from ? value : result + value;
                        case MIN -> Math.min(result, value);
                        case MAX -> Math.max(result, value);
                        case MEAN -> result + value * weight;
                        case FIRST -> firstOf(column, first, value);
                    };
        }
        return combining == Measure.Combining.MEAN ? result / weights : result;
    }

    private double weight(int counts, int row) {
        double count = table.value(counts, row);
        return count > 0 ? count : 1;
    }

    private double firstOf(int column, double first, double value) {
        if (first != value)
            draft.log.note(
                    "several readings at a node: only the first is stored",
                    draft.measured().get(column).name());
        return first;
    }
}
