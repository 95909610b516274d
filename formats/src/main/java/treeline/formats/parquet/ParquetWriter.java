package treeline.formats.parquet;

import treeline.formats.writing.TidyColumn;
import treeline.formats.writing.TidyExporter;
import treeline.formats.writing.TidyRows;
import treeline.formats.writing.TidyTable;
import treeline.model.Metadata;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes the tidy table of a profile, as many rows at once as [TidyRows] holds.
final class ParquetWriter implements TidyExporter.Writer {
    /// Before the names of metadata: readers look for names of their own there, and believe them.
    private static final String METADATA = "run.";

    private static final List<TidyColumn> COLUMNS = Arrays.asList(TidyColumn.values());

    private final TidyTable table;
    private final TidyRows rows;
    private final ParquetOutput output;

    ParquetWriter(TidyTable table, TidyRows rows, OutputStream out) throws IOException {
        this.table = table;
        this.rows = rows;
        this.output =
                new ParquetOutput(
                        "profile", COLUMNS.stream().map(ParquetWriter::field).toList(), out);
    }

    private static Field field(TidyColumn column) {
        return new Field(
                column.title(),
                switch (column.type()) {
                    case TEXT -> Field.Type.TEXT;
                    case WHOLE -> Field.Type.INT;
                    case REAL -> Field.Type.REAL;
                },
                column.isOptional());
    }

    @Override
    public void add(int context, int metric, int node, double value) throws IOException {
        rows.add(context, metric, node, value);
        if (rows.isFull()) writeGroup();
    }

    private void writeGroup() throws IOException {
        output.writeGroup(rows.size(), column -> values(COLUMNS.get(column)));
        rows.clear();
    }

    private ChunkValues values(TidyColumn column) {
        if (column.type() != TidyColumn.Type.REAL) return CodedValues.of(table, column, rows);
        return PlainValues.required(
                rows.size(),
                (from, to, page) -> {
                    for (int row = from; row < to; row++) page.f64(rows.value(row));
                });
    }

    /// The rows that are left, and the footer.
    @Override
    public void finish(Metadata metadata) throws IOException {
        if (rows.size() > 0) writeGroup();
        Map<String, String> texts = new LinkedHashMap<>();
        Metadata ofRun = TidyTable.metadata(metadata);
        for (String key : ofRun.keys())
            texts.put(METADATA + key, ofRun.get(key).orElseThrow().toString());
        output.finish(texts);
    }
}
