package treeline.trace;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Outline;
import treeline.model.TreeBuilder;
import treeline.source.trace.Interactions;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.testkit.FakeLine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A trace of some ranks, drawn as calls over time: one string per rank and one character per
/// second, such as
///
/// ```
/// main main/step main/halo      call paths, callers first
/// "msshsshm "                   rank 0
/// ```
///
/// A letter is the call path whose function starts with it, or that ends with it as in
/// `main/step/main=x`. A blank is no activity. Equal neighbours are one call, others return to
/// their common caller in between.
public final class DrawnCalls {
    public static final long SECOND = 1_000_000_000;

    private final TreeBuilder tree = new TreeBuilder();
    private final Map<Character, Integer> nodes = new HashMap<>(Map.of(' ', TraceLine.NO_NODE));
    private final List<Context> contexts = new ArrayList<>();
    private final List<TraceLine> lines = new ArrayList<>();

    /// @param paths call paths in depth-first order, with blanks between them
    public DrawnCalls(String paths, String... ranks) {
        for (String path : paths.split(" ")) add(path.split("/"));
        for (String rank : ranks) add(Context.ofRank(contexts.size()), rank);
    }

    /// Adds a GPU stream of rank 0.
    public DrawnCalls stream(String drawn) {
        add(new Context("", 0, Context.NONE, 7, Context.NONE), drawn);
        return this;
    }

    private void add(String[] path) {
        int node = TreeBuilder.ROOT;
        for (String function : path)
            node = tree.child(node, Frame.function(function.replaceFirst("=.$", "")));
        String last = path[path.length - 1];
        nodes.put(last.charAt(last.contains("=") ? last.length() - 1 : 0), node);
    }

    private void add(Context context, String drawn) {
        CallTree calls = tree.build();
        List<Long> samples = new ArrayList<>();
        int node = TraceLine.NO_NODE;
        for (int i = 0; i < drawn.length(); i++) {
            int next = nodes.get(drawn.charAt(i));
            if (next == node && i > 0) continue;
            List<Integer> steps =
                    context.stream() == Context.NONE ? steps(calls, node, next) : List.of(next);
            for (int step : steps) {
                samples.add(i * SECOND);
                samples.add((long) step);
            }
            node = next;
        }
        lines.add(
                FakeLine.of(
                        contexts.size(),
                        drawn.length() * SECOND,
                        samples.stream().mapToLong(Long::longValue).toArray()));
        contexts.add(context);
    }

    /// The returns from one node and the calls to another, one level at a time.
    private static List<Integer> steps(CallTree tree, int from, int to) {
        List<Integer> up = pathTo(tree, from);
        List<Integer> down = pathTo(tree, to);
        int common = 0;
        while (common < Math.min(up.size(), down.size()) && up.get(common).equals(down.get(common)))
            common++;
        List<Integer> steps = new ArrayList<>();
        for (int level = up.size() - 1; level >= common; level--)
            steps.add(level == 0 ? TraceLine.NO_NODE : up.get(level - 1));
        steps.addAll(down.subList(common, down.size()));
        return steps.isEmpty() ? List.of(to) : steps;
    }

    private static List<Integer> pathTo(CallTree tree, int node) {
        List<Integer> path = new ArrayList<>();
        for (int at = node; at != TraceLine.NO_NODE; at = tree.parent(at)) path.addFirst(at);
        return path;
    }

    public Outline outline() {
        return new Outline(tree.build(), List.of(), contexts, List.of(), List.of(), Metadata.NONE);
    }

    public Traces traces() {
        long end = lines.stream().mapToLong(TraceLine::endNanos).max().orElse(0);
        return new Traces(0, end, lines, Traces.Detail.CALLS, Interactions.NONE, List.of());
    }
}
