package treeline.formats.reading;

import treeline.array.Ints;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The JSON of Hatchet and Thicket: a graph of numbered nodes, and a table with one row per node
/// and context (or run). The list of inclusive columns follows the table, so the table is read in a
/// second pass.
public final class GraphDocument {
    /// The formats do not say in what unit anything is.
    public static final Unit UNKNOWN = Unit.of("?");

    private static final String INCLUSIVE_SUFFIX = " (inc)";

    /// Columns that number or place nodes rather than measure them.
    private static final Set<String> PLACES = Set.of("nid", "line", "end_line", "_hatchet_nid");

    private final MappedFile file;
    private final Map<Integer, Integer> draftOfId = new LinkedHashMap<>();
    private final List<Frame> frames = new ArrayList<>();
    private final List<int[]> children = new ArrayList<>();
    private final Set<String> indexes = new LinkedHashSet<>();
    private final Set<String> inclusive = new LinkedHashSet<>();
    private final Set<String> exclusive = new LinkedHashSet<>();
    private int[] order = new int[0];
    private int[] parent = new int[0];

    /// A section specific to one of the formats.
    public interface Section {
        void read(String name, JsonCursor json);
    }

    /// One row of the table.
    public interface RowReader {
        /// A field of the row that is not its node.
        void field(String name, JsonCursor json);

        /// The row is complete and belongs to a node.
        void row(int node, JsonCursor json);
    }

    private GraphDocument(MappedFile file) {
        this.file = file;
    }

    /// Whether the index of the table has a profile, as Thicket's has and Hatchet's has not; empty
    /// if the document has no index that can be read.
    public static Optional<Boolean> isEnsemble(Path path) throws IOException {
        try (MappedFile file = MappedFile.open(path);
                var json = new JsonCursor(file, new ReadReport.Log())) {
            while (json.nextField()) {
                if (!json.name().equals("dataframe_indices")) continue;
                json.requireArray("names");
                while (json.nextElement())
                    if (json.text("a name").equals("profile")) return Optional.of(true);
                return Optional.of(false);
            }
            return Optional.empty();
        } catch (MalformedProfileException cut) {
            return Optional.empty();
        }
    }

    /// Reads everything but the table.
    public static GraphDocument read(MappedFile file, Section others, ReadReport.Log log) {
        var document = new GraphDocument(file);
        try (var json = new JsonCursor(file, log)) {
            json.requireObject("the document");
            while (json.nextField()) document.section(json, others);
            if (document.frames.isEmpty()) throw json.malformed("a graph with nodes", "none");
            document.layOut(json, log);
        }
        return document;
    }

    private void section(JsonCursor json, Section others) {
        switch (json.name()) {
            case "graph" -> readGraph(json);
            case "dataframe" -> {} // read later, by [#rows]
            case "dataframe_indices" -> readNames(json, indexes);
            case "inclusive_metrics" -> readNames(json, inclusive);
            case "exclusive_metrics" -> readNames(json, exclusive);
            default -> others.read(json.name(), json);
        }
    }

    private static void readNames(JsonCursor json, Set<String> into) {
        json.requireArray("names");
        while (json.nextElement()) into.add(json.text("a name"));
    }

    private void readGraph(JsonCursor json) {
        json.requireArray("the graph");
        while (json.nextElement()) {
            json.requireObject("a part of the graph");
            while (json.nextField()) readNode(json);
        }
    }

    private void readNode(JsonCursor json) {
        int id = id(json.name(), json);
        Frame frame = Frame.function("node " + id);
        int[] below = new int[0];
        json.requireObject("a node");
        while (json.nextField()) {
            switch (json.name()) {
                case "data" -> frame = readFrame(json, frame.name());
                case "children" -> below = readIds(json);
            }
        }
        if (draftOfId.putIfAbsent(id, frames.size()) != null)
            throw json.malformed("a node number that is new", Integer.toString(id));
        frames.add(frame);
        children.add(below);
    }

