package treeline.formats.parquet;

import treeline.formats.writing.LittleEndianBytes;
import treeline.formats.writing.TidyColumn;
import treeline.formats.writing.TidyRows;
import treeline.formats.writing.TidyTable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The different values of a column in a row group, and which of them each row has. Rows that have
/// nothing have no number.
final class ColumnDictionary {
    /// Longer bounds would cost more than they save.
    private static final int LONGEST_BOUND = 64;

    private static final int UNSEEN = -1;
    private static final int NOTHING = -2;

    private final LittleEndianBytes plain = new LittleEndianBytes();
    private final int[] present;
    private final int[] codes;
    private int entries;
    private int values;
    private byte[] smallest = new byte[0];
    private byte[] largest = new byte[0];

    ColumnDictionary(TidyTable table, TidyColumn column, TidyRows rows) {
        int[] codeOfKey = new int[table.keys(column)];
        Arrays.fill(codeOfKey, UNSEEN);
        Map<Object, Integer> known = new HashMap<>();
        present = new int[rows.size()];
        codes = new int[rows.size()];
        for (int row = 0; row < rows.size(); row++) {
            int key = rows.key(column, row);
            if (codeOfKey[key] == UNSEEN) codeOfKey[key] = code(table, column, key, known);
            if (codeOfKey[key] == NOTHING) continue;
            present[row] = 1;
            codes[values++] = codeOfKey[key];
        }
    }

    private int code(TidyTable table, TidyColumn column, int key, Map<Object, Integer> known) {
        if (column.type() == TidyColumn.Type.TEXT) {
            String text = table.text(column, key);
            if (text == null) return NOTHING;
            return known.computeIfAbsent(text, _ -> add(text));
        }
        int number = table.number(column, key);
        return number == TidyTable.NONE ? NOTHING : known.computeIfAbsent(number, _ -> add(number));
    }

    private int add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        plain.i32(bytes.length).all(bytes);
        return bounded(
                bytes,
                Arrays.compareUnsigned(bytes, smallest) < 0,
                Arrays.compareUnsigned(bytes, largest) > 0);
    }

    private int add(int number) {
        plain.i32(number);
        return bounded(
                new LittleEndianBytes().i32(number).toByteArray(),
                entries > 0 && number < number(smallest),
                entries > 0 && number > number(largest));
    }

    private static int number(byte[] bound) {
        int number = 0;
        for (int i = 0; i < Integer.BYTES; i++) number |= (bound[i] & 0xFF) << (Byte.SIZE * i);
        return number;
    }

    private int bounded(byte[] entry, boolean smaller, boolean larger) {
        if (smaller || entries == 0) smallest = entry;
        if (larger || entries == 0) largest = entry;
        return entries++;
    }

    int entries() {
        return entries;
    }

    /// Rows that have a value.
    int values() {
        return values;
    }

    /// The values one after the other, as Parquet's plain encoding has them.
    LittleEndianBytes plain() {
        return plain;
    }

    /// By row 1 where it has a value, else 0.
    int[] present() {
        return present;
    }

    /// The entries of those rows that have one.
    int[] codes() {
        return codes;
    }

    Optional<byte[]> smallest() {
        return bound(smallest);
    }

    Optional<byte[]> largest() {
        return bound(largest);
    }

    private Optional<byte[]> bound(byte[] entry) {
        return entries > 0 && entry.length <= LONGEST_BOUND ? Optional.of(entry) : Optional.empty();
    }
}
