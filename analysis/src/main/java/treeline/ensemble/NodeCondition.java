package treeline.ensemble;

import treeline.ensemble.metadata.ConditionParser;
import treeline.ensemble.metadata.ConditionParser.Subject;
import treeline.ensemble.metadata.RunFilter;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/// A condition on node statistics over runs, such as `std(time) > 0.1 and mean(Avg time/rank) >=
/// 5`. The syntax is that of [RunFilter], with statistics of metrics in place of metadata;
/// [Statistic#named] lists them. Values are in the unit of the metric.
///
/// A node that lacks the statistic, such as the standard deviation of one run, matches no
/// comparison.
public final class NodeCondition {
    private final String text;
    private final RunFilter.Node condition;
    private final List<String> statistics;

    private NodeCondition(String text, RunFilter.Node condition, List<String> statistics) {
        this.text = text;
        this.condition = condition;
        this.statistics = List.copyOf(statistics);
    }

    /// Reads a condition; which metrics there are is only known when it meets an ensemble.
    ///
    /// @throws IllegalArgumentException with the place in the text and what was expected there
    public static NodeCondition parse(String text) {
        var parser = new ConditionParser(text, Subject.STATISTIC);
        RunFilter.Node condition = parser.parse();
        return new NodeCondition(text, condition, List.copyOf(parser.columns().keySet()));
    }

    /// The nodes that fulfil it.
    ///
    /// @throws IllegalArgumentException if there is no such metric or statistic, or no such node
    public IntPredicate on(Ensemble ensemble) {
        Map<String, double[]> values = new LinkedHashMap<>();
        for (String each : statistics) values.put(each, values(ensemble, each));
        var found = new BitSet();
        for (int node = 0; node < ensemble.tree().size(); node++)
            if (RunFilter.holds(condition, at(values, node))) found.set(node);
        if (found.isEmpty())
            throw new IllegalArgumentException("no node matches '%s'".formatted(text));
        return found::get;
    }

    private static double[] values(Ensemble ensemble, String written) {
        int open = written.indexOf('(');
        Statistic statistic = Statistic.named(written.substring(0, open));
        String metric = written.substring(open + 1, written.length() - 1);
        return Statistics.values(ensemble, ensemble.metric(metric), statistic);
    }

    private static Metadata at(Map<String, double[]> values, int node) {
        Map<String, Value> known = new LinkedHashMap<>();
        values.forEach(
                (name, ofNode) -> {
                    if (!Double.isNaN(ofNode[node])) known.put(name, new Value.Real(ofNode[node]));
                });
        return Metadata.of(known);
    }

    @Override
    public String toString() {
        return text;
    }
}
