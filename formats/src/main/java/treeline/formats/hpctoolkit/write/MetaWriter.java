package treeline.formats.hpctoolkit.write;

import treeline.bytes.LittleEndianBytes;
import treeline.formats.hpctoolkit.files.ExportedIds;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Kind;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Metrics;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Tree;
import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metadata;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes `meta.db`, everything but the values. Sections are in the order of hpcprof.
public final class MetaWriter {
    private static final int ALIGNMENT = 8;
    private static final int HEADER_BYTES =
            HpctoolkitLayout.SECTIONS_AT + 8 * HpctoolkitLayout.SECTION_BYTES;
    private static final int TABLE_HEADER_BYTES = 0x10;
    private static final int PATH_BYTES = 16;
    private static final int FUNCTION_BYTES = 40;
    private static final int STRINGS = 4;

    // Types of scopes, and the bit of those that need none
    private static final int POINT = 1;
    private static final int TRANSITIVE = 3;
    private static final int EXECUTION = 2;
    private static final int NO_BIT = 255;

    private final LittleEndianBytes out = new LittleEndianBytes();
    private final ExportedTree tree;

    /// Where texts, modules, files and functions are.
    private final Map<String, Integer> texts = new HashMap<>();

    private final Map<String, Integer> modules = new LinkedHashMap<>();
    private final Map<String, Integer> files = new LinkedHashMap<>();
    private final Map<Frame, Integer> functions = new LinkedHashMap<>();

    public MetaWriter(ExportedTree tree) {
        this.tree = tree;
    }

    /// The bytes of the file.
    public LittleEndianBytes write(
            Metadata metadata, ExportedIds ids, List<ExportedMetric> metrics) {
        writeHeader(out, Kind.META);
        out.zeros(HEADER_BYTES - out.size());
        section(HpctoolkitLayout.GENERAL, () -> writeGeneral(metadata));
        section(HpctoolkitLayout.ID_NAMES, () -> writeIdNames(ids.kinds()));
        section(HpctoolkitLayout.METRICS, () -> writeMetrics(metrics));
        collectSymbols();
        section(STRINGS, this::writeStrings);
        section(HpctoolkitLayout.MODULES, () -> writePaths(modules));
        section(HpctoolkitLayout.FILES, () -> writePaths(files));
        section(HpctoolkitLayout.FUNCTIONS, this::writeFunctions);
        section(HpctoolkitLayout.CONTEXT_TREE, this::writeTree);
        return out.utf8(Kind.META.footer);
    }

    /// Magic, kind and version, which stand in every file.
    static void writeHeader(LittleEndianBytes out, Kind kind) {
        out.utf8(HpctoolkitLayout.MAGIC).utf8(kind.mark).u8(HpctoolkitLayout.MAJOR).u8(0);
    }

    private void section(int number, Runnable content) {
        out.align(ALIGNMENT);
        int start = out.size();
        content.run();
        int slot = HpctoolkitLayout.SECTIONS_AT + number * HpctoolkitLayout.SECTION_BYTES;
        out.putI64(slot, out.size() - (long) start);
        out.putI64(slot + Long.BYTES, start);
    }

    private void writeGeneral(Metadata metadata) {
        String title = metadata.get("program").map(Object::toString).orElse("");
        int texts = out.size() + 2 * Long.BYTES;
        byte[] first = terminated(title);
        out.i64(texts).i64(texts + (long) first.length).all(first);
        out.all(terminated(metadata.get("description").map(Object::toString).orElse("")));
    }

    /// Texts end at their first zero byte, so they hold none.
    static byte[] terminated(String text) {
        return (text.replace('\0', ' ') + '\0').getBytes(StandardCharsets.UTF_8);
    }

    private void writeIdNames(List<String> kinds) {
        int names = out.size() + 0x10;
        out.i64(names).u8(kinds.size()).align(ALIGNMENT);
        long at = names + (long) Long.BYTES * kinds.size();
        for (String kind : kinds) {
            out.i64(at);
            at += terminated(kind).length;
        }
        for (String kind : kinds) out.all(terminated(kind));
    }

