package treeline.formats.graphviz;

import treeline.array.IndexSort;
import treeline.formats.writing.BothScopes;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Writes boxes and arrows. Boxes are identified by node number, because names repeat in a tree.
final class DotWriter {
    private static final int DARKEST = 6;

    private final CallTree tree;
    private final Writer out;
    private final Optional<Metric> metric;
    private final double[] value;
    private final double total;

    DotWriter(Profile profile, Writer out) {
        this.tree = profile.tree();
        this.out = out;
        this.metric = defaultMetric(profile);
        this.value = values(profile);
        double sum = 0;
        for (int node = 0; node < tree.size(); node = tree.subtreeEnd(node))
            if (value[node] > 0) sum += value[node];
        this.total = sum;
    }

    /// The metric that is looked at first, inclusive if it adds up.
    private static Optional<Metric> defaultMetric(Profile profile) {
        if (profile.metrics().isEmpty()) return Optional.empty();
        Metric usual = profile.outline().defaultMetric();
        return Optional.of(usual.addsUp() ? usual.in(Metric.Scope.INCLUSIVE) : usual);
    }

    static List<String> others(Profile profile) {
        Optional<Metric> usual = defaultMetric(profile);
        return profile.metrics().stream()
                .filter(each -> usual.isPresent() && !each.name().equals(usual.get().name()))
                .map(Metric::name)
                .distinct()
                .toList();
    }

    private double[] values(Profile profile) {
        double[] values = new double[tree.size()];
        Arrays.fill(values, Double.NaN);
        if (metric.isEmpty()) return values;
        SparseRows rows = new BothScopes(profile).profile().column(metric.get()).byNode();
        for (int node = 0; node < values.length; node++)
            if (rows.start(node) < rows.end(node)) values[node] = rows.value(rows.start(node));
        return values;
    }

    void write() throws IOException {
        BitSet drawn = drawn();
        out.write("digraph \"call tree\" {\n");
        out.write("  node [shape=box, style=filled, colorscheme=reds9, fillcolor=1];\n");
        for (int node = drawn.nextSetBit(0); node >= 0; node = drawn.nextSetBit(node + 1)) {
            out.write("  n%d [label=%s".formatted(node, quoted(label(node))));
            out.write(total > 0 && value[node] > 0 ? ", fillcolor=" + shade(node) : "");
            out.write("];\n");
            if (tree.parent(node) != CallTree.NO_PARENT)
                out.write("  n%d -> n%d;\n".formatted(tree.parent(node), node));
        }
        out.write("}\n");
    }

    /// All nodes or, where they are too many, the most expensive ones with their callers.
    private BitSet drawn() {
        var drawn = new BitSet();
        if (tree.size() <= DotExporter.MAX_NODES) {
            drawn.set(0, tree.size());
            return drawn;
        }
        int[] byValue =
                IndexSort.of(
                        tree.size(),
                        (node, other) -> Double.compare(expense(other), expense(node)));
        int count = 0;
        for (int node : byValue) {
            int added = 0;
            for (int at = node; at != CallTree.NO_PARENT && !drawn.get(at); at = tree.parent(at))
                added++;
            if (count + added > DotExporter.MAX_NODES) break;
            for (int at = node; at != CallTree.NO_PARENT && !drawn.get(at); at = tree.parent(at))
                drawn.set(at);
            count += added;
        }
        return drawn;
    }

    private double expense(int node) {
        return Double.isNaN(value[node]) ? Double.NEGATIVE_INFINITY : value[node];
    }

    private int shade(int node) {
        return 1 + (int) Math.round(Math.clamp(value[node] / total, 0, 1) * (DARKEST - 1));
    }

    private String label(int node) {
        String name = tree.name(node);
        if (Double.isNaN(value[node])) return name;
        String unit = metric.orElseThrow().unit().symbol();
        String number = String.format(Locale.ROOT, "%.4g", value[node]);
        String text = name + "\n" + number + (unit.isEmpty() ? "" : " " + unit);
        boolean share = metric.get().addsUp() && total > 0 && total < Double.POSITIVE_INFINITY;
        return share
                ? text + String.format(Locale.ROOT, ", %.1f %%", 100 * value[node] / total)
                : text;
    }

    /// Graphviz takes entities for what they mean, and has no place for other control characters.
    private static String quoted(String text) {
        String plain =
                text.replace("&", "&amp;")
                        .replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n");
        return '"' + plain.replaceAll("\\p{Cntrl}", " ") + '"';
    }
}
