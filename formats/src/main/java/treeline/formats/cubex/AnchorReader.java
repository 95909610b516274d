package treeline.formats.cubex;

import treeline.array.Ints;
import treeline.formats.cubex.Anchor.CubeMetric;
import treeline.formats.cubex.Anchor.Location;
import treeline.formats.reading.XmlCursor;
import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metadata;

import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads `anchor.xml`. Open elements are kept on a stack with the texts found so far; call paths
/// are nested elements and become nodes when they open.
final class AnchorReader {
    private static final Set<String> TEXTS =
            Set.of(
                    "name",
                    "mangled_name",
                    "paradigm",
                    "role",
                    "uniq_name",
                    "dtype",
                    "uom",
                    "rank",
                    "type",
                    "class");

    /// What older versions of Cube called the parts of the system.
    private static final Map<String, String> OLD_NAMES =
            Map.of(
                    "machine", "systemtreenode",
                    "node", "systemtreenode",
                    "process", "locationgroup",
                    "thread", "location");

    private static final Set<String> HOLDERS =
            Set.of("metric", "region", "systemtreenode", "locationgroup", "location");

    private final XmlCursor xml;
    private final Deque<Holder> open = new ArrayDeque<>();
    private final Map<Integer, Integer> frameOfRegion = new HashMap<>();
    private final List<Frame> frames = new ArrayList<>();
    private final List<String> paradigms = new ArrayList<>();
    private final List<Holder> metrics = new ArrayList<>();
    private final List<Location> locations = new ArrayList<>();
    private final Map<Integer, String> parameters = new HashMap<>();
    private Metadata metadata = Metadata.NONE;
    private final Ints parent = new Ints();
    private final Ints frame = new Ints();
    private final Ints cnodeId = new Ints();
    private int node = CallTree.NO_PARENT;

    /// An open element, its attributes and the texts of its children.
    private record Holder(String element, Map<String, String> facts) {
        String fact(String name) {
            return facts.getOrDefault(name, "");
        }
    }

    private AnchorReader(XmlCursor xml) {
        this.xml = xml;
    }

    static Anchor read(String document, InputStream in) {
        return new AnchorReader(new XmlCursor(document, in)).read();
    }

    private Anchor read() {
        if (xml.next() != XmlCursor.Event.START || !xml.name().equals("cube"))
            throw xml.malformed("a <cube> element", "another");
        for (XmlCursor.Event event = xml.next();
                event != XmlCursor.Event.DONE;
                event = xml.next()) {
            if (event == XmlCursor.Event.START) start(xml.name());
            else end(xml.name());
        }
        if (parent.isEmpty()) throw xml.malformed("at least one <cnode>", "none");
        if (locations.isEmpty()) throw xml.malformed("at least one <location>", "none");
        CallTree tree = CallTree.of(parent.toArray(), frame.toArray(), frames);
        return new Anchor(
                tree,
                cnodeId.toArray(),
                labels(tree),
                metrics.stream().map(this::metric).toList(),
                locations,
                metadata);
    }

    private void start(String element) {
        String name = OLD_NAMES.getOrDefault(element, element);
        if (HOLDERS.contains(name)) open(name);
        else if (name.equals("cnode")) openCnode();
        else if (name.equals("parameter")) addParameter();
        else if (name.equals("attr")) addAttribute();
        else if (TEXTS.contains(name) && !open.isEmpty())
            open.getLast().facts.put(name, xml.text());
    }

    private void end(String element) {
        String name = OLD_NAMES.getOrDefault(element, element);
        if (name.equals("cnode")) node = parent.at(node);
        if (!HOLDERS.contains(name)) return;
        Holder ended = open.removeLast();
        switch (name) {
            case "region" -> addRegion(ended);
            case "location" -> addLocation(ended);
            default -> {}
        }
    }

    private void open(String name) {
        var holder = new Holder(name, new HashMap<>());
        for (String attribute : List.of("id", "Id", "type", "mod", "begin"))
            if (!xml.attribute(attribute).isEmpty())
                holder.facts.put("@" + attribute, xml.attribute(attribute));
        if (name.equals("metric")) metrics.add(holder);
        open.addLast(holder);
    }

