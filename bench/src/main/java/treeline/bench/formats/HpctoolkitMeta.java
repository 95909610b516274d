package treeline.bench.formats;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// The `meta.db` of a generated database.
final class HpctoolkitMeta {
    private static final String[] KINDS = {
        "SUMMARY", "NODE", "RANK", "THREAD", "GPUDEVICE", "GPUCONTEXT", "GPUSTREAM", "CORE"
    };
    private static final String[] SCOPES = {"point", "function", "lex_aware", "execution"};
    private static final int[] SCOPE_TYPES = {1, 3, 0, 2};
    private static final int CONTEXT_BYTES = 0x20;

    private final HpctoolkitTree tree;
    private ByteBuffer out = HpctoolkitGenerator.buffer(1 << 20);
    private int size = 0x90;

    HpctoolkitMeta(HpctoolkitTree tree) {
        this.tree = tree;
    }

    byte[] bytes() {
        out.put(0, "HPCTOOLKITmeta".getBytes(StandardCharsets.US_ASCII)).put(0x0e, (byte) 4);
        int general = section(0, 0x10);
        pointer(general, text("generated"));
        pointer(general + 8, text("generated for benchmarks"));
        writeIdNames();
        writeMetrics();
        section(4, 0);
        int modules = table(5, 2, 16);
        pointer(modules + 8, text("bin/lmp"));
        pointer(modules + 24, text("/opt/mpich/lib/libmpi.so.12"));
        int files = table(6, HpctoolkitTree.FILES, 16);
        for (int i = 0; i < HpctoolkitTree.FILES; i++)
            pointer(files + 16 * i + 8, text("src/module%02d/part%03d.cpp".formatted(i % 20, i)));
        int functions = table(7, HpctoolkitTree.FUNCTIONS, 40);
        for (int i = 0; i < HpctoolkitTree.FUNCTIONS; i++) {
            pointer(functions + 40 * i, text(HpctoolkitNames.of(i)));
            pointer(functions + 40 * i + 8, modules + (HpctoolkitNames.isOfMpi(i) ? 16 : 0));
            pointer(functions + 40 * i + 24, files + 16 * (i % HpctoolkitTree.FILES));
        }
        writeTree(files, functions);
        int footer = room(8, 1);
        out.put(footer, "_meta.db".getBytes(StandardCharsets.US_ASCII));
        byte[] bytes = new byte[size];
        out.get(0, bytes);
        return bytes;
    }

    private int room(int bytes, int alignment) {
        int start = (size + alignment - 1) / alignment * alignment;
        if (start + bytes > out.capacity()) {
            ByteBuffer more =
                    HpctoolkitGenerator.buffer(Math.max(start + bytes, 2 * out.capacity()));
            more.put(0, out, 0, size);
            out = more;
        }
        size = start + bytes;
        return start;
    }

    private void pointer(int at, long to) {
        out.putLong(at, to);
    }

    private int text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int at = room(bytes.length + 1, 1);
        out.put(at, bytes);
        return at;
    }

    private int section(int index, int bytes) {
        int at = room(bytes, 8);
        out.putLong(0x10 + 16 * index, bytes).putLong(0x18 + 16 * index, at);
        return at;
    }

    private int table(int section, int count, int elementBytes) {
        int header = section(section, 0x0e);
        int array = room(count * elementBytes, 8);
        out.putLong(header, array)
                .putInt(header + 8, count)
                .putShort(header + 12, (short) elementBytes);
        return array;
    }

    private void writeIdNames() {
        int header = section(1, 9);
        int array = room(8 * KINDS.length, 8);
        out.putLong(header, array).put(header + 8, (byte) KINDS.length);
        for (int i = 0; i < KINDS.length; i++) pointer(array + 8 * i, text(KINDS[i]));
    }

    private void writeMetrics() {
        int header = section(2, 0x1b);
        int scopes = room(16 * SCOPES.length, 8);
        int metric = room(32, 8);
        int instances = room(16 * SCOPES.length, 8);
        int summaries = room(24 * SCOPES.length, 8);
        int formula = text("$$");
        for (int i = 0; i < SCOPES.length; i++) {
            pointer(scopes + 16 * i, text(SCOPES[i]));
            out.put(scopes + 16 * i + 8, (byte) SCOPE_TYPES[i])
                    .put(scopes + 16 * i + 9, (byte) (i == 1 ? 0 : 255));
            pointer(instances + 16 * i, scopes + 16 * i);
            out.putShort(instances + 16 * i + 8, (short) i);
            pointer(summaries + 24 * i, scopes + 16 * i);
            pointer(summaries + 24 * i + 8, formula);
            out.putShort(summaries + 24 * i + 18, (short) i);
        }
        pointer(metric, text("CPUTIME (sec)"));
        pointer(metric + 8, instances);
        pointer(metric + 16, summaries);
        out.putShort(metric + 24, (short) SCOPES.length)
                .putShort(metric + 26, (short) SCOPES.length);
        out.putLong(header, metric).putInt(header + 8, 1);
        out.put(header + 12, (byte) 32).put(header + 13, (byte) 16).put(header + 14, (byte) 24);
        out.putLong(header + 16, scopes)
                .putShort(header + 24, (short) SCOPES.length)
                .put(header + 26, (byte) 16);
    }

    /// The children of a node lie together, so a first pass gives every list its place.
    private void writeTree(int files, int functions) {
        int[] listBytes = new int[tree.nodes];
        for (int node = 1; node < tree.nodes; node++) listBytes[tree.parent[node]] += bytesOf(node);
        int header = section(3, 0x0b);
        int entry = room(32, 8);
        out.putLong(header, entry).putShort(header + 8, (short) 1).put(header + 10, (byte) 32);
        pointer(entry + 0x18, text("main thread"));
        out.putShort(entry + 0x14, (short) 1);
        int[] listAt = new int[tree.nodes];
        for (int node = 0; node < tree.nodes; node++)
            if (listBytes[node] > 0) listAt[node] = room(listBytes[node], 8);
        int[] next = listAt.clone();
        for (int node = 0; node < tree.nodes; node++) {
            int at = node == 0 ? entry : next[tree.parent[node]];
            if (node > 0) {
                next[tree.parent[node]] += bytesOf(node);
                writeContext(at, node, files, functions);
            }
            out.putInt(at + 0x10, tree.context[node]);
            if (listBytes[node] > 0) out.putLong(at, listBytes[node]).putLong(at + 8, listAt[node]);
        }
    }

    private int bytesOf(int node) {
        return CONTEXT_BYTES + (tree.isFunction(node) ? 8 : 16);
    }

    private void writeContext(int at, int node, int files, int functions) {
        int name = tree.name[node];
        out.put(at + 0x17, (byte) ((bytesOf(node) - CONTEXT_BYTES) / 8));
        if (tree.isFunction(node)) {
            out.put(at + 0x14, (byte) 1).put(at + 0x15, tree.kind[node]);
            out.putLong(at + 0x20, functions + 40L * name);
            return;
        }
        out.put(at + 0x14, (byte) 2).putShort(at + 0x18, (short) 1);
        out.put(at + 0x16, (byte) (tree.kind[node] == HpctoolkitTree.LOOP ? 1 : 2));
        out.putLong(at + 0x20, files + 16L * (name % HpctoolkitTree.FILES));
        out.putInt(at + 0x28, 1 + name / HpctoolkitTree.FILES);
    }
}
