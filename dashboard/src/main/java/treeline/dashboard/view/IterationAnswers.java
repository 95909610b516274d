package treeline.dashboard.view;

import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRun;
import treeline.dashboard.runs.OpenRuns;
import treeline.ensemble.statistics.RunDifferences;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.numbers.Iterations;
import treeline.numbers.Numbers;
import treeline.single.Drift;
import treeline.source.Selection;
import treeline.statement.FindingText;
import treeline.table.JsonWriter;
import treeline.transform.CellIterations;
import treeline.transform.Reduction;
import treeline.view.Executions;
import treeline.view.Findings;
import treeline.view.IterationSeries;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Answers about iterations, repetitions, repeated runs, and findings, which also examine
/// iterations.
public record IterationAnswers(OpenRuns runs) {
    private static final ImmutableInts NONE = ImmutableInts.owning();

    /// The nodes of a question about executions: roots, of which most programs have a few.
    private static final int MAX_NODES = 1_000;

    public Response series(OpenRun run, RequestParameters question) throws IOException {
        CallTree tree = run.outline().tree();
        int node = question.index("node", tree.size());
        String metric = question.text("metric");
        if (!run.mayHaveIterations(metric)) return noIterations(tree, node);
        Selection contexts = question.contexts(run.outline().contexts().size());
        Numbers values = near(run, metric, node, contexts);
        Scope scope = question.scope();
        int tests = run.trendTests(metric, scope);
        Optional<IterationSeries> found = IterationSeries.of(values, scope, node, tests);
        if (found.isEmpty()) return unknown(values, scope, node);
        IterationSeries series = found.get();
        return new ColumnFrame()
                .whole("iteration", series.iteration())
                .real("mean", series.mean())
                .real("min", series.min())
                .real("max", series.max())
                .with(
                        json -> {
                            json.name("unit").value(values.unit().symbol());
                            json.name("loop").value(series.loop());
                            drift(json, series.drift(), text(values));
                            json.name("jumps").values(series.jumps().stream());
                        });
    }

    /// The iterations of a node and of what is below it.
    private static Numbers near(OpenRun run, String metric, int node, Selection contexts)
            throws IOException {
        CallTree tree = run.outline().tree();
        Selection near =
                Selection.where(tree.size(), each -> each >= node && each < tree.subtreeEnd(node));
        return Numbers.of(run.withIterations(metric, near, contexts), metric);
    }

    private static Response unknown(Numbers values, Scope scope, int node) {
        Optional<CellIterations.Unknown> why = Iterations.unknown(values, scope, node);
        if (why.isEmpty()) return noIterations(values.tree(), node);
        Metric asked = values.isPoint() ? values.metric() : values.metric().in(scope);
        var text = new FindingText(values.profile(), asked);
        String reason = text.unknownIterations(node, why.get()).text();
        return new ColumnFrame()
                .with(
                        json ->
                                json.name("none")
                                        .value(reason)
                                        .name("hint")
                                        .value(
                                                "select the other scope, or record the callee with"
                                                        + " Loop.EACH"));
    }

    /// Most nodes have none, and to ask is no mistake.
    private static Response noIterations(CallTree tree, int node) {
        String why = "%s has no recorded iterations".formatted(tree.name(node));
        String hint = "record a loop with Loop.EACH, or select a node in such a loop";
        return new ColumnFrame()
                .with(json -> json.name("none").value(why).name("hint").value(hint));
    }

    private static FindingText text(Numbers values) {
        return new FindingText(values.profile(), values.metric());
    }

    /// `slope` is what an iteration takes more than the one before, `change` the rise over the run
    /// as a share of the mean.
    private static void drift(JsonWriter json, Optional<Drift.Loop> found, FindingText text) {
        json.name("drift");
        if (found.isEmpty()) {
            json.nullValue();
            return;
        }
        Drift.Loop line = found.get();
        json.object();
        json.name("slope").value(line.drift() * line.mean() / (line.iterations() - 1));
        json.name("change").value(line.drift());
        json.name("p").value(line.p());
        json.name("text").value(text.drift(line).text()).end();
    }

    public Response executions(RequestParameters question) throws IOException {
        List<OpenRuns.Entry> entries = runs.entries();
        int asked = question.index("run", entries.size());
        OpenRun run = runs.run(asked);
        int[] nodes = question.nodes(run.outline().tree().size(), MAX_NODES);
        String metric = question.text("metric");
        Scope scope = question.scope();
        var chosen =
                new Chosen(
                        run,
                        question.contexts(run.outline().contexts().size()),
                        question.maybe("contexts").orElse(""));
        List<Optional<Numbers>> values = new ArrayList<>();
        for (OpenRuns.Entry entry : entries)
            values.add(
                    entry.run().isPresent()
                            ? comparable(entry.run().get(), metric, chosen)
                            : Optional.empty());
        if (values.get(asked).isEmpty()) run.values(metric); // tells that there is no such metric
        List<OpenRuns.Listed> listed =
                runs.listed().stream().filter(each -> each.entry().run().isPresent()).toList();
        RunDifferences differences =
                RunDifferences.of(
                        listed.stream()
                                .map(each -> each.entry().run().orElseThrow().outline())
                                .toList());
        Executions executions =
                Executions.of(
                        values, asked, scope, nodes, question.over(), differences.areRepetitions());
        return json(executions, listed, differences, values.get(asked).orElseThrow());
    }