    private void writeMetrics(List<ExportedMetric> metrics) {
        int scopeCount = ExportedMetric.SCOPES.size();
        int count = metrics.size();
        long first = out.size() + 0x20L;
        long instances = first + (long) Metrics.METRIC_BYTES * count;
        long summaries = instances + (long) Metrics.SCOPE_INSTANCE_BYTES * scopeCount * count;
        long scopes = summaries + (long) Metrics.SUMMARY_BYTES * scopeCount * count;
        long strings = scopes + (long) Metrics.SCOPE_BYTES * scopeCount;
        var names = new Names(strings);
        out.i64(first).i32(count);
        out.u8(Metrics.METRIC_BYTES).u8(Metrics.SCOPE_INSTANCE_BYTES).u8(Metrics.SUMMARY_BYTES);
        out.u8(0).i64(scopes).u16(scopeCount).u8(Metrics.SCOPE_BYTES).align(ALIGNMENT);
        for (int metric = 0; metric < count; metric++) {
            out.i64(names.pointer(metrics.get(metric).name()));
            out.i64(instances + (long) Metrics.SCOPE_INSTANCE_BYTES * scopeCount * metric);
            out.i64(summaries + (long) Metrics.SUMMARY_BYTES * scopeCount * metric);
            out.u16(scopeCount).u16(scopeCount).i32(0);
        }
        for (int id = 0; id < count * scopeCount; id++) out.i64(scope(scopes, id)).u16(id).zeros(6);
        for (int id = 0; id < count * scopeCount; id++)
            out.i64(scope(scopes, id)).i64(names.pointer("$$")).u8(0).u8(0).u16(id).i32(0);
        writeScope(names, "point", POINT, NO_BIT);
        writeScope(names, "function", TRANSITIVE, 0);
        writeScope(names, "execution", EXECUTION, NO_BIT);
        out.all(names.bytes);
    }

    private static long scope(long scopes, int id) {
        return scopes + (long) Metrics.SCOPE_BYTES * (id % ExportedMetric.SCOPES.size());
    }

    private void writeScope(Names names, String name, int type, int bit) {
        out.i64(names.pointer(name)).u8(type).u8(bit).zeros(6);
    }

    /// The strings at the end of a section.
    private static final class Names {
        private final long start;
        private final LittleEndianBytes bytes = new LittleEndianBytes();
        private final Map<String, Integer> known = new HashMap<>();

        Names(long start) {
            this.start = start;
        }

        long pointer(String name) {
            return start
                    + known.computeIfAbsent(
                            name,
                            _ -> {
                                int at = bytes.size();
                                bytes.all(terminated(name));
                                return at;
                            });
        }
    }

    private void collectSymbols() {
        for (Frame frame : tree.tree().frames()) {
            if (ExportedTree.lexicalType(frame) == Tree.FUNCTION) functions.putIfAbsent(frame, 0);
            if (!frame.module().isEmpty()) modules.putIfAbsent(frame.module(), 0);
            if (!frame.file().isEmpty()) files.putIfAbsent(frame.file(), 0);
        }
    }

    private void writeStrings() {
        for (Frame function : functions.keySet()) addText(function.name());
        modules.keySet().forEach(this::addText);
        files.keySet().forEach(this::addText);
        addText(ExportedTree.ADDED_ENTRY);
        for (int node = 0; node < tree.tree().size(); node++)
            if (tree.isEntry(node)) addText(tree.tree().name(node));
    }

    private void addText(String text) {
        if (texts.putIfAbsent(text, out.size()) == null) out.all(terminated(text));
    }

    private long text(String text) {
        return texts.getOrDefault(text, 0);
    }

    private void writeTableHeader(int count, int elementBytes) {
        out.i64(out.size() + (long) TABLE_HEADER_BYTES).i32(count).u16(elementBytes).u16(0);
    }

    private void writePaths(Map<String, Integer> paths) {
        writeTableHeader(paths.size(), PATH_BYTES);
        for (Map.Entry<String, Integer> path : paths.entrySet()) {
            path.setValue(out.size());
            out.i64(0).i64(text(path.getKey()));
        }
    }

    private void writeFunctions() {
        writeTableHeader(functions.size(), FUNCTION_BYTES);
        for (Map.Entry<Frame, Integer> function : functions.entrySet()) {
            function.setValue(out.size());
            Frame frame = function.getKey();
            out.i64(text(frame.name())).i64(modules.getOrDefault(frame.module(), 0)).i64(0);
            out.i64(files.getOrDefault(frame.file(), 0)).i32(frame.line()).i32(0);
        }
    }

