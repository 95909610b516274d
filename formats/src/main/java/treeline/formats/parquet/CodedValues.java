package treeline.formats.parquet;

import org.jspecify.annotations.Nullable;

import treeline.bytes.LittleEndianBytes;
import treeline.formats.writing.TidyColumn;
import treeline.formats.writing.TidyRows;
import treeline.formats.writing.TidyTable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/// Dictionary-encoded values: the distinct values and an index per row. Missing rows have no index.
final class CodedValues implements ChunkValues {
    /// Longer bounds would cost more than they save.
    private static final int MAX_BOUND_LENGTH = 64;

    private static final int UNSEEN = -1;
    private static final int NOTHING = -2;

    private final LittleEndianBytes plain = new LittleEndianBytes();
    private final Map<Object, Integer> known = new HashMap<>();
    private final int[] present;
    private final int[] codes;
    private int entries;
    private int values;
    private int written;
    private byte[] smallest = new byte[0];
    private byte[] largest = new byte[0];

    private CodedValues(int rows) {
        present = new int[rows];
        codes = new int[rows];
    }

    /// A column that says something of contexts, nodes or metrics: it is asked once for each.
    /// Linear in the rows and in the length of their different texts.
    static CodedValues of(TidyTable table, TidyColumn column, TidyRows rows) {
        var coded = new CodedValues(rows.size());
        IntFunction<@Nullable String> texts = table.texts(column);
        int[] codeOfKey = new int[table.keys(column)];
        Arrays.fill(codeOfKey, UNSEEN);
        for (int row = 0; row < rows.size(); row++) {
            int key = rows.key(column, row);
            if (codeOfKey[key] == UNSEEN) codeOfKey[key] = coded.code(table, column, key, texts);
            coded.put(row, codeOfKey[key]);
        }
        return coded;
    }

    /// Texts by row; null where there is none.
    static CodedValues of(IntFunction<@Nullable String> texts, int from, int to) {
        var coded = new CodedValues(to - from);
        for (int row = from; row < to; row++) coded.put(row - from, coded.code(texts.apply(row)));
        return coded;
    }

    private void put(int row, int code) {
        if (code == NOTHING) return;
        present[row] = 1;
        codes[values++] = code;
    }

    private int code(
            TidyTable table, TidyColumn column, int key, IntFunction<@Nullable String> texts) {
        if (column.type() == TidyColumn.Type.TEXT) return code(texts.apply(key));
        int number = table.number(column, key);
        if (number == TidyTable.NONE) return NOTHING;
        Integer there = known.putIfAbsent(number, entries);
        return there == null ? add(number) : there;
    }

    private int code(@Nullable String text) {
        if (text == null) return NOTHING;
        Integer there = known.putIfAbsent(text, entries);
        return there == null ? add(text) : there;
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

    @Override
    public int rows() {
        return present.length;
    }

    @Override
    public int values() {
        return values;
    }

    @Override
    public int[] present() {
        return present;
    }

    @Override
    public int entries() {
        return entries;
    }

    @Override
    public LittleEndianBytes dictionary() {
        return plain;
    }

    /// A column that has nothing in any row has no numbers either.
    @Override
    public void addPage(int from, int to, LittleEndianBytes page) {
        int end = written;
        for (int row = from; row < to; row++) end += present[row];
        int bits = RleHybrid.bits(entries);
        if (entries > 0) RleHybrid.write(codes, written, end, bits, page.u8(bits));
        written = end;
    }

    @Override
    public Optional<byte[]> smallest() {
        return bound(smallest);
    }

    @Override
    public Optional<byte[]> largest() {
        return bound(largest);
    }

    private Optional<byte[]> bound(byte[] entry) {
        return entries > 0 && entry.length <= MAX_BOUND_LENGTH
                ? Optional.of(entry)
                : Optional.empty();
    }
}
