package treeline.formats.tau;

import treeline.formats.tau.TauFile.Event;
import treeline.formats.tau.TauFile.Function;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Merges the files of a run. Rows named by call paths (`a => b`) form the tree; rows of single
/// functions repeat them and are used for roots only, or for everything if there are no paths.
final class TauReader {
    private static final String ARROW = "=>";
    private static final Unit MICROSECONDS = Unit.of("us");
    private static final Unit UNKNOWN = Unit.of("?");
    private static final String CALLPATH = "TAU_CALLPATH";

    private final ReadReport.Log log;
    private final TauPlace place;
    private final ProfileBuilder builder = new ProfileBuilder();
    private final TauFrames frames = new TauFrames();
    private final TauFacts facts = new TauFacts();

    /// Nodes by the names of rows, which are the same in every file.
    private final Map<String, Integer> nodeOfPath = new HashMap<>();

    private final Map<Context, Integer> contexts = new HashMap<>();
    private int rows;

    /// The metric whose files also give the counts of calls; the others repeat them.
    private String countingMetric = "";

    TauReader(ReadReport.Log log, TauPlace place) {
        this.log = log;
        this.place = place;
    }

    ProfileBuilder read(List<Path> files) throws IOException {
        for (Path path : files) {
            TauFile file = TauFile.read(path, log);
            if (countingMetric.isEmpty()) countingMetric = file.metric;
            int context = context(path, file);
            if (file.metric.equals(countingMetric)) facts.add(context, file.metadata);
            add(file, context);
        }
        if (rows == 0)
            throw MalformedProfileException.of(
                    files.getFirst().toString(), "at least one function with values", "none");
        noteAbsentRanks();
        facts.addTo(builder);
        return builder;
    }

    /// A rank without a file is in no mean, which nobody would see.
    private void noteAbsentRanks() {
        var ranks = new BitSet();
        for (Context context : contexts.keySet())
            if (context.rank() != Context.NONE) ranks.set(context.rank());
        int first = Math.max(0, ranks.nextSetBit(0));
        for (int absent = ranks.nextClearBit(first);
                absent < ranks.length();
                absent = ranks.nextClearBit(absent + 1))
            log.note("a rank without a file is missing", "rank " + absent);
    }

    private int context(Path path, TauFile file) {
        String host = file.metadata.getOrDefault("Hostname", "");
        Context context = place.contextOf(path, host);
        return contexts.computeIfAbsent(context, builder::context);
    }

    private void add(TauFile file, int context) {
        String name = file.metric.equals("TIME") ? "time" : file.metric;
        Unit unit = file.metric.contains("TIME") ? MICROSECONDS : Unit.COUNT;
        int all = builder.metric(new Metric(name, unit, Metric.Scope.INCLUSIVE));
        int own = builder.metric(new Metric(name, unit, Metric.Scope.EXCLUSIVE));
        boolean counting = file.metric.equals(countingMetric);
        Set<String> roots = roots(file);
        int root = ProfileBuilder.ROOT;
        for (Function function : file.functions) {
            boolean path = function.name().contains(ARROW);
            if (!path && !roots.contains(function.name().strip())) continue;
            int node = node(function.name());
            if (root == ProfileBuilder.ROOT && !path) root = node;
            builder.add(all, context, node, function.all()).add(own, context, node, function.own());
            if (counting) addCounts(context, node, function);
            rows++;
        }
        if (counting) addEvents(file.events, context, root);
    }

    /// Functions that no path shows below another one: single rows of the others repeat the paths.
    /// A root that calls itself stays a root. Where the file ends early, paths may be missing, and
    /// only the first functions of paths are sure to be roots.
    private static Set<String> roots(TauFile file) {
        Set<String> roots = new HashSet<>();
        Set<String> inner = new HashSet<>();
        for (Function function : file.functions) {
            String path = function.name();
            int arrow = path.indexOf(ARROW);
            String first = (arrow < 0 ? path : path.substring(0, arrow)).strip();
            if (arrow >= 0 || file.complete) roots.add(first);
            if (arrow < 0) continue;
            String last = path.substring(path.lastIndexOf(ARROW) + ARROW.length()).strip();
            if (!last.equals(first)) inner.add(last);
        }
        roots.removeAll(inner);
        return roots;
    }

    private int node(String path) {
        Integer known = nodeOfPath.get(path);
        if (known != null) return known;
        int node = ProfileBuilder.ROOT;
        for (int from = 0; from >= 0; ) {
            int arrow = path.indexOf(ARROW, from);
            String name = path.substring(from, arrow < 0 ? path.length() : arrow).strip();
            node = builder.child(node, frames.of(name));
            from = arrow < 0 ? -1 : arrow + ARROW.length();
        }
        nodeOfPath.put(path, node);
        return node;
    }

    private void addCounts(int context, int node, Function function) {
        int calls = builder.metric(new Metric("calls", Unit.COUNT, Metric.Scope.EXCLUSIVE));
        int subrs = builder.metric(new Metric("subrs", Unit.COUNT, Metric.Scope.EXCLUSIVE));
        builder.add(calls, context, node, function.calls());
        builder.add(subrs, context, node, function.subroutines());
        String group = function.group().replace(CALLPATH + "|", "").replace("|" + CALLPATH, "");
        if (!group.isBlank()) builder.label("group", node, group.strip());
    }

    /// An event of a call path (`event : a => b`) is measured at its node, others at the root.
    private void addEvents(List<Event> events, int context, int root) {
        for (Event event : events) {
            int colon = event.name().indexOf(" : ");
            int node = colon < 0 ? root : node(event.name().substring(colon + 3));
            String name = (colon < 0 ? event.name() : event.name().substring(0, colon)).strip();
            if (name.isEmpty() || node == ProfileBuilder.ROOT) {
                log.lost("a user event has no name or no node", event.name());
                continue;
            }
            Unit unit = name.startsWith("Message size") ? Unit.BYTES : UNKNOWN;
            add(name, unit, Metric.Scope.EXCLUSIVE, context, node, event.count() * event.mean());
            add(name + ".count", Unit.COUNT, Metric.Scope.EXCLUSIVE, context, node, event.count());
            add(name + ".max", unit, Metric.Scope.POINT, context, node, event.max());
            add(name + ".min", unit, Metric.Scope.POINT, context, node, event.min());
            add(name + ".sumsqr", UNKNOWN, Metric.Scope.EXCLUSIVE, context, node, event.squares());
        }
    }

    private void add(
            String name, Unit unit, Metric.Scope scope, int context, int node, double value) {
        builder.add(builder.metric(new Metric(name, unit, scope)), context, node, value);
    }
}
