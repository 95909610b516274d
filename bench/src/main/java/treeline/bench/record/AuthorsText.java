package treeline.bench.record;

import treeline.model.CallTree;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.Locale;
import java.util.TreeMap;

/// How many bytes the prototype of TinyProf's authors would write for the same values: a line a
/// call path (`1>2,,1,...`), in it ranks behind `|` and iterations behind `+`, each value as
/// seconds with six decimals. It loses everything below a microsecond and the number of calls.
final class AuthorsText {
    private AuthorsText() {}

    /// The length of one aggregator's file. The first has the names and a header besides.
    static long bytes(Profile part, boolean first) {
        var text = new StringBuilder();
        if (first) appendNames(text, part.tree());
        SparseRows byNode = part.column("time").byNode();
        for (int node = 0; node < part.tree().size(); node++) {
            appendPath(text, part.tree(), node);
            text.append(",,").append(hasSeries(byNode, node) ? 1 : 2).append(',');
            appendTimes(text, byNode, node);
            text.append('\n');
        }
        return text.length();
    }

    private static void appendNames(StringBuilder text, CallTree tree) {
        var codes = new TreeMap<String, Integer>();
        for (int node = 0; node < tree.size(); node++) codes.put(tree.name(node), node + 1);
        codes.forEach((name, code) -> text.append(name).append(',').append(code).append(','));
        text.append("\nid,tag,is_loop,times\n");
    }

    private static void appendPath(StringBuilder text, CallTree tree, int node) {
        if (tree.parent(node) != CallTree.NO_PARENT) {
            appendPath(text, tree, tree.parent(node));
            text.append('>');
        }
        text.append(node + 1);
    }

    private static boolean hasSeries(SparseRows byNode, int node) {
        return byNode.end(node) > byNode.start(node) && byNode.seriesLength(byNode.start(node)) > 0;
    }

    private static void appendTimes(StringBuilder text, SparseRows byNode, int node) {
        for (int cell = byNode.start(node); cell < byNode.end(node); cell++) {
            if (cell > byNode.start(node)) text.append('|');
            double[] series = byNode.series(cell);
            if (series.length == 0) appendSeconds(text, byNode.value(cell));
            for (int i = 0; i < series.length; i++) {
                if (i > 0) text.append('+');
                appendSeconds(text, series[i]);
            }
        }
    }

    private static void appendSeconds(StringBuilder text, double nanos) {
        text.append(String.format(Locale.ROOT, "%f", nanos / 1e9));
    }
}
