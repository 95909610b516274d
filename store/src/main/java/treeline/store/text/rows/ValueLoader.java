package treeline.store.text.rows;

import org.jspecify.annotations.Nullable;

import treeline.cores.Ranges;
import treeline.model.MetricColumn;
import treeline.model.Outline;
import treeline.model.SparseRows;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;

import java.util.ArrayList;
import java.util.List;

/// Reads the values of a slice. A row holds all contexts of a node, so columns are built in tree
/// order without sorting. Ranges of nodes are read on all cores, each by its own loader.
final class ValueLoader {
    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;
    private static final int BYTES_A_NUMBER = 8;
    private static final int SLACK = 1 + NumberReader.SLACK;

    private final TextSource source;
    private final Slice slice;
    private final CellReader cells;

    /// The values of each metric of the file; null where the slice leaves the metric out.
    private final List<SparseRows.@Nullable Builder> columns = new ArrayList<>();

    private byte[] text = new byte[1 << 12];

    private ValueLoader(TextSource source, Slice slice) {
        this.source = source;
        this.slice = slice;
        this.cells = new CellReader(source.notation(), source.places(), slice);
        for (int metric = 0; metric < source.outline().metrics().size(); metric++)
            columns.add(slice.metrics().contains(metric) ? new SparseRows.Builder() : null);
    }

    static List<MetricColumn> columns(TextSource source, Slice slice) {
        Outline outline = source.outline();
        int nodes = outline.tree().size();
        RowTable.ByNode rows = source.rows().byNode(nodes);
        int metrics = slice.metrics().indexes(outline.metrics().size()).length;
        long expected = expectedCells(source);
        List<SparseRows.Builder> all = new ArrayList<>();
        for (int i = 0; i < metrics; i++)
            all.add(new SparseRows.Builder((int) (expected / outline.metrics().size()), 0));
        Ranges.inWaves(
                nodes,
                expected,
                (from, to) -> new ValueLoader(source, slice).read(rows, from, to),
                parts -> {
                    for (int i = 0; i < metrics; i++) {
                        int metric = i;
                        all.get(i).addRows(parts.stream().map(part -> part.get(metric)).toList());
                    }
                });
        int contexts = slice.contexts().indexes(outline.contexts().size()).length;
        return all.stream().map(each -> MetricColumn.ofNodes(each.build(), contexts)).toList();
    }

    /// A guess that saves most of the copies of growing: as many as the tree has room for, if the
    /// text is long enough.
    private static long expectedCells(TextSource source) {
        long room = (long) source.outline().tree().size() * source.outline().contexts().size();
        long numbers = source.rows().bytes() / BYTES_A_NUMBER;
        return Math.min(Math.min(room, numbers), MAX_LENGTH);
    }

    private List<SparseRows> read(RowTable.ByNode rows, int from, int to) {
        for (int node = from; node < to; node++) {
            if (slice.nodes().contains(node))
                for (int i = rows.start()[node]; i < rows.start()[node + 1]; i++)
                    readRow(rows.order()[i]);
            for (SparseRows.Builder column : columns) if (column != null) column.endRow();
        }
        List<SparseRows> read = new ArrayList<>();
        for (SparseRows.Builder column : columns) if (column != null) read.add(column.build());
        return read;
    }

    private void readRow(int row) {
        RowSegment segment = source.segments().get(source.rows().segment(row));
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

    private void copyText(RowSegment segment, int row) {
        int length = source.rows().length(row);
        if (text.length < length + SLACK) text = new byte[(int) Math.min(length * 2L, MAX_LENGTH)];
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
