package treeline.formats.hpctoolkitxml;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Frame.Kind;
import treeline.model.Label;
import treeline.model.Metadata;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Builds nodes from the tree's elements in document order, which is depth-first. Call sites and
/// statements have no file of their own: they use that of the enclosing scope.
final class TreeReader {
    static final String UNKNOWN_FUNCTION = "<unknown function>";

    private final Map<String, String> modules;
    private final Map<String, String> files;
    private final Map<String, String> procedures;
    private final List<Frame> frames = new ArrayList<>();
    private final Map<Frame, Integer> known = new HashMap<>();
    private final List<String> relations = new ArrayList<>();
    private int nodes;
    private int[] parent = new int[256];
    private int[] frame = new int[256];
    private int[] id = new int[256];
    private boolean[] nested = new boolean[256];

    /// The file around each node, so that what is nested in it finds it.
    private String[] fileOf = new String[256];

    private int open = CallTree.NO_PARENT;

    TreeReader(
            Map<String, String> modules,
            Map<String, String> files,
            Map<String, String> procedures) {
        this.modules = modules;
        this.files = files;
        this.procedures = procedures;
    }

    boolean isOpen() {
        return open != CallTree.NO_PARENT;
    }

    int openNode() {
        return open;
    }

    void open(
            String element,
            int nodeId,
            String name,
            String module,
            String file,
            int line,
            boolean alien) {
        if (nodes == parent.length) grow();
        String path = file.isEmpty() && isOpen() ? fileOf[open] : files.getOrDefault(file, file);
        parent[nodes] = open;
        id[nodes] = nodeId;
        nested[nodes] = !element.equals("PF");
        fileOf[nodes] = path;
        frame[nodes] =
                add(
                        frame(
                                element,
                                procedures.getOrDefault(name, name),
                                path,
                                line,
                                modules.getOrDefault(module, module)));
        relations.add(element.equals("PF") && isOpen() ? "call" : alien ? "inlined call" : "");
        open = nodes++;
    }

    void close() {
        open = parent[open];
    }

    private static Frame frame(String element, String name, String file, int line, String module) {
        String place = file.substring(file.lastIndexOf('/') + 1) + ":" + line;
        return switch (element) {
            case "L" -> new Frame(Kind.LOOP, "loop at " + place, file, line, "");
            case "C", "S" -> new Frame(Kind.LINE, place, file, line, "");
            default ->
                    new Frame(
                            name.equals("<program root>") || name.equals("<thread root>")
                                    ? Kind.THREAD
                                    : Kind.FUNCTION,
                            name.isEmpty() ? UNKNOWN_FUNCTION : name,
                            file,
                            line,
                            module);
        };
    }

    private int add(Frame each) {
        Integer index = known.putIfAbsent(each, frames.size());
        if (index != null) return index;
        frames.add(each);
        return frames.size() - 1;
    }

    private void grow() {
        parent = Arrays.copyOf(parent, 2 * nodes);
        frame = Arrays.copyOf(frame, 2 * nodes);
        id = Arrays.copyOf(id, 2 * nodes);
        nested = Arrays.copyOf(nested, 2 * nodes);
        fileOf = Arrays.copyOf(fileOf, 2 * nodes);
    }

    Experiment experiment(
            String version,
            List<XmlMetric> summaryMetrics,
            List<XmlMetric> threadMetrics,
            SummaryValues summary,
            Metadata metadata) {
        return new Experiment(
                version,
                CallTree.of(Arrays.copyOf(parent, nodes), Arrays.copyOf(frame, nodes), frames),
                Label.of(Experiment.RELATION, relations),
                Arrays.copyOf(id, nodes),
                Arrays.copyOf(nested, nodes),
                summaryMetrics,
                threadMetrics,
                summary,
                metadata);
    }
}
