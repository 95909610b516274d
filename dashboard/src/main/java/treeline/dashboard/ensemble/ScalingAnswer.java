package treeline.dashboard.ensemble;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.runs.Kept;
import treeline.ensemble.Ensemble;
import treeline.ensemble.ProcessCount;
import treeline.ensemble.RunGroup;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.formats.Problem;
import treeline.model.ImmutableDoubles;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.numbers.Sample;
import treeline.question.Question;
import treeline.question.answer.Statement;
import treeline.question.input.Session;
import treeline.question.list.Questions;
import treeline.question.parameter.Arguments;
import treeline.question.runs.EnsembleModel;
import treeline.scaling.model.ModelPlot;
import treeline.scaling.model.ModelResult;
import treeline.scaling.model.NodeModel;
import treeline.scaling.search.Prediction;
import treeline.single.NodePath;
import treeline.table.JsonWriter;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The scaling of one node along a parameter of the runs: the mean and deviation of repetitions,
/// the model that `ensemble model` fits, and its prediction; one curve per group of runs.
final class ScalingAnswer {
    /// Further curves would not be distinguishable; their number is stated.
    static final int MAX_GROUPS = 8;

    private static final int FITS = 16;
    private static final Quantity QUANTITY = new Quantity(3, true);

    private final OpenEnsemble open;
    private final Kept<String, Fit> fits = new Kept<>(FITS);

    ScalingAnswer(OpenEnsemble open) {
        this.open = open;
    }

    /// The models of all nodes, or the reason why there are none.
    private record Fit(Optional<ModelResult> result, String problem, List<String> warnings) {}

    /// What a request asks for.
    private record Asked(Metric metric, String path, String parameter, Optional<Double> at) {}

    Response of(RequestParameters request) throws IOException {
        Ensemble runs = open.selected(request);
        Metric metric = NodeAnswers.metric(runs, request);
        int node = request.index("node", runs.tree().size());
        var asked =
                new Asked(
                        metric,
                        NodePath.of(runs.tree(), node),
                        ProcessCount.of(runs, request.maybe("parameter"), "parameter"),
                        request.maybe("at").map(ScalingAnswer::positive));
        runs.requireMetadata(asked.parameter);
        List<RunGroup> all = NodeAnswers.groups(runs, request);
        List<RunGroup> groups = all.subList(0, Math.min(all.size(), MAX_GROUPS));
        var text = new StringBuilder();
        var json = new JsonWriter(text).object();
        json.name("parameter").value(asked.parameter);
        json.name("unit").value(metric.unit().symbol());
        json.name("path").value(asked.path);
        json.name("omitted").value(all.size() - groups.size());
        json.name("groups").array();
        String selection = request.maybe("runs").orElse("all");
        for (RunGroup group : groups) {
            String key = "%s %s %s".formatted(selection, request.maybe("group"), group.label());
            write(group, node, asked, key, json);
        }
        json.end().end();
        return new Response.Json(text.toString());
    }

    private static double positive(String text) {
        try {
            double number = Double.parseDouble(text);
            if (number > 0 && number < Double.POSITIVE_INFINITY) return number;
        } catch (NumberFormatException _) {
            // refused below
        }
        throw RefusedRequest.wrong(
                "parameter 'at' expects a number above 0, found '%s'".formatted(text));
    }

    private void write(RunGroup group, int node, Asked asked, String key, JsonWriter json)
            throws IOException {
        Ensemble samples = open.samples(group.ensemble());
        json.object().name("label").value(group.key().isEmpty() ? "" : group.label());
        json.name("runs").value(group.members().size());
        writePoints(samples, node, asked, json);
        Fit fit =
                fits.get(
                        "%s %s %s".formatted(key, asked.metric, asked.parameter),
                        () -> fit(samples, asked));
        json.name("warnings").values(fit.warnings);
        Optional<NodeModel> model = fit.result.flatMap(result -> named(result, asked.path));
        if (fit.result.isPresent() && model.isPresent())
            write(fit.result.get(), model.get(), asked, json);
        else
            json.name("problem")
                    .value(
                            fit.problem.isEmpty()
                                    ? "too few of these runs have the node"
                                    : fit.problem);
        json.end();
    }

