package treeline.formats.oracle;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.testkit.TestData;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// One dataset as Hatchet sees it: its nodes with the means over ranks, which most of its functions
/// work on, and what these functions gave. That our readers give the same nodes and values is
/// tested where the readers are; here the analyses meet the same input, whatever nodes are called.
final class HatchetRun {
    private final Map<String, Object> facts;
    private final List<Map<String, Object>> nodes;

    private HatchetRun(Map<String, Object> facts) {
        this.facts = facts;
        this.nodes =
                JsonTree.list(facts.getOrDefault("nodes", List.of())).stream()
                        .map(JsonTree::map)
                        .toList();
    }

    static HatchetRun of(String dataset) {
        return new HatchetRun(
                JsonTree.map(
                        JsonTree.read(
                                TestData.require("../oracle/hatchet/%s.json".formatted(dataset)))));
    }

    /// What a function gave; empty where it raised or was not called.
    Map<String, Object> result(String function) {
        if (!(facts.get(function) instanceof Map<?, ?> found) || found.containsKey("error"))
            return Map.of();
        return JsonTree.map(found);
    }

    List<Map<String, Object>> results(String function) {
        if (!(facts.get(function) instanceof List<?>)) return List.of();
        return rows(facts.get(function));
    }

    static List<Map<String, Object>> rows(Object list) {
        return JsonTree.list(Objects.requireNonNull(list)).stream().map(JsonTree::map).toList();
    }

    static List<String> texts(Object list) {
        return JsonTree.list(Objects.requireNonNull(list)).stream().map(String::valueOf).toList();
    }

    static double number(Object value) {
        return value instanceof Double number ? number : Double.NaN;
    }

    /// The name of the metric that Hatchet's functions were called with.
    String primary(Scope scope) {
        return String.valueOf(
                facts.get(scope == Scope.INCLUSIVE ? "primary_inclusive" : "primary_exclusive"));
    }

    boolean has(String metric, Scope scope) {
        return texts(facts.get(scope == Scope.INCLUSIVE ? "inc_metrics" : "exc_metrics"))
                .contains(metric);
    }

    /// Whether a node has several callers: then it is a graph and no tree.
    boolean isGraph() {
        return nodes.stream().anyMatch(node -> JsonTree.list(node.get("parents")).size() > 1);
    }

    /// Whether two nodes have one path.
    boolean hasEqualSiblings() {
        return nodes.stream().map(node -> node.get("path")).distinct().count() < nodes.size();
    }

    /// Samplers see a node on some ranks only, and Hatchet knows its file if rank 0 is among them.
    boolean hasPlacesOfRank0Only() {
        return String.valueOf(facts.get("dataset")).equals("caliper-cpi-json");
    }

    static Metric metric(String name, Scope scope) {
        return new Metric(name, Unit.COUNT, scope);
    }

    /// @param withPlaces whether frames have their file and module, which Hatchet does not compare
    Profile means(boolean withPlaces) {
        var builder = new ProfileBuilder();
        int whole = builder.context(Context.WHOLE);
        Map<Object, Integer> handles = new HashMap<>();
        List<Integer> handleOf = new ArrayList<>();
        for (Map<String, Object> node : nodes) {
            List<Object> parents = JsonTree.list(node.get("parents"));
            int parent =
                    parents.isEmpty()
                            ? ProfileBuilder.ROOT
                            : handles.getOrDefault(parents.getFirst(), ProfileBuilder.ROOT);
            int handle = builder.newChild(parent, frame(node, withPlaces));
            handles.put(node.get("nid"), handle);
            handleOf.add(handle);
        }
        for (Scope scope : List.of(Scope.EXCLUSIVE, Scope.INCLUSIVE))
            for (String name :
                    texts(facts.get(scope == Scope.INCLUSIVE ? "inc_metrics" : "exc_metrics"))) {
                int metric = builder.metric(metric(name, scope));
                for (int node = 0; node < nodes.size(); node++) {
                    double mean = mean(JsonTree.map(nodes.get(node).get("metrics")).get(name));
                    if (!Double.isNaN(mean)) builder.add(metric, whole, handleOf.get(node), mean);
                }
            }
        return builder.build();
    }

    private static double mean(Object value) {
        return value instanceof Map<?, ?> ofRanks ? number(ofRanks.get("mean")) : number(value);
    }

    private static Frame frame(Map<String, Object> node, boolean withPlaces) {
        Map<String, Object> frame = JsonTree.map(node.get("frame"));
        Frame.Kind kind =
                switch (String.valueOf(frame.get("type"))) {
                    case "function" -> Frame.Kind.FUNCTION;
                    case "loop" -> Frame.Kind.LOOP;
                    case "statement" -> Frame.Kind.LINE;
                    case "region" -> Frame.Kind.REGION;
                    default -> Frame.Kind.OTHER;
                };
        String name = texts(node.get("path")).getLast();
        if (!withPlaces) return new Frame(kind, name, "", 0, "");
        return new Frame(kind, name, place(node, "file"), 0, place(node, "module"));
    }

    private static String place(Map<String, Object> node, String which) {
        Object found = JsonTree.map(node.getOrDefault("attrs", Map.of())).get(which);
        return found instanceof String text && !text.equals("null") ? text : "";
    }
}
