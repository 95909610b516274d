package treeline.formats.gprof2dot;

import treeline.formats.reading.CallGraphForest;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads a gprof2dot graph: nodes are functions, and their labels hold the values. Times are
/// percentages of the whole program, because gprof2dot writes nothing else.
final class DotReader {
    private static final Set<String> DEFAULTS = Set.of("graph", "node", "edge");

    private final DotTokens tokens;
    private final ReadReport.Log log = new ReadReport.Log();
    private final Map<String, DotLabel> functions = new LinkedHashMap<>();
    private final List<Call> calls = new ArrayList<>();

    private record Call(String from, String to, double share) {}

    DotReader(DotTokens tokens) {
        this.tokens = tokens;
    }

    LoadedSource read() throws IOException {
        if (tokens.isWord("strict")) tokens.next();
        if (!tokens.isWord("digraph")) throw tokens.malformed("a digraph");
        tokens.next();
        if (tokens.isName()) tokens.next();
        take("{");
        int depth = 1; // of subgraphs, whose nodes are nodes like others
        while (depth > 0) {
            if (tokens.isSign("{")) depth++;
            else if (tokens.isSign("}")) depth--;
            else if (!tokens.isSign(";")) {
                statement();
                continue;
            }
            if (depth > 0) tokens.next();
        }
        if (functions.values().stream().noneMatch(DotLabel::hasValues))
            throw tokens.malformed("nodes with shares of the time in their labels");
        return profile();
    }

    private void take(String sign) throws IOException {
        if (!tokens.isSign(sign)) throw tokens.malformed("'" + sign + "'");
        tokens.next();
    }

    private String takeName() throws IOException {
        if (!tokens.isName()) throw tokens.malformed("a name");
        String name = tokens.text();
        tokens.next();
        return name;
    }

    private void statement() throws IOException {
        boolean subgraph = tokens.isWord("subgraph");
        boolean defaults = !subgraph && DEFAULTS.stream().anyMatch(tokens::isWord);
        String name = takeName();
        if (subgraph) {
            if (tokens.isName()) tokens.next();
            return;
        }
        skipPort();
        if (tokens.isSign("=")) {
            tokens.next();
            takeName();
            return;
        }
        List<String> path = new ArrayList<>(List.of(name));
        while (tokens.isSign("->") || tokens.isSign("--")) {
            tokens.next();
            path.add(takeName());
            skipPort();
        }
        Map<String, String> attributes = attributes();
        if (defaults) return;
        if (path.size() == 1) addFunction(name, attributes);
        else addCalls(path, attributes);
    }

    private void skipPort() throws IOException {
        while (tokens.isSign(":")) {
            tokens.next();
            takeName();
        }
    }

    private Map<String, String> attributes() throws IOException {
        Map<String, String> attributes = new LinkedHashMap<>();
        while (tokens.isSign("[")) {
            tokens.next();
            while (!tokens.isSign("]")) {
                if (tokens.isSign(",") || tokens.isSign(";")) {
                    tokens.next();
                    continue;
                }
                String key = takeName();
                take("=");
                attributes.put(key, takeName());
            }
            tokens.next();
        }
        return attributes;
    }

    private void addFunction(String id, Map<String, String> attributes) {
        DotLabel label = DotLabel.of(id, attributes.getOrDefault("label", ""));
        if (!label.hasValues()) log.note("a node has no shares in its label", id);
        functions.put(id, label);
    }

    private void addCalls(List<String> path, Map<String, String> attributes) {
        double share = DotLabel.of("", attributes.getOrDefault("label", "")).inclusive();
        for (int i = 1; i < path.size(); i++)
            calls.add(new Call(path.get(i - 1), path.get(i), Double.isNaN(share) ? 0 : share));
    }

    private LoadedSource profile() {
        for (Call call : calls)
            for (String id : List.of(call.from, call.to))
                if (!functions.containsKey(id)) {
                    log.note("a function is called but not described", id);
                    functions.put(id, DotLabel.of(id, ""));
                }
        var graph = new CallGraphForest();
        Map<String, Integer> numbers = new LinkedHashMap<>();
        functions.forEach(
                (id, label) -> numbers.put(id, graph.function(frame(label), label.weight())));
        for (Call call : calls)
            graph.call(number(numbers, call.from), number(numbers, call.to), call.share);
        var builder = new ProfileBuilder();
        int[] nodes = graph.moveTo(builder, log);
        addValues(builder, nodes);
        return new LoadedSource(builder.build(), log.report());
    }

    private static int number(Map<String, Integer> numbers, String id) {
        return java.util.Objects.requireNonNull(numbers.get(id));
    }

    private static Frame frame(DotLabel label) {
        return new Frame(Frame.Kind.FUNCTION, label.name(), "", 0, label.module());
    }

    private void addValues(ProfileBuilder builder, int[] nodes) {
        int context = builder.context(Context.WHOLE);
        Unit percent = Unit.of("%");
        int all = builder.metric(new Metric("time", percent, Metric.Scope.INCLUSIVE));
        int own = builder.metric(new Metric("time", percent, Metric.Scope.EXCLUSIVE));
        int count = builder.metric(new Metric("calls", Unit.COUNT, Metric.Scope.EXCLUSIVE));
        int function = 0;
        for (DotLabel label : functions.values()) {
            int node = nodes[function++];
            if (!Double.isNaN(label.inclusive()))
                builder.add(all, context, node, label.inclusive());
            if (!Double.isNaN(label.own())) builder.add(own, context, node, label.own());
            if (!Double.isNaN(label.calls())) builder.add(count, context, node, label.calls());
        }
    }
}
