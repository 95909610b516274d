package treeline.dashboard.view;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRun;
import treeline.dashboard.runs.OpenRuns;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Label;
import treeline.model.Metric.Scope;
import treeline.numbers.Locations;
import treeline.numbers.Moments;
import treeline.numbers.NodeTotals;
import treeline.numbers.Numbers;
import treeline.numbers.Population;
import treeline.numbers.Sample;
import treeline.source.Selection;
import treeline.table.JsonWriter;
import treeline.view.NodeHistograms;
import treeline.view.NodeMeasures;
import treeline.view.RankValues;
import treeline.view.TreeArrays;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Answers for the call tree and the rank view: rows, values, imbalance, values by rank.
public final class TreeAnswers {
    public static final int MAX_SPARKS = 500;
    public static final int MAX_SUMMED_NODES = 100_000;

    private final OpenRuns runs;

    public TreeAnswers(OpenRuns runs) {
        this.runs = runs;
    }

    private OpenRun run(RequestParameters question) {
        return runs.run(question, "run");
    }

    public Response ranks(RequestParameters question) throws IOException {
        return ranks(question, nodes(question, MAX_SUMMED_NODES));
    }

    /// Values by rank of more nodes than an address holds.
    ///
    /// @param body node numbers as i32, little-endian
    public Response ranks(RequestParameters question, byte[] body) throws IOException {
        int size = run(question).outline().tree().size();
        int count = body.length / Integer.BYTES;
        if (body.length % Integer.BYTES != 0)
            throw RefusedRequest.wrong(
                    "expected 4 bytes per node in a list of nodes, found %d bytes"
                            .formatted(body.length));
        if (count > MAX_SUMMED_NODES) throw RequestParameters.tooMany(count, MAX_SUMMED_NODES);
        int[] nodes = new int[count];
        ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(nodes);
        for (int node : nodes)
            if (node < 0 || node >= size)
                throw RefusedRequest.wrong(
                        "node %d is not one of the %d nodes".formatted(node, size));
        return ranks(question, distinct(nodes));
    }

    private static int top(OpenRun run, RequestParameters question) {
        return question.maybe("root").isEmpty()
                ? TreeArrays.WHOLE_FOREST
                : question.index("root", run.outline().tree().size());
    }

    private int[] nodes(RequestParameters question, int most) {
        return distinct(question.nodes(run(question).outline().tree().size(), most));
    }

    private static int[] distinct(int[] nodes) {
        return Arrays.stream(nodes).distinct().toArray();
    }

    public static Response tree(OpenRun run, RequestParameters question) throws IOException {
        int top = top(run, question);
        TreeArrays rows = run.rows(top);
        var names = new FrameNames(rows);
        CallTree tree = rows.tree();
        return new ColumnFrame()
                .whole("node", rows.node())
                .whole("parent", rows.parent())
                .whole("frame", names.ofRow())
                .whole("hidden", rows.hidden())
                .with(
                        json -> {
                            names.write(json);
                            labels(json, run.outline().labels(), rows);
                            json.name("total")
                                    .value(
                                            top == TreeArrays.WHOLE_FOREST
                                                    ? tree.size()
                                                    : tree.subtreeEnd(top) - top);
                        });
    }

    private static void labels(JsonWriter json, List<Label> labels, TreeArrays rows) {
        json.name("labels").object();
        for (Label label : labels) {
            Map<String, Integer> index = new HashMap<>();
            json.name(label.name()).object().name("values").array();
            for (String value : label.values()) {
                json.value(value);
                index.put(value, value.isEmpty() ? -1 : index.size());
            }
            json.end().name("of").array();
            for (int node : rows.node().toArray())
                json.value(index.getOrDefault(label.at(node), -1));
            json.end().end();
        }
        json.end();
    }

    /// Of the contexts and the iterations that are asked for.
    public static Numbers values(OpenRun run, RequestParameters question, String metric)
            throws IOException {
        Optional<Numbers> within = within(run, question, metric);
        if (within.isPresent()) return within.get();
        Selection contexts = question.contexts(run.outline().contexts().size());
        return run.values(metric, contexts, question.maybe("contexts").orElse(""));
    }

    /// Empty where no iterations are asked for, or where no loop kept its own: then the values are
    /// of all iterations, and the answer says so.
    private static Optional<Numbers> within(OpenRun run, RequestParameters question, String metric)
            throws IOException {
        Optional<int[]> asked = question.iterations();
        if (asked.isEmpty()) return Optional.empty();
        Selection contexts = question.contexts(run.outline().contexts().size());
        String text = question.maybe("contexts").orElse("");
        return run.within(metric, asked.get()[0], asked.get()[1], contexts, text);
    }