    private static Optional<NodeModel> named(ModelResult result, String path) {
        return result.models().stream().filter(each -> each.path().equals(path)).findFirst();
    }

    /// Mean and sample deviation at each parameter value.
    private static void writePoints(Ensemble samples, int node, Asked asked, JsonWriter json) {
        json.name("points").array();
        int there = nodeIn(samples, node, asked.path);
        for (RunGroup at : samples.groupBy(asked.parameter)) {
            Optional<Double> x = at.key().getFirst().flatMap(ScalingAnswer::number);
            if (x.isEmpty() || there < 0) continue;
            Sample values = Statistics.sample(at.ensemble().column(asked.metric).byNode(), there);
            if (values.size() == 0) continue;
            json.object().name("x").value(x.get()).name("runs").value(values.size());
            json.name("mean").value(Statistic.MEAN.ofSome().applyAsDouble(values));
            json.name("std").value(Statistic.STD.ofSome().applyAsDouble(values));
            json.end();
        }
        json.end();
    }

    /// Repetitions may have a tree of their own.
    private static int nodeIn(Ensemble samples, int node, String path) {
        if (node < samples.tree().size() && NodePath.of(samples.tree(), node).equals(path))
            return node;
        return samples.paths().indexOf(path);
    }

    private static Optional<Double> number(Value value) {
        return switch (value) {
            case Value.Whole(long number) -> Optional.of((double) number);
            case Value.Real(double number) -> Optional.of(number);
            case Value.Text _, Value.Flag _ -> Optional.empty();
        };
    }

    private Fit fit(Ensemble samples, Asked asked) {
        Question question = new Questions(open::formats).named("ensemble model").orElseThrow();
        List<String> words =
                List.of(
                        "--metric=" + ClusterAnswer.nameOf(asked.metric),
                        "--parameter=" + asked.parameter,
                        "--",
                        "runs");
        List<String> warnings = new ArrayList<>();
        try {
            Arguments arguments = question.signature().parse("treeline", words);
            EnsembleModel.Models models =
                    EnsembleModel.models(
                            samples, arguments, Session.SILENT, each -> warnings.add(textOf(each)));
            return new Fit(Optional.of(models.result()), "", warnings);
        } catch (IllegalArgumentException refused) {
            return new Fit(Optional.empty(), Problem.of(refused).message(), warnings);
        }
    }

    /// Advice about options of the command line does not apply to the page.
    private static String textOf(Statement statement) {
        String text = statement.text(QUANTITY);
        int advice = text.indexOf("; separate such runs with --");
        return advice < 0 ? text : text.substring(0, advice) + "; draw one line per value of it";
    }

    private static void write(ModelResult result, NodeModel model, Asked asked, JsonWriter json) {
        double[] at = asked.at.map(value -> new double[] {value}).orElseGet(result::defaultPoint);
        ModelPlot plot = result.plots(List.of(model), 0, at).getFirst();
        json.name("model").object();
        json.name("text")
                .value(
                        result.shortText(
                                model, value -> QUANTITY.text(value, asked.metric.unit()), at));
        json.name("error").value(result.error(model.node()) / 100);
        json.name("r2").value(model.quality().adjustedR2());
        json.name("level").value(plot.level()).name("largest").value(plot.largestMeasured());
        values(json.name("x"), plot.x());
        values(json.name("curve"), plot.curve());
        values(json.name("lower"), plot.lower());
        values(json.name("upper"), plot.upper());
        values(json.name("ideal"), plot.ideal());
        Optional<Prediction> predicted = result.prediction(model.node(), at);
        json.name("at").value(at[0]).name("predicted");
        if (predicted.isEmpty()) json.nullValue();
        else {
            json.object().name("value").value(predicted.get().value());
            json.name("lower").value(predicted.get().lower());
            json.name("upper").value(predicted.get().upper()).end();
        }
        json.end();
    }

    private static void values(JsonWriter json, ImmutableDoubles values) {
        json.array();
        values.stream().forEach(json::value);
        json.end();
    }
}