    private static int id(String text, JsonCursor json) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException bad) {
            throw json.malformed("the number of a node", "'" + text + "'");
        }
    }

    private static int[] readIds(JsonCursor json) {
        json.requireArray("children");
        var ids = new Ints(4);
        while (json.nextElement()) ids.add(json.index("the number of a node"));
        return ids.toArray();
    }

    /// A frame from the fields `name`, `type`, `file`, `line` and `module`, in any order.
    public static Frame readFrame(JsonCursor json, String fallbackName) {
        Map<String, String> facts = json.scalars("a frame");
        String name = facts.getOrDefault("name", "");
        String line = facts.getOrDefault("line", "");
        return new Frame(
                kind(facts.getOrDefault("type", "")),
                name.isEmpty() ? fallbackName : name,
                facts.getOrDefault("file", ""),
                Math.max(0, IdNumbers.count(line)),
                facts.getOrDefault("module", ""));
    }

    private static Frame.Kind kind(String type) {
        return switch (type) {
            case "function", "None", "" -> Frame.Kind.FUNCTION;
            case "loop" -> Frame.Kind.LOOP;
            case "statement", "line" -> Frame.Kind.LINE;
            case "region" -> Frame.Kind.REGION;
            case "kernel" -> Frame.Kind.KERNEL;
            case "instruction" -> Frame.Kind.INSTRUCTION;
            case "thread" -> Frame.Kind.THREAD;
            default -> Frame.Kind.OTHER;
        };
    }

    /// Makes a forest of the graph. A node that several others call stands under the first of them;
    /// cycles that nothing leads into start at their first node.
    private void layOut(JsonCursor json, ReadReport.Log log) {
        int nodes = frames.size();
        int[] callers = new int[nodes];
        for (int[] below : children) {
            for (int i = 0; i < below.length; i++) {
                Integer draft = draftOfId.get(below[i]);
                if (draft == null)
                    throw json.malformed("children that are nodes", Integer.toString(below[i]));
                below[i] = draft;
                callers[draft]++;
            }
        }
        for (int node = 0; node < nodes; node++)
            if (callers[node] > 1)
                log.note(
                        "node has several callers; shown under the first", frames.get(node).name());
        order = new int[nodes];
        parent = new int[nodes];
        Arrays.fill(parent, UNPLACED);
        int placed = 0;
        for (int node = 0; node < nodes; node++)
            if (callers[node] == 0) placed = placeFrom(node, placed);
        for (int node = 0; node < nodes; node++)
            if (parent[node] == UNPLACED) placed = placeFrom(node, placed);
    }

    private static final int UNPLACED = -2;

    /// Places a root and what is below it, depth-first; a node is placed when it is taken from the
    /// stack, so that its parent comes before it.
    private int placeFrom(int root, int placed) {
        int count = placed;
        var stack = new ArrayList<int[]>(List.of(new int[] {root, NestedNodes.NO_PARENT}));
        while (!stack.isEmpty()) {
            int[] next = stack.removeLast();
            if (parent[next[0]] != UNPLACED) continue;
            parent[next[0]] = next[1];
            order[count++] = next[0];
            int[] below = children.get(next[0]);
            for (int i = below.length - 1; i >= 0; i--)
                if (parent[below[i]] == UNPLACED) stack.add(new int[] {below[i], next[0]});
        }
        return count;
    }

    /// The nodes in an order that has parents before children.
    public int[] order() {
        return order.clone();
    }

    public int parent(int node) {
        return parent[node];
    }

    public Frame frame(int node) {
        return frames.get(node);
    }

    public boolean hasIndex(String name) {
        return indexes.contains(name);
    }

    /// Whether a column measures something; columns that number and place nodes do not.
    public boolean isMetric(String column) {
        return !PLACES.contains(column) && !indexes.contains(column);
    }

    /// The metric of a column. What is neither inclusive nor exclusive is a point reading.
    public Metric metric(String column) {
        boolean suffixed = column.endsWith(INCLUSIVE_SUFFIX);
        String name =
                suffixed
                        ? column.substring(0, column.length() - INCLUSIVE_SUFFIX.length())
                        : column;
        Metric.Scope scope = Metric.Scope.POINT;
        if (suffixed || inclusive.contains(column)) scope = Metric.Scope.INCLUSIVE;
        else if (exclusive.contains(column)) scope = Metric.Scope.EXCLUSIVE;
        return new Metric(name.isBlank() ? "unnamed" : name, UNKNOWN, scope);
    }

    /// Walks the rows of the table.
    public void rows(RowReader reader) {
        try (var json = new JsonCursor(file, new ReadReport.Log())) { // noted in the first walk
            json.requireObject("the document");
            while (json.nextField()) {
                if (!json.name().equals("dataframe")) continue;
                json.requireArray("the dataframe");
                while (json.nextElement()) row(json, reader);
            }
        }
    }

    private void row(JsonCursor json, RowReader reader) {
        json.requireObject("a row");
        int node = -1;
        while (json.nextField()) {
            if (json.name().equals("node")) node = node(json);
            else reader.field(json.name(), json);
        }
        if (node < 0) throw json.malformed("a row with its node", "one without");
        reader.row(node, json);
    }

    private int node(JsonCursor json) {
        int id = json.index("the number of a node");
        Integer draft = draftOfId.get(id);
        if (draft == null) throw json.malformed("a node of the graph", Integer.toString(id));
        return draft;
    }
}
