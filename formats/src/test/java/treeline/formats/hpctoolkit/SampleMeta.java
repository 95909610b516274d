package treeline.formats.hpctoolkit;

import treeline.formats.hpctoolkit.SampleDatabase.Node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Writes the `meta.db` of a [SampleDatabase]: one module `/bin/app`, functions in `main.c`.
final class SampleMeta {
    private static final int[] SCOPE_TYPES = {1, 3, 0, 2};
    private static final int[] SCOPE_BITS = {255, 0, 255, 255};

    private final SampleDatabase sample;
    private final SampleBytes out = SampleDatabase.file("meta", 8);
    private final Map<String, Integer> functions = new HashMap<>();
    private final Map<String, Integer> files = new HashMap<>();
    private int module;

    SampleMeta(SampleDatabase sample) {
        this.sample = sample;
    }

    byte[] bytes() {
        int general = SampleDatabase.section(out, 0, 0x10);
        out.u64(general, out.text("app")).u64(general + 8, out.text("TODO"));
        writeIdNames();
        writeMetrics();
        SampleDatabase.section(out, 4, 0);
        writeTables();
        writeTree();
        return out.ascii(out.size(), "_meta.db").toArray();
    }

    private void writeIdNames() {
        String[] names = {
            "SUMMARY", "NODE", "RANK", "THREAD", "GPUDEVICE", "GPUCONTEXT", "GPUSTREAM", "CORE"
        };
        int header = SampleDatabase.section(out, 1, 9);
        int array = out.room(8 * names.length, 8);
        out.u64(header, array).u8(header + 8, names.length);
        for (int i = 0; i < names.length; i++) out.u64(array + 8 * i, out.text(names[i]));
    }

    private void writeMetrics() {
        int header = SampleDatabase.section(out, 2, 0x1b);
        int scopes = out.room(16 * SCOPE_TYPES.length, 8);
        for (int i = 0; i < SCOPE_TYPES.length; i++) {
            out.u64(scopes + 16 * i, out.text(SampleDatabase.SCOPES.get(i)));
            out.u8(scopes + 16 * i + 8, SCOPE_TYPES[i]).u8(scopes + 16 * i + 9, SCOPE_BITS[i]);
        }
        int metrics = out.room(32 * sample.metrics.size(), 8);
        out.u64(header, metrics).u32(header + 8, sample.metrics.size());
        out.u8(header + 0x0c, 32).u8(header + 0x0d, 16).u8(header + 0x0e, 24);
        out.u64(header + 0x10, scopes).u16(header + 0x18, 4).u8(header + 0x1a, 16);
        for (int i = 0; i < sample.metrics.size(); i++) writeMetric(metrics + 32 * i, i, scopes);
    }

    private void writeMetric(int at, int metric, int scopes) {
        int count = SCOPE_TYPES.length;
        int statistics = sample.statistics.size();
        int instances = out.room(16 * count, 8);
        int summaries = out.room(24 * count * statistics, 8);
        out.u64(at, out.text(sample.metrics.get(metric)));
        out.u64(at + 8, instances).u64(at + 16, summaries);
        out.u16(at + 24, count).u16(at + 26, count * statistics);
        for (int scope = 0; scope < count; scope++) {
            int id = metric * count + scope;
            out.u64(instances + 16 * scope, scopes + 16 * scope)
                    .u16(instances + 16 * scope + 8, id);
            for (int i = 0; i < statistics; i++) {
                int summary = summaries + 24 * (i * count + scope);
                out.u64(summary, scopes + 16 * scope);
                out.u64(summary + 8, out.text(sample.statistics.get(i).getKey()));
                out.u8(summary + 16, sample.statistics.get(i).getValue());
                out.u16(summary + 18, sample.statisticId(id, i));
            }
        }
    }