    public static Response values(OpenRun run, RequestParameters question) throws IOException {
        String metric = question.text("metric");
        boolean within = within(run, question, metric).isPresent();
        NodeTotals values =
                within
                        ? values(run, question, metric)
                        : question.maybe("contexts").isEmpty()
                                ? run.totals(metric, question.over())
                                : reducible(run, question, metric);
        NodeMeasures measures =
                NodeMeasures.of(values, run.rows(top(run, question)), question.over());
        return new ColumnFrame()
                .real("inclusive", measures.inclusive())
                .real("exclusive", measures.exclusive())
                .with(
                        json -> {
                            json.name("unit").value(values.metric().unit().symbol());
                            json.name("scope").value(values.isPoint() ? "point" : "additive");
                            json.name("total").value(measures.total());
                            json.name("hotPath").values(measures.hotPath().stream());
                            json.name("combined")
                                    .value(
                                            run.ofGroup()
                                                    + population(run, question)
                                                            .text(question.over()));
                            json.name("within").value(within);
                        });
    }

    private static Numbers reducible(OpenRun run, RequestParameters question, String metric)
            throws IOException {
        return run.reducible(
                metric,
                question.over(),
                question.contexts(run.outline().contexts().size()),
                question.maybe("contexts").orElse(""));
    }

    private static Population population(OpenRun run, RequestParameters question) {
        int all = run.outline().contexts().size();
        Selection chosen = question.contexts(all);
        return Population.of(
                chosen.isAll() ? run.outline() : run.outline().withContexts(chosen.indexes(all)));
    }

    /// Apart from the other values, because it takes the longest: the tree is drawn before it is
    /// known.
    public static Response imbalance(OpenRun run, RequestParameters question) throws IOException {
        Numbers values = values(run, question, question.text("metric"));
        TreeArrays rows = run.rows(top(run, question));
        var frame =
                new ColumnFrame().real("imbalance", rows.of(values.imbalance(question.scope())));
        values.elapsed(question.over()).ifPresent(each -> frame.real("elapsed", rows.of(each)));
        return frame.with(_ -> {});
    }

    /// Nodes are answered in the order in which they are asked for.
    public Response sparks(RequestParameters question) throws IOException {
        Numbers values = values(run(question), question, question.text("metric"));
        return sparks(values, question.scope(), nodes(question, MAX_SPARKS));
    }

    public static Response sparks(Numbers values, Scope scope, int[] nodes) {
        NodeHistograms sparks = NodeHistograms.of(values, scope, nodes);
        return new ColumnFrame()
                .whole("node", nodes)
                .bytes("bins", sparks.bins())
                .real("min", sparks.min())
                .real("mean", sparks.mean())
                .real("max", sparks.max())
                .with(json -> json.name("unit").value(values.unit().symbol()));
    }

    /// By place of the whole run, NaN for those that are not among the asked contexts. Of the asked
    /// iterations where loops kept them; `within` says whether they did.
    private Response ranks(RequestParameters question, int[] nodes) throws IOException {
        OpenRun run = run(question);
        String metric = question.text("metric");
        Optional<Numbers> within = within(run, question, metric);
        Numbers values = within.isPresent() ? within.get() : values(run, question, metric);
        List<Context> all = run.outline().contexts();
        int[] asked = question.contexts(all.size()).indexes(all.size());
        ChosenPlaces places =
                ChosenPlaces.of(
                        all,
                        asked,
                        values.profile().contexts(),
                        Locations.defaultFor(run.outline()).by());
        RankValues ranks =
                RankValues.of(
                        values,
                        places.chosen(),
                        values.ofPlaces(places.chosen(), question.scope(), nodes));
        var frame = new ColumnFrame().real("value", places.inAll(ranks.value().toArray()));
        boolean hasThreads = values.population().hasThreads() && !run.isDerived(metric);
        if (hasThreads && places.chosen().by() == Locations.By.RANK) {
            ChosenPlaces threads =
                    ChosenPlaces.of(all, asked, values.profile().contexts(), Locations.By.THREAD);
            frame.real(
                    "threads",
                    threads.inAll(values.ofPlaces(threads.chosen(), question.scope(), nodes)));
        }
        return frame.with(
                json -> {
                    json.name("unit").value(values.unit().symbol());
                    json.name("within").value(within.isPresent());
                    statistics(json, ranks, places);
                });
    }

    private static void statistics(JsonWriter json, RankValues ranks, ChosenPlaces places) {
        Sample spread = ranks.spread();
        Moments moments = spread.moments();
        json.name("min").value(moments.min());
        json.name("max").value(moments.max());
        json.name("mean").value(moments.mean());
        json.name("median").value(spread.percentile(0.5));
        json.name("p1").value(spread.percentile(0.01));
        json.name("p99").value(spread.percentile(0.99));
        json.name("sd").value(moments.deviation());
        json.name("imbalance").value(moments.imbalance());
        json.name("present").value(moments.present());
        json.name("population").value(moments.population());
        json.name("slowest").value(places.inAll(moments.slowest()));
        json.name("floor").value(Moments.FLOOR);
        json.name("worthColours").value(moments.isWorthColours());
        json.name("outliers").values(ranks.outliers().stream().map(places::inAll));
        json.name("period");
        if (ranks.period().isEmpty()) {
            json.nullValue();
            return;
        }
        json.object().name("every").value(ranks.period().get().every());
        json.name("offset").value(ranks.period().get().offset());
        json.name("share").value(ranks.period().get().share());
        json.name("ratio").value(ranks.period().get().ratio()).end();
    }
}
