package treeline;

import treeline.formats.parquet.ParquetTable;
import treeline.source.files.CompleteFile;
import treeline.table.Column;
import treeline.table.FlagColumn;
import treeline.table.RealColumn;
import treeline.table.Table;
import treeline.table.TextColumn;
import treeline.table.WholeColumn;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;

/// A table written to a file in the format of its extension.
final class TableFile {
    private TableFile() {}

    static void write(Table table, Path file) throws IOException {
        String name = file.getFileName().toString();
        switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "csv" -> write(file, table::toCsv);
            case "json" -> write(file, table::toJson);
            case "parquet" ->
                    ParquetTable.write(
                            file,
                            table.columns().stream().map(TableFile::column).toList(),
                            table.rows());
            default ->
                    throw new IllegalArgumentException(
                            "%s: a table is written as .csv, .json or .parquet".formatted(file));
        }
    }

    @FunctionalInterface
    private interface Text {
        void writeTo(Writer out) throws IOException;
    }

    private static void write(Path file, Text text) throws IOException {
        CompleteFile.write(
                file,
                unfinished -> {
                    try (Writer out = unfinished.writer()) {
                        text.writeTo(out);
                    }
                });
    }

    private static ParquetTable.Column column(Column column) {
        String name = column.name();
        return switch (column) {
            case TextColumn text ->
                    new ParquetTable.Text(name, row -> text.isMissing(row) ? null : text.text(row));
            case WholeColumn whole -> new ParquetTable.Whole(name, whole::at, whole::isMissing);
            case RealColumn real -> new ParquetTable.Real(name, real::at, real::isMissing);
            case FlagColumn flag -> new ParquetTable.Flag(name, flag::at, flag::isMissing);
        };
    }
}