    private CubeMetric metric(Holder holder) {
        return new CubeMetric(
                xml.whole(holder.fact("@id"), "the id of a metric"),
                holder.fact("uniq_name").isBlank()
                        ? "metric " + holder.fact("@id")
                        : holder.fact("uniq_name"),
                holder.fact("@type"),
                holder.fact("dtype"),
                holder.fact("uom"));
    }

    private void addRegion(Holder region) {
        int id = xml.whole(region.fact("@id"), "the id of a region");
        String name = region.fact("name").isEmpty() ? "region " + id : region.fact("name");
        int line = region.fact("@begin").isEmpty() ? 0 : xml.whole(region.fact("@begin"), "begin");
        frameOfRegion.put(id, frames.size());
        paradigms.add(region.fact("paradigm"));
        frames.add(
                new Frame(
                        kind(region.fact("paradigm"), region.fact("role")),
                        name,
                        region.fact("@mod"),
                        Math.max(line, 0),
                        ""));
    }

    private static Frame.Kind kind(String paradigm, String role) {
        if (role.contains("loop")) return Frame.Kind.LOOP;
        if (role.equals("function") || role.equals("wrapper"))
            return paradigm.equals("user") ? Frame.Kind.REGION : Frame.Kind.FUNCTION;
        return switch (paradigm) {
            case "mpi", "compiler", "shmem", "pthread", "memory", "io", "libwrap" ->
                    Frame.Kind.FUNCTION;
            case "cuda", "opencl", "hip" ->
                    role.equals("kernel") ? Frame.Kind.KERNEL : Frame.Kind.FUNCTION;
            default -> Frame.Kind.REGION;
        };
    }

    private void openCnode() {
        int region = xml.wholeAttribute("calleeId");
        Integer frameAt = frameOfRegion.get(region);
        if (frameAt == null)
            throw xml.malformed("the id of a region above as calleeId", Integer.toString(region));
        parent.add(node);
        frame.add(frameAt);
        cnodeId.add(xml.wholeAttribute("id"));
        node = parent.size() - 1;
    }

    private void addParameter() {
        if (node == CallTree.NO_PARENT) return;
        String text = xml.attribute("parkey") + "=" + xml.attribute("parvalue");
        parameters.merge(node, text, (before, more) -> before + ", " + more);
    }

    /// Attributes below the document itself describe the run; others describe parts of it.
    private void addAttribute() {
        String key = xml.attribute("key");
        if (xml.depth() == 2 && !key.isBlank())
            metadata = metadata.with(key, xml.attribute("value"));
    }

    private void addLocation(Holder location) {
        int process = 0;
        String processName = "";
        String host = "";
        for (Holder around : open) {
            if (around.element.equals("locationgroup")) {
                process = number(around);
                processName = around.fact("name");
            } else if (around.element.equals("systemtreenode")) host = around.fact("name");
        }
        String type = location.fact("type");
        boolean gpu = type.contains("gpu") || type.contains("accelerator");
        locations.add(
                new Location(
                        hostName(host),
                        process,
                        processName,
                        number(location),
                        location.fact("name"),
                        gpu));
    }

    private int number(Holder holder) {
        int rank = holder.fact("rank").isEmpty() ? 0 : xml.whole(holder.fact("rank"), "a rank");
        if (rank < 0) throw xml.malformed("a rank from 0", Integer.toString(rank));
        return rank;
    }

    /// Score-P calls nodes `node n17`.
    private static String hostName(String name) {
        return name.startsWith("node ") ? name.substring("node ".length()) : name;
    }

    private List<Label> labels(CallTree tree) {
        List<String> paradigm = new ArrayList<>();
        List<String> parameter = new ArrayList<>();
        for (int i = 0; i < tree.size(); i++) {
            paradigm.add(paradigms.get(tree.frameIndex(i)));
            parameter.add(parameters.getOrDefault(i, ""));
        }
        List<Label> labels = new ArrayList<>(List.of(Label.of("paradigm", paradigm)));
        if (!parameters.isEmpty()) labels.add(Label.of("parameter", parameter));
        return labels;
    }
}