    /// Entry points, then a list of children for every node that has some, in the order of nodes.
    private void writeTree() {
        CallTree nodes = tree.tree();
        int entries = out.size() + 0x10;
        out.i64(entries).u16(tree.entries()).u8(Tree.ENTRY_BYTES).align(ALIGNMENT);
        int[] added = childrenOfAdded();
        long[] bytes = new long[nodes.size()];
        long[] lists = new long[nodes.size()];
        long addedList = entries + (long) Tree.ENTRY_BYTES * tree.entries();
        long addedBytes = bytesOf(added);
        long at = addedList + addedBytes;
        for (int node = 0; node < lists.length; node++) {
            bytes[node] = nodes.isLeaf(node) ? 0 : bytesOf(nodes.children(node));
            lists[node] = bytes[node] == 0 ? 0 : at;
            at += bytes[node];
        }
        if (tree.hasAddedEntry())
            writeEntry(
                    addedBytes,
                    addedBytes == 0 ? 0 : addedList,
                    tree.addedEntry(),
                    ExportedTree.ADDED_ENTRY);
        for (int node = 0; node < lists.length; node++)
            if (tree.isEntry(node))
                writeEntry(bytes[node], lists[node], tree.context(node), nodes.name(node));
        for (int child : added) writeContext(child, bytes[child], lists[child]);
        for (int node = 0; node < lists.length; node++)
            if (bytes[node] > 0)
                for (int child : nodes.children(node))
                    writeContext(child, bytes[child], lists[child]);
    }

    private int[] childrenOfAdded() {
        List<Integer> children = new ArrayList<>();
        for (int root : tree.tree().children(CallTree.NO_PARENT))
            if (!tree.isEntry(root)) children.add(root);
        return children.stream().mapToInt(Integer::intValue).toArray();
    }

    private long bytesOf(int[] children) {
        long bytes = 0;
        for (int child : children)
            bytes += Tree.CONTEXT_BYTES + 8L * words(flags(tree.tree().frame(child)));
        return bytes;
    }

    private void writeEntry(long childrenBytes, long children, int id, String name) {
        int entryPoint = name.equals("main thread") ? 1 : name.equals("application thread") ? 2 : 0;
        out.i64(childrenBytes).i64(children).i32(id).u16(entryPoint).u16(0).i64(text(name));
    }

    private static int flags(Frame frame) {
        int source = frame.file().isEmpty() && frame.line() == 0 ? 0 : Tree.HAS_SOURCE;
        return switch (ExportedTree.lexicalType(frame)) {
            case Tree.FUNCTION -> Tree.HAS_FUNCTION;
            case Tree.INSTRUCTION -> source | Tree.HAS_POINT;
            default -> Tree.HAS_SOURCE | (frame.module().isEmpty() ? 0 : Tree.HAS_POINT);
        };
    }

    private static int words(int flags) {
        return ((flags & Tree.HAS_FUNCTION) == 0 ? 0 : 1)
                + ((flags & Tree.HAS_SOURCE) == 0 ? 0 : 2)
                + ((flags & Tree.HAS_POINT) == 0 ? 0 : 2);
    }

    private void writeContext(int node, long childrenBytes, long children) {
        Frame frame = tree.tree().frame(node);
        int flags = flags(frame);
        int relation = tree.relation(node);
        out.i64(childrenBytes).i64(children).i32(tree.context(node)).u8(flags).u8(relation);
        out.u8(ExportedTree.lexicalType(frame))
                .u8(words(flags))
                .u16(relation == 0 ? 1 : 0)
                .zeros(6);
        if ((flags & Tree.HAS_FUNCTION) != 0) out.i64(functions.getOrDefault(frame, 0));
        if ((flags & Tree.HAS_SOURCE) != 0)
            out.i64(files.getOrDefault(frame.file(), 0)).i32(frame.line()).i32(0);
        if ((flags & Tree.HAS_POINT) != 0)
            out.i64(modules.getOrDefault(frame.module(), 0))
                    .i64(Math.max(0, ExportedTree.offset(frame)));
    }
}
