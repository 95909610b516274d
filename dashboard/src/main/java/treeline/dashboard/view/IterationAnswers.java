package treeline.dashboard.view;

import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRun;
import treeline.dashboard.runs.OpenRuns;
import treeline.dashboard.runs.RunGroup;
import treeline.ensemble.statistics.RunDifferences;
import treeline.model.CallTree;
import treeline.model.Context;
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
import treeline.view.IterationGrid;
import treeline.view.IterationSeries;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Answers about iterations, repetitions and repeated runs.
public record IterationAnswers(OpenRuns runs) {
    /// The nodes of a question about executions: roots, of which most programs have a few.
    private static final int MAX_NODES = 1_000;

    private static final int MAX_HEAT_ROWS = 256;
    private static final int MAX_HEAT_COLUMNS = 512;

    public Response series(OpenRun run, RequestParameters question) throws IOException {
        CallTree tree = run.outline().tree();
        int node = question.index("node", tree.size());
        String metric = question.text("metric");
        if (runs.group(question, "run").isPresent())
            return none(OF_A_GROUP, "open one of its runs");
        if (run.isDerived(metric))
            return none(
                    "iterations of a metric by formula are not computed", "select another metric");
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

    /// Values by rank and iteration, in the iterations of [#series].
    public Response heat(OpenRun run, RequestParameters question) throws IOException {
        CallTree tree = run.outline().tree();
        int node = question.index("node", tree.size());
        String metric = question.text("metric");
        if (!run.mayHaveIterations(metric)) return noIterations(tree, node);
        Numbers values = near(run, metric, node, Selection.ALL);
        Scope scope = question.scope();
        Optional<IterationGrid> found =
                IterationGrid.of(values, scope, node, MAX_HEAT_ROWS, MAX_HEAT_COLUMNS);
        if (found.isEmpty()) return unknown(values, scope, node);
        IterationGrid grid = found.get();
        return new ColumnFrame()
                .real("value", grid.values())
                .with(
                        json -> {
                            json.name("unit").value(values.unit().symbol());
                            json.name("rows").value(grid.rows());
                            json.name("width").value(grid.columns());
                            json.name("places").value(grid.ranks());
                            json.name("first").value(grid.first());
                            json.name("iterations").value(grid.iterations());
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
        return none(
                "%s has no recorded iterations".formatted(tree.name(node)),
                "record a loop with Loop.EACH, or select a node in such a loop");
    }

    private static final String OF_A_GROUP = "iterations are not averaged over the runs of a group";

    private static Response none(String why, String hint) {
        return new ColumnFrame()
                .with(json -> json.name("none").value(why).name("hint").value(hint));
    }

    static FindingText text(Numbers values) {
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

    /// The executions of a run, next to those of all other runs; of a group, its runs and those of
    /// the group that it is compared with.
    public Response executions(RequestParameters question) throws IOException {
        OpenRun run = runs.run(question, "run");
        Optional<RunGroup> group = runs.group(question, "run");
        int[] nodes = question.nodes(run.outline().tree().size(), MAX_NODES);
        String metric = question.text("metric");
        List<OpenRuns.Listed> listed = compared(question, group);
        List<Optional<Numbers>> values = new ArrayList<>();
        for (OpenRuns.Listed each : listed)
            values.add(
                    comparable(
                            question.between().isPresent() ? run : runs.run(question, each.id()),
                            metric,
                            Chosen.of(run, question)));
        int asked = listed.size();
        Chosen own = Chosen.of(run, question);
        values.add(Optional.of(run.reducible(metric, own.over, own.contexts, own.asked)));
        List<OpenRuns.Listed> repeated = group.map(RunGroup::members).orElse(listed);
        RunDifferences differences = differences(repeated);
        Executions executions =
                Executions.of(
                        values,
                        asked,
                        question.scope(),
                        nodes,
                        question.over(),
                        at ->
                                at < asked
                                        && differences.areRepetitions()
                                        && repeated.contains(listed.get(at)));
        return json(
                executions,
                listed,
                differences,
                differences(listed),
                values.getLast().orElseThrow());
    }

    private static RunDifferences differences(List<OpenRuns.Listed> runs) {
        return RunDifferences.of(
                runs.stream().map(each -> each.entry().run().orElseThrow().outline()).toList());
    }

    /// The runs that are shown next to each other.
    private List<OpenRuns.Listed> compared(RequestParameters question, Optional<RunGroup> group) {
        if (group.isEmpty()) {
            boolean alone = question.between().isPresent(); // other runs have other intervals
            int asked = question.index("run", runs.entries().size());
            return runs.listed().stream()
                    .filter(each -> each.entry().run().isPresent())
                    .filter(each -> !alone || each.id() == asked)
                    .toList();
        }
        List<OpenRuns.Listed> shown = new ArrayList<>(group.get().members());
        if (question.maybe("against").isPresent())
            for (OpenRuns.Listed each : runs.named(question, "against"))
                if (!shown.contains(each)) shown.add(each);
        return shown;
    }

    /// Selected contexts of a run, with the selector as text.
    private record Chosen(OpenRun in, Selection contexts, String asked, Reduction over) {
        static Chosen of(OpenRun run, RequestParameters question) {
            return new Chosen(
                    run,
                    question.contexts(run.outline().contexts().size()),
                    question.maybe("contexts").orElse(""),
                    question.over());
        }
    }

    /// The values of a run in the contexts that are chosen in another: the same ranks and threads.
    private static Optional<Numbers> comparable(OpenRun run, String metric, Chosen chosen)
            throws IOException {
        if (run.outline().metrics().stream().noneMatch(each -> each.name().equals(metric)))
            return Optional.empty();
        if (chosen.contexts.isAll())
            return Optional.of(run.reducible(metric, chosen.over, Selection.ALL, ""));
        Set<Context> wanted = new HashSet<>();
        List<Context> all = chosen.in.outline().contexts();
        boolean same = run.equals(chosen.in);
        for (int index : chosen.contexts.indexes(all.size())) wanted.add(key(all.get(index), same));
        List<Context> own = run.outline().contexts();
        Selection alike = Selection.where(own.size(), i -> wanted.contains(key(own.get(i), same)));
        if (!alike.intersects(0, own.size())) return Optional.empty();
        String asked = "%s in %s".formatted(chosen.asked, chosen.in.path());
        return Optional.of(run.reducible(metric, chosen.over, alike, asked));
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
            RunDifferences settings,
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
        for (int at : settings.order()) {
            OpenRuns.Listed run = listed.get(at);
            json.object().name("run").value(run.id());
            json.name("name").value(run.name());
            json.name("setting").value(settings.of(at));
            json.name("total").value(executions.runs().at(at)).end();
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
}