    private void writeTables() {
        int modules = table(5, List.of("/bin/app"), 16);
        module = modules;
        List<String> names = sample.distinct(node -> isSource(node) ? file(node) : "");
        int fileArray = table(6, names, 16);
        for (int i = 0; i < names.size(); i++) files.put(names.get(i), fileArray + 16 * i);
        List<String> called =
                sample.distinct(node -> isFunction(node) ? SampleDatabase.words(node).get(1) : "");
        int functionArray = table(7, called, 40);
        for (int i = 0; i < called.size(); i++) {
            int at = functionArray + 40 * i;
            functions.put(called.get(i), at);
            out.u64(at, out.text(called.get(i)));
            out.u64(at + 8, called.get(i).startsWith("<") ? 0 : module);
        }
    }

    private int table(int section, List<String> paths, int elementBytes) {
        int header = SampleDatabase.section(out, section, 0x0e);
        int array = out.room(elementBytes * paths.size(), 8);
        out.u64(header, array).u32(header + 8, paths.size()).u16(header + 12, elementBytes);
        for (int i = 0; i < paths.size() && elementBytes == 16; i++)
            out.u64(array + 16 * i + 8, out.text(paths.get(i)));
        return array;
    }

    private static boolean isFunction(Node node) {
        return node.what().startsWith("function") || node.what().startsWith("inlined");
    }

    private static boolean isSource(Node node) {
        return node.what().startsWith("line") || node.what().startsWith("loop");
    }

    private static String file(Node node) {
        return SampleDatabase.words(node).get(1).split(":")[0];
    }

    private void writeTree() {
        int header = SampleDatabase.section(out, 3, 0x0b);
        int entries = out.room(32 * sample.roots.size(), 8);
        out.u64(header, entries).u16(header + 8, sample.roots.size()).u8(header + 10, 32);
        for (int i = 0; i < sample.roots.size(); i++) {
            Node root = sample.roots.get(i);
            int at = entries + 32 * i;
            out.u32(at + 0x10, root.id()).u16(at + 0x14, 1);
            out.u64(at + 0x18, out.text(SampleDatabase.words(root).get(1)));
            writeChildren(at, root);
        }
    }

    /// A node whose record is written and whose children are not.
    private record Written(int at, Node node) {}

    /// Depth first with a stack of its own, because trees are deeper than the stack of a thread.
    private void writeChildren(int root, Node node) {
        Deque<Written> open = new ArrayDeque<>();
        open.push(new Written(root, node));
        while (!open.isEmpty()) {
            Written parent = open.pop();
            List<Written> children = writeChildrenOf(parent);
            for (Written child : children.reversed()) open.push(child);
        }
    }

    private List<Written> writeChildrenOf(Written parent) {
        List<Node> children =
                parent.node.children().stream().filter(each -> !each.isHidden()).toList();
        if (children.isEmpty()) return List.of();
        int bytes = children.stream().mapToInt(SampleMeta::recordBytes).sum();
        int at = out.room(bytes, 8);
        out.u64(parent.at, bytes).u64(parent.at + 8, at);
        List<Written> written = new ArrayList<>();
        for (Node child : children) {
            writeContext(at, child);
            written.add(new Written(at, child));
            at += recordBytes(child);
        }
        return written;
    }

    private static int recordBytes(Node node) {
        return 0x20 + (isFunction(node) ? 8 : 16);
    }

    private void writeContext(int at, Node node) {
        String kind = SampleDatabase.words(node).get(0);
        String name = SampleDatabase.words(node).get(1);
        out.u32(at + 0x10, node.id());
        out.u8(at + 0x15, kind.equals("function") ? 1 : kind.equals("inlined") ? 2 : 0);
        out.u16(at + 0x18, node.isLexical() ? 1 : 0);
        out.u8(at + 0x17, (recordBytes(node) - 0x20) / 8);
        switch (kind) {
            case "function", "inlined" ->
                    out.u8(at + 0x14, 1).u64(at + 0x20, functions.getOrDefault(name, 0));
            case "instruction" ->
                    out.u8(at + 0x14, 4)
                            .u8(at + 0x16, 3)
                            .u64(at + 0x20, module)
                            .u64(at + 0x28, Long.decode(name));
            default ->
                    out.u8(at + 0x14, 2)
                            .u8(at + 0x16, kind.equals("loop") ? 1 : 2)
                            .u64(at + 0x20, files.getOrDefault(file(node), 0))
                            .u32(at + 0x28, Integer.parseInt(name.split(":")[1]));
        }
    }
}
