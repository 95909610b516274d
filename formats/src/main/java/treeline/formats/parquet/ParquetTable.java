package treeline.formats.parquet;

import org.jspecify.annotations.Nullable;

import treeline.bytes.LittleEndianBytes;
import treeline.source.files.CompleteFile;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/// Any table as a Parquet file, for pandas, Spark and DuckDB.
///
/// ```java
/// ParquetTable.write(
///         Path.of("flat.parquet"),
///         List.of(
///                 new ParquetTable.Text("name", names::get),
///                 new ParquetTable.Real("time", row -> times[row], row -> times[row] < 0)),
///         names.size());
/// ```
public final class ParquetTable {
    /// Bounds what is in memory at once, with the length of the texts.
    private static final int ROWS_PER_GROUP = 1 << 17;

    private static final long CHARS_PER_GROUP = 1 << 24;

    private ParquetTable() {}

    /// A column that is read row by row, possibly several times. A missing value becomes null; NaN
    /// is a value.
    public sealed interface Column {
        String name();
    }

    /// A text column.
    ///
    /// @param at the text of a row; null if missing
    public record Text(String name, IntFunction<@Nullable String> at) implements Column {}

    /// A column of 64-bit integers.
    public record Whole(String name, IntToLongFunction at, IntPredicate missing)
            implements Column {}

    /// A column of doubles.
    public record Real(String name, IntToDoubleFunction at, IntPredicate missing)
            implements Column {}

    /// A boolean column.
    public record Flag(String name, IntPredicate at, IntPredicate missing) implements Column {}

    /// Writes a table; a file that is there is replaced once the new one is complete.
    public static void write(Path file, List<Column> columns, int rows) throws IOException {
        write(file, columns, rows, Map.of());
    }

    /// The same with more that is known.
    ///
    /// @param metadata of the file, beside the table
    /// @throws IllegalArgumentException where two columns have one name, or there are rows without
    ///   any column
    public static void write(
            Path file, List<Column> columns, int rows, Map<String, String> metadata)
            throws IOException {
        requireNames(columns);
        if (rows < 0 || (columns.isEmpty() && rows > 0))
            throw new IllegalArgumentException(
                    "a table of %d columns has no %d rows".formatted(columns.size(), rows));
        CompleteFile.write(file, unfinished -> write(unfinished.stream(), columns, rows, metadata));
    }

    private static void requireNames(List<Column> columns) {
        Set<String> names = new HashSet<>();
        for (Column column : columns)
            if (!names.add(column.name()))
                throw new IllegalArgumentException(
                        "two columns are called '%s'".formatted(column.name()));
    }

    private static void write(
            OutputStream out, List<Column> columns, int rows, Map<String, String> metadata)
            throws IOException {
        var output =
                new ParquetOutput("table", columns.stream().map(ParquetTable::field).toList(), out);
        for (int from = 0; from < rows; ) {
            int first = from;
            int end = groupEnd(columns, first, rows);
            output.writeGroup(end - first, column -> values(columns.get(column), first, end));
            from = end;
        }
        output.finish(metadata);
    }

    private static Field field(Column column) {
        return new Field(
                column.name(),
                switch (column) {
                    case Text _ -> Field.Type.TEXT;
                    case Whole _ -> Field.Type.LONG;
                    case Real _ -> Field.Type.REAL;
                    case Flag _ -> Field.Type.FLAG;
                },
                true);
    }

    /// One row at least, however long its texts are.
    private static int groupEnd(List<Column> columns, int from, int rows) {
        int most = (int) Math.min((long) from + ROWS_PER_GROUP, rows);
        long chars = 0;
        int end = from;
        while (end < most && chars <= CHARS_PER_GROUP) {
            for (Column column : columns)
                if (column instanceof Text text) chars += length(text.at().apply(end));
            end++;
        }
        return end;
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    private static ChunkValues values(Column column, int first, int end) {
        return switch (column) {
            case Text text -> CodedValues.of(text.at(), first, end);
            case Whole whole -> wholes(whole, first, present(whole.missing(), first, end));
            case Real real -> reals(real, first, present(real.missing(), first, end));
            case Flag flag -> flags(flag, first, present(flag.missing(), first, end));
        };
    }

    private static int[] present(IntPredicate missing, int first, int end) {
        return IntStream.range(first, end).map(row -> missing.test(row) ? 0 : 1).toArray();
    }

    private static ChunkValues reals(Real column, int first, int[] present) {
        return PlainValues.optional(
                present,
                (from, to, page) -> {
                    for (int row = from; row < to; row++)
                        if (present[row] == 1) page.f64(column.at().applyAsDouble(first + row));
                });
    }

    private static ChunkValues wholes(Whole column, int first, int[] present) {
        var bounds =
                IntStream.range(0, present.length)
                        .filter(row -> present[row] == 1)
                        .mapToLong(row -> column.at().applyAsLong(first + row))
                        .summaryStatistics();
        return PlainValues.bounded(
                present,
                (from, to, page) -> {
                    for (int row = from; row < to; row++)
                        if (present[row] == 1) page.i64(column.at().applyAsLong(first + row));
                },
                bound(bounds.getCount(), bounds.getMin()),
                bound(bounds.getCount(), bounds.getMax()));
    }

    private static Optional<byte[]> bound(long count, long value) {
        return count == 0
                ? Optional.empty()
                : Optional.of(new LittleEndianBytes().i64(value).toByteArray());
    }

    /// A bit each, the lowest first.
    private static ChunkValues flags(Flag column, int first, int[] present) {
        return PlainValues.optional(
                present,
                (from, to, page) -> {
                    int bits = 0;
                    int count = 0;
                    for (int row = from; row < to; row++) {
                        if (present[row] == 0) continue;
                        if (column.at().test(first + row)) bits |= 1 << count;
                        if (++count < Byte.SIZE) continue;
                        page.u8(bits);
                        bits = 0;
                        count = 0;
                    }
                    if (count > 0) page.u8(bits);
                });
    }
}
