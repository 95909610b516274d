package treeline.formats.hpctoolkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// A small database drawn as text, written as hpcprof would:
///
/// ```
/// 1  entry main thread
/// 4    function main
/// 2      line main.c:12
/// 7        hidden
/// 3        function solve
/// ```
///
/// Each line is a context id and what it is, nested by its indentation; functions are called,
/// `inlined f` is inlined, `hidden` is an instruction that is left out of the tree. Values are
/// tables of what was measured on each context itself, one a metric, and are propagated here:
///
/// ```
/// metric CPUTIME (sec)
/// context  rank0.thread0  rank1.thread0
/// 7                    1              2
/// ```
public final class SampleDatabase {
    static final List<String> SCOPES = List.of("point", "function", "lex_aware", "execution");
    private static final List<String> KINDS =
            List.of(
                    "SUMMARY",
                    "NODE",
                    "RANK",
                    "THREAD",
                    "GPUDEVICE",
                    "GPUCONTEXT",
                    "GPUSTREAM",
                    "CORE");

    record Node(int id, int parent, String what, List<Node> children) {
        boolean isHidden() {
            return what.equals("hidden");
        }

        /// Whether it is nested in its parent rather than called by it.
        boolean isLexical() {
            return !what.startsWith("function") && !what.startsWith("inlined");
        }
    }

    final List<Node> roots = new ArrayList<>();
    final Map<Integer, Node> nodes = new TreeMap<>();
    final List<String> metrics = new ArrayList<>();
    final List<String> profiles = new ArrayList<>();

    /// By profile, context and metric id.
    final List<Map<Integer, Map<Integer, Double>>> values = new ArrayList<>();

    /// Statistics beside the sum, as (formula, combine); only hpcprof with options writes them.
    final List<Map.Entry<String, Integer>> statistics =
            new ArrayList<>(List.of(Map.entry("$$", 0)));

    boolean withContextFile = true;
    public static final long TRACE_END = 1_010_000;

    /// Samples, a line each: the profile's number, the time and the context. None means no file.
    public String traces = "";

    public static SampleDatabase of(String tree, String... tables) {
        var sample = new SampleDatabase();
        sample.readTree(tree);
        for (String table : tables) sample.readTable(table.strip().lines().toList());
        return sample;
    }

    private void readTree(String tree) {
        Map<Integer, Node> at = new HashMap<>();
        for (String line : tree.lines().filter(text -> !text.isBlank()).toList()) {
            String id = line.strip().split("\\s+", 2)[0];
            String rest = line.substring(line.indexOf(id) + id.length());
            int indent = rest.length() - rest.stripLeading().length();
            Node parent = at.get(indent - 2);
            var node =
                    new Node(
                            Integer.parseInt(id),
                            parent == null ? 0 : parent.id,
                            rest.strip(),
                            new ArrayList<>());
            nodes.put(node.id, node);
            at.put(indent, node);
            if (parent == null) roots.add(node);
            else parent.children.add(node);
        }
    }

    private void readTable(List<String> lines) {
        int metric = metrics.size();
        metrics.add(lines.getFirst().substring("metric ".length()));
        List<String> heading = List.of(lines.get(1).strip().split("\\s+"));
        for (String line : lines.subList(2, lines.size())) {
            String[] cells = line.strip().split("\\s+");
            for (int i = 1; i < cells.length; i++) {
                int profile = profile(heading.get(i));
                if (cells[i].equals("-")) continue;
                measure(profile, Integer.parseInt(cells[0]), metric, Double.parseDouble(cells[i]));
            }
        }
    }

    private int profile(String name) {
        if (!profiles.contains(name)) {
            profiles.add(name);
            values.add(new TreeMap<>());
        }
        return profiles.indexOf(name);
    }

    /// Propagates one measurement as hpcprof does.
    private void measure(int profile, int context, int metric, double value) {
        int base = metric * SCOPES.size();
        add(profile, context, base, value);
        boolean lexical = true;
        for (int at = context; at != 0; at = node(at).parent) {
            if (lexical) {
                add(profile, at, base + 1, value);
                add(profile, at, base + 2, value);
            }
            lexical &= node(at).isLexical();
            add(profile, at, base + 3, value);
        }
        add(profile, 0, base + 3, value);
    }

