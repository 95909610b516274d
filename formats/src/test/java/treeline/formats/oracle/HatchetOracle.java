package treeline.formats.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.testkit.TestData;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// What Hatchet reads from a dataset: nodes with their paths, places in the source and sums over
/// ranks and threads.
public final class HatchetOracle {
    private static final Offset<Double> CLOSE = within(1e-9);

    private final String dataset;
    private final List<Node> nodes;
    private int compared;

    /// `metrics` are sums over contexts.
    public record Node(
            int nid,
            List<String> path,
            List<Integer> parents,
            Map<String, Object> metrics,
            Map<String, Object> places) {

        public String name() {
            return path.getLast();
        }

        public double metric(String name) {
            Object value = metrics.get(name);
            return value instanceof Map<?, ?> statistics
                    ? (Double) java.util.Objects.requireNonNull(statistics.get("sum"))
                    : (Double) java.util.Objects.requireNonNull(value);
        }
    }

    private HatchetOracle(String dataset, List<Node> nodes) {
        this.dataset = dataset;
        this.nodes = nodes;
    }

    public static HatchetOracle of(String dataset) {
        Object file = JsonTree.read(TestData.require("../oracle/hatchet/" + dataset + ".json"));
        List<Object> all = JsonTree.list(JsonTree.map(file).get("nodes"));
        return new HatchetOracle(dataset, all.stream().map(HatchetOracle::node).toList());
    }

    private static Node node(Object value) {
        Map<String, Object> facts = JsonTree.map(value);
        return new Node(
                ((Double) facts.get("nid")).intValue(),
                JsonTree.list(facts.get("path")).stream().map(String::valueOf).toList(),
                JsonTree.list(facts.get("parents")).stream()
                        .map(nid -> ((Double) nid).intValue())
                        .toList(),
                JsonTree.map(facts.get("metrics")),
                JsonTree.map(facts.getOrDefault("attrs", Map.of())));
    }

    public List<Node> nodes() {
        return nodes;
    }

    /// Compares the sum of a metric over all contexts; where we have nothing, it must be 0. Nodes
    /// that Hatchet merges, because their names are equal, are added up on our side.
    public void compare(
            Profile profile, Metric metric, List<Integer> ours, Node expected, String column) {
        assertThat(ours).as("nodes of %s in %s", expected.path(), dataset).isNotEmpty();
        double sum = 0;
        for (int node : ours) sum += sum(profile.column(metric), node);
        assertThat(sum)
                .as("%s of %s in %s", column, expected.path(), dataset)
                .isCloseTo(expected.metric(column), CLOSE);
        compared++;
    }

    /// Compares a metric at every node that fulfils a condition, found by its path.
    public void compareByPath(
            Profile profile, Metric metric, String column, Predicate<Node> condition) {
        Map<List<String>, List<Integer>> nodesOfPath = new HashMap<>();
        for (int node = 0; node < profile.tree().size(); node++)
            nodesOfPath
                    .computeIfAbsent(profile.tree().path(node), _ -> new ArrayList<>())
                    .add(node);
        for (Node expected : nodes)
            if (condition.test(expected))
                compare(
                        profile,
                        metric,
                        nodesOfPath.getOrDefault(expected.path(), List.of()),
                        expected,
                        column);
    }

    public boolean isRepeated(Node node) {
        return nodes.stream().filter(each -> each.path().equals(node.path())).count() > 1;
    }

    public void compareSize(CallTree tree) {
        assertThat(tree.size()).as("nodes of " + dataset).isEqualTo(nodes.size());
    }

    /// Says how much was compared, and that it was not nothing.
    public void done() {
        assertThat(compared).isPositive();
        System.out.printf("%s: %d values equal Hatchet's%n", dataset, compared);
    }

    public static double sum(MetricColumn column, int node) {
        SparseRows rows = column.byNode();
        double sum = 0;
        for (int cell = rows.start(node); cell < rows.end(node); cell++) sum += rows.value(cell);
        return sum;
    }
}
