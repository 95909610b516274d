package treeline.formats.hpctoolkitxml;

import treeline.array.Ints;
import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Frame.Kind;
import treeline.model.Label;
import treeline.model.Metadata;

import java.util.ArrayList;
import java.util.BitSet;
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
    private final Ints parent = new Ints();
    private final Ints frame = new Ints();
    private final Ints id = new Ints();
    private final BitSet nested = new BitSet();

    /// The file around each node, so that what is nested in it finds it.
    private final List<String> fileOf = new ArrayList<>();

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
        String path =
                file.isEmpty() && isOpen() ? fileOf.get(open) : files.getOrDefault(file, file);
        nested.set(parent.size(), !element.equals("PF"));
        parent.add(open);
        id.add(nodeId);
        fileOf.add(path);
        frame.add(
                add(
                        frame(
                                element,
                                procedures.getOrDefault(name, name),
                                path,
                                line,
                                modules.getOrDefault(module, module))));
        relations.add(element.equals("PF") && isOpen() ? "call" : alien ? "inlined call" : "");
        open = parent.size() - 1;
    }

    void close() {
        open = parent.at(open);
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

    Experiment experiment(
            String version,
            List<XmlMetric> summaryMetrics,
            List<XmlMetric> threadMetrics,
            SummaryValues summary,
            Metadata metadata) {
        return new Experiment(
                version,
                CallTree.of(parent.toArray(), frame.toArray(), frames),
                Label.of(Experiment.RELATION, relations),
                id.toArray(),
                nested,
                summaryMetrics,
                threadMetrics,
                summary,
                metadata);
    }
}