    /// Selected contexts of a run, with the selector as text.
    private record Chosen(OpenRun in, Selection contexts, String asked) {}

    /// The values of a run in the contexts that are chosen in another: the same ranks and threads.
    private static Optional<Numbers> comparable(OpenRun run, String metric, Chosen chosen)
            throws IOException {
        if (run.outline().metrics().stream().noneMatch(each -> each.name().equals(metric)))
            return Optional.empty();
        if (chosen.contexts.isAll()) return Optional.of(run.values(metric));
        Set<Context> wanted = new HashSet<>();
        List<Context> all = chosen.in.outline().contexts();
        boolean same = run.equals(chosen.in);
        for (int index : chosen.contexts.indexes(all.size())) wanted.add(key(all.get(index), same));
        List<Context> own = run.outline().contexts();
        Selection alike = Selection.where(own.size(), i -> wanted.contains(key(own.get(i), same)));
        if (!alike.intersects(0, own.size())) return Optional.empty();
        String asked = "%s in %s".formatted(chosen.asked, chosen.in.path());
        return Optional.of(run.values(metric, alike, asked));
    }

    /// Hosts and repetitions differ between runs.
    private static Context key(Context context, boolean same) {
        return same
                ? context
                : new Context("", context.rank(), context.thread(), context.stream(), Context.NONE);
    }

    private static Response json(
            Executions executions,
            List<OpenRuns.Listed> listed,
            RunDifferences differences,
            Numbers values) {
        var text = new StringBuilder();
        var json = new JsonWriter(text).object();
        json.name("unit").value(values.unit().symbol());
        json.name("repetitions").array();
        for (Executions.Repetition each : executions.repetitions()) {
            json.object().name("repetition").value(each.repetition());
            json.name("total").value(each.total()).end();
        }
        json.end().name("runs").array();
        for (int at : differences.order()) {
            OpenRuns.Listed run = listed.get(at);
            json.object().name("run").value(run.id());
            json.name("name").value(run.name());
            json.name("setting").value(differences.of(at));
            json.name("total").value(executions.runs().at(run.id())).end();
        }
        json.end();
        json.name("differ").value(differences.text());
        json.name("best").value(executions.best());
        json.name("mean").value(executions.mean());
        json.name("median").value(executions.median());
        json.name("worst").value(executions.worst());
        json.end();
        return new Response.Json(text.toString());
    }

    public Response findings(OpenRun run, String metric) throws IOException {
        Numbers values = run.withIterations(metric);
        var written = new StringBuilder();
        var json = new JsonWriter(written).array();
        if (!values.isPoint()) {
            Findings findings =
                    Findings.of(
                            values.profile(), values.metric(), Reduction.MEAN, run.activities());
            write(json, findings, text(values));
        }
        json.end();
        return new Response.Json(written.toString());
    }

    private static void write(JsonWriter json, Findings findings, FindingText text) {
        int[] path = findings.hotPath().toArray();
        if (path.length > 0)
            new Finding("hot-path", text.hotPath(findings).text(), path[path.length - 1])
                    .writeTo(json);
        for (Findings.Pattern each : findings.patterns())
            new Finding("pattern", text.pattern(each).text(), each.node())
                    .at(each.contexts())
                    .writeTo(json);
        for (Findings.SlowRank each : findings.slowRanks())
            new Finding("slow-ranks", text.slowRank(findings, each).text(), each.slow().worst())
                    .at(each.contexts())
                    .writeTo(json);
        for (Findings.Imbalance each : findings.imbalances())
            new Finding(
                            each.waiting() ? "waits" : "imbalance",
                            text.imbalance(findings, each).text(),
                            each.node())
                    .at(each.slowest())
                    .writeTo(json);
        for (Drift.Loop each : findings.drifts())
            new Finding("drift", text.drift(each).text(), each.node())
                    .during(each.slowest())
                    .writeTo(json);
    }

    /// A sentence and the selection that shows it.
    ///
    /// @param scope of its numbers, empty if it does not matter
    /// @param contexts to select, empty for all
    /// @param iteration to select, -1 for all
    private record Finding(
            String kind,
            String text,
            int node,
            String scope,
            ImmutableInts contexts,
            int iteration) {

        Finding(String kind, String text, int node) {
            this(kind, text, node, "inclusive", NONE, -1);
        }

        /// Imbalance is of what a node does itself.
        Finding at(ImmutableInts places) {
            return new Finding(kind, text, node, "exclusive", places, iteration);
        }

        Finding during(int which) {
            return new Finding(kind, text, node, scope, contexts, which);
        }

        void writeTo(JsonWriter json) {
            json.object().name("kind").value(kind);
            json.name("text").value(text);
            json.name("node").value(node);
            json.name("scope").value(scope);
            json.name("contexts");
            if (contexts.size() == 0) json.nullValue();
            else json.values(contexts.stream());
            json.name("iteration");
            if (iteration < 0) json.nullValue();
            else json.value(iteration);
            json.end();
        }
    }
}
