package treeline.formats.arrow;

import org.jspecify.annotations.Nullable;

import treeline.bytes.LittleEndianBytes;
import treeline.formats.writing.TidyColumn;
import treeline.formats.writing.TidyTable;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/// The dictionary of a text column, determined by contexts, nodes and metrics before any row is
/// written. Texts are created when they are written, because the call paths of a deep tree would
/// exceed memory.
final class TextDictionary {
    static final int NOTHING = -1;

    private final TidyTable table;
    private final TidyColumn column;
    private final int[] codeOfKey;

    /// The first context, node or metric of each text.
    private final List<Integer> keys = new ArrayList<>();

    private long bytes;

    TextDictionary(TidyTable table, TidyColumn column) {
        this.table = table;
        this.column = column;
        codeOfKey = new int[table.keys(column)];
        if (column == TidyColumn.PATH) addPaths();
        else addTexts();
    }

    private void addTexts() {
        Map<String, Integer> known = new HashMap<>();
        for (int key = 0; key < codeOfKey.length; key++) {
            String text = table.text(column, key);
            if (text == null) {
                codeOfKey[key] = NOTHING;
                continue;
            }
            Integer there = known.putIfAbsent(text, keys.size());
            codeOfKey[key] = there == null ? keys.size() : there;
            if (there == null) add(key, utf8(text).length);
        }
    }

    /// Two paths are equal if their callers' are and their names are.
    private void addPaths() {
        record Step(int caller, String name) {}
        Map<Step, Integer> known = new HashMap<>();
        Map<String, Integer> lengths = new HashMap<>();
        List<Long> lengthOfPath = new ArrayList<>();
        for (int node = 0; node < codeOfKey.length; node++) {
            int parent = table.number(TidyColumn.PARENT, node);
            int caller = parent == TidyTable.NONE ? NOTHING : codeOfKey[parent];
            String name = TidyTable.nameInPath(String.valueOf(table.text(TidyColumn.NAME, node)));
            codeOfKey[node] = known.computeIfAbsent(new Step(caller, name), _ -> keys.size());
            if (codeOfKey[node] < keys.size()) continue;
            long own = lengths.computeIfAbsent(name, each -> utf8(each).length);
            lengthOfPath.add(caller == NOTHING ? own : lengthOfPath.get(caller) + 1 + own);
            add(node, lengthOfPath.getLast());
        }
    }

    private void add(int key, long length) {
        keys.add(key);
        bytes += length;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    int code(int key) {
        return codeOfKey[key];
    }

    int size() {
        return keys.size();
    }

    /// How long all texts are together.
    long bytes() {
        return bytes;
    }

    /// Whether places in the texts need eight bytes.
    boolean isLarge() {
        return bytes > Integer.MAX_VALUE;
    }

    void writeOffsets(OutputStream out) throws IOException {
        var offsets = new LittleEndianBytes();
        int width = isLarge() ? Long.BYTES : Integer.BYTES;
        long at = 0;
        offsets.whole(0, width);
        IntFunction<@Nullable String> texts = table.texts(column);
        for (int key : keys) {
            at += utf8(String.valueOf(texts.apply(key))).length;
            offsets.whole(at, width);
            if (offsets.size() > 1 << 16) {
                offsets.writeTo(out);
                offsets.clear();
            }
        }
        offsets.writeTo(out);
    }

    void writeTexts(OutputStream out) throws IOException {
        IntFunction<@Nullable String> texts = table.texts(column);
        for (int key : keys) out.write(utf8(String.valueOf(texts.apply(key))));
    }
}
