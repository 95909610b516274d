package treeline.store.text;

import org.jspecify.annotations.Nullable;

import treeline.model.MetricColumn;
import treeline.model.Outline;
import treeline.model.SparseRows;
import treeline.source.MalformedProfileException;
import treeline.source.Slice;

import java.util.ArrayList;
import java.util.List;

/// Reads the values of a slice. A row is a node with all its contexts, so columns are made node by
/// node, in the order of the tree, and nothing is sorted.
final class ValueLoader {
    private static final int LONGEST = Integer.MAX_VALUE - 8;
    private static final int BYTES_A_NUMBER = 8;
    private static final int SLACK = 1 + NumberReader.SLACK;

    private final TextSource source;
    private final Slice slice;
    private final CellReader cells;

    /// The values of each metric of the file; null where the slice leaves the metric out.
    private final List<SparseRows.@Nullable Builder> columns = new ArrayList<>();

    private byte[] text = new byte[1 << 16];

    ValueLoader(TextSource source, Slice slice) {
        this.source = source;
        this.slice = slice;
        this.cells = new CellReader(source.notation(), source.places(), slice);
        int metrics = source.outline().metrics().size();
        for (int metric = 0; metric < metrics; metric++)
            columns.add(
                    slice.metrics().contains(metric)
                            ? new SparseRows.Builder(expectedCells() / metrics, 0)
                            : null);
    }

    /// A guess that saves most of the copies of growing: as many as the tree has room for, if the
    /// text is long enough.
    private int expectedCells() {
        long room = (long) source.outline().tree().size() * source.outline().contexts().size();
        long numbers = source.rows().bytes() / BYTES_A_NUMBER;
        return (int) Math.min(Math.min(room, numbers), LONGEST);
    }

    List<MetricColumn> columns() {
        Outline outline = source.outline();
        RowTable.ByNode rows = source.rows().byNode(outline.tree().size());
        for (int node = 0; node < outline.tree().size(); node++) {
            if (slice.nodes().contains(node))
                for (int i = rows.start()[node]; i < rows.start()[node + 1]; i++)
                    readRow(rows.order()[i]);
            for (SparseRows.Builder column : columns) if (column != null) column.endRow();
        }
        int contexts = slice.contexts().indexes(outline.contexts().size()).length;
        List<MetricColumn> built = new ArrayList<>();
        for (SparseRows.Builder column : columns)
            if (column != null) built.add(MetricColumn.ofNodes(column.build(), contexts));
        return built;
    }

    private void readRow(int row) {
        Segment segment = source.segments().get(source.rows().segment(row));
        copyText(segment, row);
        cells.start(text, source.rows(), row, segment.file().path());
        for (int metric = 0; metric < columns.size(); metric++) {
            if (metric > 0 && !cells.takes(TextForm.FIELD)) throw wrongFields();
            SparseRows.Builder column = columns.get(metric);
            if (column == null) cells.skipField();
            else cells.readField(segment.firstPlace(), column);
        }
        if (!cells.takes(TextForm.LINE_END)) throw wrongFields();
    }

    private void copyText(Segment segment, int row) {
        int length = source.rows().length(row);
        if (text.length < length + SLACK) text = new byte[(int) Math.min(length * 2L, LONGEST)];
        segment.file().copy(source.rows().from(row), text, 0, length);
        text[length] = TextForm.LINE_END;
    }

    private MalformedProfileException wrongFields() {
        return cells.malformed(
                cells.isAtFieldEnd()
                        ? "values of %d metrics".formatted(columns.size())
                        : "'|', '-', '+' or the end of the values");
    }
}
