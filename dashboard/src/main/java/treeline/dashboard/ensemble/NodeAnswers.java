package treeline.dashboard.ensemble;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.http.Status;
import treeline.dashboard.runs.Kept;
import treeline.dashboard.view.ColumnFrame;
import treeline.ensemble.Ensemble;
import treeline.ensemble.RunGroup;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.ensemble.statistics.TopDown;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.list.Questions;
import treeline.table.JsonWriter;
import treeline.table.Table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The call tree of an ensemble with values by run and statistics over runs.
final class NodeAnswers {
    private static final int METRICS = 4;

    /// Further groups of top-down bars do not fit next to each other; their number is stated.
    static final int MAX_GROUPS = 12;

    private static final List<Statistic> STATISTICS =
            List.of(
                    Statistic.COUNT,
                    Statistic.MEAN,
                    Statistic.MEDIAN,
                    Statistic.STD,
                    Statistic.MIN,
                    Statistic.MAX);

    private final OpenEnsemble open;
    private final Kept<String, MetricColumn> columns = new Kept<>(METRICS);

    NodeAnswers(OpenEnsemble open) {
        this.open = open;
    }

    /// The metric of a request in the requested scope.
    static Metric metric(Ensemble ensemble, RequestParameters question) {
        String name = question.text("metric");
        Metric stored =
                ensemble.metrics().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> unknown(ensemble, name));
        return stored.addsUp() ? stored.in(question.scope()) : stored;
    }

    private static RefusedRequest unknown(Ensemble ensemble, String name) {
        List<String> names = ensemble.metrics().stream().map(Metric::name).distinct().toList();
        return new RefusedRequest(
                Status.NOT_FOUND,
                "the runs have no metric '%s'".formatted(name),
                "available: " + String.join(", ", names));
    }

    /// The shape of the tree, depth-first.
    Response tree() throws IOException {
        CallTree tree = open.all().tree();
        int nodes = tree.size();
        int[] parent = new int[nodes];
        int[] end = new int[nodes];
        int[] depth = new int[nodes];
        int[] frame = new int[nodes];
        Map<String, Integer> frames = new LinkedHashMap<>();
        for (int node = 0; node < nodes; node++) {
            parent[node] = tree.parent(node);
            end[node] = tree.subtreeEnd(node);
            depth[node] = parent[node] < 0 ? 0 : depth[parent[node]] + 1;
            frame[node] = frames.computeIfAbsent(tree.name(node), _ -> frames.size());
        }
        return new ColumnFrame()
                .whole("parent", parent)
                .whole("end", end)
                .whole("depth", depth)
                .whole("frame", frame)
                .with(json -> json.name("names").values(frames.keySet()));
    }

    /// Statistics of every node over the selected runs.
    Response statistics(RequestParameters question) throws IOException {
        Ensemble runs = open.selected(question);
        Metric metric = metric(runs, question);
        Table table = Statistics.of(runs, List.of(metric), STATISTICS);
        var frame = new ColumnFrame();
        for (int i = 0; i < STATISTICS.size(); i++) {
            var column = table.columns().get(i + 2);
            frame.real(STATISTICS.get(i).name(), reals(column));
        }
        return frame.with(
                json -> {
                    json.name("unit").value(metric.unit().symbol());
                    json.name("runs").value(runs.runs());
                });
    }

    private static double[] reals(treeline.table.Column column) {
        double[] values = new double[column.rows()];
        Arrays.setAll(values, column::number);
        return values;
    }

    /// The value of every run at one node, NaN if the run lacks it.
    Response values(RequestParameters question) throws IOException {
        Ensemble all = open.all();
        Metric metric = metric(all, question);
        int node = question.index("node", all.tree().size());
        String key = "%s %s".formatted(metric, System.identityHashCode(all));
        MetricColumn column = columns.get(key, () -> all.column(metric));
        double[] values = new double[all.runs()];
        Arrays.setAll(values, run -> column.at(run, node));
        return new ColumnFrame()
                .real("value", values)
                .with(json -> json.name("unit").value(metric.unit().symbol()));
    }

    /// Top-down shares of every node: the mean of the selected runs, or of each group of them.
    Response topDown(RequestParameters question) throws IOException {
        Ensemble runs = open.selected(question);
        List<RunGroup> all = groups(runs, question);
        List<RunGroup> groups = all.subList(0, Math.min(all.size(), MAX_GROUPS));
        var frame = new ColumnFrame();
        List<Answer> stated = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            addShares(groups.get(i), i, frame);
            stated.add(stated(groups.get(i).ensemble()));
        }
        return frame.with(
                json -> {
                    json.name("slots").array();
                    for (TopDown.Slot slot : TopDown.Slot.values()) json.value(slot.title());
                    json.end().name("omitted").value(all.size() - groups.size());
                    json.name("groups").array();
                    for (int i = 0; i < groups.size(); i++) {
                        writeNames(groups.get(i), json);
                        ClusterAnswer.writeStatements(stated.get(i), json);
                        json.end();
                    }
                    json.end();
                });
    }

    /// What `ensemble topdown` states about these runs, such as shares above 100 %.
    private Answer stated(Ensemble runs) throws IOException {
        Question question = new Questions(open::formats).named("ensemble topdown").orElseThrow();
        return question.ask(List.of("--", "runs"), open.session(runs));
    }

    /// The groups of the parameter `group`; one group of all runs without it.
    static List<RunGroup> groups(Ensemble runs, RequestParameters question) {
        return question.maybe("group")
                .map(runs::groupBy)
                .orElseGet(() -> runs.groupBy(new String[0]));
    }

    private static void writeNames(RunGroup group, JsonWriter json) {
        json.object().name("label").value(group.label());
        json.name("runs").value(group.members().size());
    }

    private static void addShares(RunGroup group, int index, ColumnFrame frame) {
        Table nodes = TopDown.of(group.ensemble()).nodes();
        int[] node = new int[nodes.rows()];
        Arrays.setAll(node, row -> (int) nodes.whole(Ensemble.NODE).at(row));
        frame.whole("node" + index, node);
        List<double[]> shares = new ArrayList<>();
        for (TopDown.Slot slot : TopDown.Slot.values())
            shares.add(reals(nodes.column(slot.title())));
        double[] inOrder = new double[node.length * shares.size()];
        for (int row = 0; row < node.length; row++)
            for (int slot = 0; slot < shares.size(); slot++)
                inOrder[row * shares.size() + slot] = shares.get(slot)[row];
        frame.real("share" + index, inOrder);
    }
}