    private Node node(int id) {
        Node node = nodes.get(id);
        if (node == null) throw new IllegalArgumentException("no context " + id);
        return node;
    }

    private void add(int profile, int context, int id, double value) {
        values.get(profile)
                .computeIfAbsent(context, _ -> new TreeMap<>())
                .merge(id, value, Double::sum);
    }

    public void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.write(folder.resolve("meta.db"), new SampleMeta(this).bytes());
        Files.write(folder.resolve("profile.db"), profileFile());
        if (withContextFile) Files.write(folder.resolve("cct.db"), contextFile());
        if (!traces.isEmpty()) Files.write(folder.resolve("trace.db"), traceFile());
    }

    static SampleBytes file(String kind, int sections) {
        var out = new SampleBytes();
        out.room(0x10 + 16 * sections, 8);
        return out.ascii(0, "HPCTOOLKIT" + kind).u8(0x0e, 4);
    }

    /// Says where a section is.
    static int section(SampleBytes out, int index, int length) {
        int at = out.room(length, 8);
        out.u64(0x10 + 16 * index, length).u64(0x18 + 16 * index, at);
        return at;
    }

    /// The summary under statistic ids: each statistic of each metric has a block of ids, as
    /// hpcprof numbers them.
    private Map<Integer, Map<Integer, Double>> summary() {
        Map<Integer, Map<Integer, Double>> summary = new TreeMap<>();
        for (Map<Integer, Map<Integer, Double>> profile : values)
            profile.forEach(
                    (context, cells) ->
                            cells.forEach(
                                    (id, value) -> addToSummary(summary, context, id, value)));
        return summary;
    }

    private void addToSummary(
            Map<Integer, Map<Integer, Double>> summary, int context, int id, double value) {
        for (int i = 0; i < statistics.size(); i++) {
            String formula = statistics.get(i).getKey();
            double term = formula.equals("1") ? 1 : value;
            boolean max = statistics.get(i).getValue() == 2;
            summary.computeIfAbsent(context, _ -> new TreeMap<>())
                    .merge(statisticId(id, i), term, max ? Math::max : Double::sum);
        }
    }

    int statisticId(int id, int statistic) {
        int metric = id / SCOPES.size();
        return (metric * statistics.size() + statistic) * SCOPES.size() + id % SCOPES.size();
    }

    private byte[] profileFile() {
        SampleBytes out = file("prof", 2);
        int header = section(out, 0, 0x10);
        int infos = out.room(48 * (profiles.size() + 1), 8);
        out.u64(header, infos).u32(header + 8, profiles.size() + 1).u8(header + 12, 48);
        section(out, 1, 0);
        for (int i = 0; i < profiles.size(); i++)
            out.u64(infos + 48 * (i + 1) + 0x20, tuple(out, profiles.get(i)));
        out.u32(infos + 0x28, 1);
        writeProfile(out, infos, summary());
        for (int i = 0; i < profiles.size(); i++)
            writeProfile(out, infos + 48 * (i + 1), values.get(i));
        return out.ascii(out.size(), "_prof.db").toArray();
    }

    private static int tuple(SampleBytes out, String name) {
        String[] parts = name.split("\\.");
        int at = out.room(8 + 16 * (parts.length + 1), 8);
        out.u16(at, parts.length + 1);
        out.u8(at + 8, KINDS.indexOf("NODE")).u64(at + 16, 0xa8c0_0471L);
        for (int i = 0; i < parts.length; i++) {
            String kind = parts[i].replaceAll("\\d", "").toUpperCase(Locale.ROOT);
            int number = Integer.parseInt(parts[i].replaceAll("\\D", ""));
            int id = at + 8 + 16 * (i + 1);
            out.u8(id, KINDS.indexOf(kind)).u32(id + 4, number).u64(id + 8, number);
        }
        return at;
    }

    private static void writeProfile(
            SampleBytes out, int info, Map<Integer, Map<Integer, Double>> contexts) {
        int count = contexts.values().stream().mapToInt(Map::size).sum();
        int valuesAt = out.room(10 * count, 4);
        int indexAt = out.room(12 * contexts.size(), 4);
        out.u64(info, count).u64(info + 8, valuesAt);
        out.u32(info + 0x10, contexts.size()).u64(info + 0x18, indexAt);
        int next = 0;
        int entry = indexAt;
        for (var context : contexts.entrySet()) {
            out.u32(entry, context.getKey()).u64(entry + 4, next);
            entry += 12;
            for (var cell : context.getValue().entrySet()) {
                out.u16(valuesAt + 10 * next, cell.getKey());
                out.f64(valuesAt + 10 * next + 2, cell.getValue());
                next++;
            }
        }
    }

    private byte[] contextFile() {
        SampleBytes out = file("ctxt", 1);
        int header = section(out, 0, 0x10);
        int count = nodes.keySet().stream().max(Integer::compare).orElseThrow() + 1;
        int infos = out.room(32 * count, 8);
        out.u64(header, infos).u32(header + 8, count).u8(header + 12, 32);
        for (int context = 0; context < count; context++)
            writeContext(out, infos + 32 * context, byMetric(context));
        return out.ascii(out.size(), "__ctx.db").toArray();
    }

    private Map<Integer, Map<Integer, Double>> byMetric(int context) {
        Map<Integer, Map<Integer, Double>> byMetric = new TreeMap<>();
        for (int profile = 0; profile < values.size(); profile++) {
            int index = profile + 1;
            values.get(profile)
                    .getOrDefault(context, Map.of())
                    .forEach(
                            (id, value) ->
                                    byMetric.computeIfAbsent(id, _ -> new TreeMap<>())
                                            .put(index, value));
        }
        return byMetric;
    }

    private static void writeContext(
            SampleBytes out, int info, Map<Integer, Map<Integer, Double>> byMetric) {
        int count = byMetric.values().stream().mapToInt(Map::size).sum();
        int valuesAt = out.room(12 * count, 4);
        int metricsAt = out.room(10 * byMetric.size(), 2);
        out.u64(info, count).u64(info + 8, valuesAt);
        out.u16(info + 0x10, byMetric.size()).u64(info + 0x18, metricsAt);
        int next = 0;
        int entry = metricsAt;
        for (var metric : byMetric.entrySet()) {
            out.u16(entry, metric.getKey()).u64(entry + 2, next);
            entry += 10;
            for (var cell : metric.getValue().entrySet()) {
                out.u32(valuesAt + 12 * next, cell.getKey());
                out.f64(valuesAt + 12 * next + 4, cell.getValue());
                next++;
            }
        }
    }

    private byte[] traceFile() {
        SampleBytes out = file("trce", 1);
        int header = section(out, 0, 0x20);
        int headers = out.room(24 * profiles.size(), 8);
        out.u64(header, headers).u32(header + 8, profiles.size()).u8(header + 12, 24);
        out.u64(header + 16, 1_000_000).u64(header + 24, TRACE_END);
        for (int profile = 1; profile <= profiles.size(); profile++) {
            int at = headers + 24 * (profile - 1);
            int start = out.room(0, 8);
            out.u32(at, profile).u64(at + 8, start);
            for (String line : traces.lines().skip(1).toList()) {
                String[] words = line.strip().split("\\s+");
                if (Integer.parseInt(words[0]) != profile) continue;
                int sample = out.room(12, 4);
                out.u64(sample, Long.parseLong(words[1]));
                out.u32(sample + 8, Integer.parseInt(words[2]));
            }
            out.u64(at + 16, out.size());
        }
        return out.ascii(out.size(), "trace.db").toArray();
    }

    /// Texts that the tree uses, in the order of their first use.
    List<String> distinct(java.util.function.Function<Node, String> text) {
        Map<String, String> found = new LinkedHashMap<>();
        for (Node node : nodes.values()) {
            String each = text.apply(node);
            if (!each.isEmpty()) found.put(each, each);
        }
        return List.copyOf(found.keySet());
    }

    static List<String> words(Node node) {
        return Arrays.asList(node.what.split("\\s+", 2));
    }
}
