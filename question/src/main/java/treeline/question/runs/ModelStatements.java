package treeline.question.runs;

import treeline.array.Percentiles;
import treeline.ensemble.Ensemble;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.question.answer.Statement;
import treeline.scaling.model.ModelResult;
import treeline.scaling.model.Modeling;
import treeline.scaling.model.NodeModel;
import treeline.scaling.search.Backtest;
import treeline.scaling.search.Form;
import treeline.statement.Argument;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The statements about a table of models: the accuracy and limits of the predictions, and the
/// nodes that will dominate.
final class ModelStatements {
    /// As many as fit into a sentence.
    private static final int MAX_NODES = 3;

    /// Relative differences below 1 % are smaller than the error of most models.
    private static final double NOTABLE = 0.01;

    /// Measured by `ModelIntervalCalibrationTest`, up to [ModelResult#CALIBRATED_DISTANCE].
    private static final String SIMULATED = " (90 to 99 % coverage in simulations)";

    private static final String TREND =
            "; it assumes that the trend continues: a function that levels off beyond the measured"
                    + " range is not covered";

    private final Ensemble ensemble;
    private final ModelResult result;
    private final Modeling modeling;
    private final double[] at;

    /// @param at the parameter values of the prediction
    ModelStatements(Ensemble ensemble, ModelResult result, double... at) {
        this.ensemble = ensemble;
        this.result = result;
        this.modeling = result.modeling();
        this.at = at;
    }

    /// All statements but [#refusals].
    List<Statement> all() {
        List<Statement> all = new ArrayList<>();
        all.add(interval());
        all.add(Statement.finding("error: each measured point predicted from the others"));
        forms().ifPresent(all::add);
        backtests().ifPresent(all::add);
        distance().ifPresent(all::add);
        sums().ifPresent(all::add);
        belowCallees().ifPresent(all::add);
        absent().ifPresent(all::add);
        negative().ifPresent(all::add);
        missing().ifPresent(all::add);
        all.add(largest());
        return all;
    }

    private static Statement.Builder finding() {
        return Statement.builder(Statement.Kind.FINDING);
    }

    private static String nodes(long count) {
        return count == 1 ? " node" : " nodes";
    }

    private Argument inUnit(double value) {
        return Argument.amount(value, modeling.metric().unit());
    }

    private Argument name(NodeModel model) {
        return Argument.name(ensemble.tree().name(model.node()));
    }

    /// Appends `ranks = 64, size = 30`.
    private Statement.Builder point(Statement.Builder sentence, double[] parameters) {
        for (int each = 0; each < parameters.length; each++)
            sentence.text(each == 0 ? "" : ", ")
                    .argument("parameter", Argument.name(modeling.parameters().get(each)))
                    .text(" = ")
                    .argument("value", Argument.setting(parameters[each]));
        return sentence;
    }

    /// The coverage of the intervals is stated only as far as it was measured.
    private Statement interval() {
        double beyond = result.beyond(at);
        Statement.Builder interval =
                finding()
                        .text("from and to: ")
                        .argument("level", Argument.setting(100 * modeling.level()))
                        .text(" % prediction interval");
        if (beyond > ModelResult.CALIBRATED_DISTANCE)
            return interval.text(", not calibrated more than ")
                    .argument("calibrated", Argument.setting(ModelResult.CALIBRATED_DISTANCE))
                    .text(" times beyond the measured range (this is ")
                    .argument("distance", Argument.amount(beyond, Unit.COUNT))
                    .text(" times)" + TREND)
                    .build();
        return interval.text(modeling.level() == Modeling.DEFAULT_LEVEL ? SIMULATED : "")
                .text(beyond > 1 ? TREND : "")
                .build();
    }

    /// The nodes without a model, each with its number of points.
    Optional<Statement> refusals() {
        Table refused = result.refused();
        if (refused.rows() == 0) return Optional.empty();
        List<String> nodes = new ArrayList<>();
        for (int row = 0; row < refused.rows(); row++) nodes.add(refusal(refused, row));
        return Optional.of(
                Statement.omission(
                        "no model of {nodes}"
                                + nodes(refused.rows())
                                + " with fewer than {points} values of a parameter: {names}",
                        Argument.count(refused.rows()),
                        Argument.count(Modeling.MIN_POINTS),
                        Argument.names(nodes)));
    }

    private static String refusal(Table refused, int row) {
        List<String> counts = new ArrayList<>();
        for (int column = 2; column < refused.columns().size(); column++)
            counts.add(refused.columns().get(column).text(row));
        return "%s (%s)".formatted(refused.column("path").text(row), String.join(", ", counts));
    }

    /// The nodes that were modelled as totals or with decreasing terms, and the errors of the
    /// forms.
    private Optional<Statement> forms() {
        long total = count(Form.TOTAL);
        long falling = count(Form.FALLING);
        long nodes = total + falling;
        if (nodes == 0 || modeling.form().isPresent()) return Optional.empty();
        Statement.Builder forms =
                finding()
                        .argument("nodes", Argument.count(nodes))
                        .text(nodes(nodes) + " " + decrease(nodes) + " with " + larger() + " ")
                        .argument("parameter", Argument.name(parameter()))
                        .text(nodes == 1 ? " and was fitted " : " and were fitted ");
        if (falling == 0) forms.text("as ").argument("total", product());
        else if (total == 0) forms.text("with decreasing terms");
        else
            forms.text("as ")
                    .argument("total", product())
                    .text(" (")
                    .argument("totals", Argument.count(total))
                    .text(") or with decreasing terms (")
                    .argument("decreasing", Argument.count(falling))
                    .text(")");
        return Optional.of(errors(largestOfOtherForm(), forms.text(".")).build());
    }

    private NodeModel largestOfOtherForm() {
        return result.models().stream()
                .filter(model -> model.form() != Form.MEASURED)
                .max(Comparator.comparingDouble(model -> model.points().getFirst().value()))
                .orElseThrow();
    }

    private Statement.Builder errors(NodeModel model, Statement.Builder sentence) {
        Map<Form, Double> errors = model.errorsOfForms();
        if (errors.isEmpty()) return sentence;
        return sentence.text(" Leave-one-out error of ")
                .argument("node", name(model))
                .text(": ")
                .argument("errorAsTotal", error(errors, Form.TOTAL))
                .text(" (")
                .argument("product", product())
                .text("), ")
                .argument("errorDecreasing", error(errors, Form.FALLING))
                .text(" (decreasing terms), ")
                .argument("errorIncreasing", error(errors, Form.MEASURED))
                .text(" (increasing terms).");
    }

    private static Argument error(Map<Form, Double> errors, Form form) {
        return Argument.share(errors.getOrDefault(form, Double.NaN) / 100);
    }

    private Argument product() {
        return Argument.name("%s x %s".formatted(modeling.metric().name(), parameter()));
    }

    private String decrease(long nodes) {
        boolean isTime = modeling.metric().unit().dimension() == Unit.Dimension.TIME;
        String verb = isTime ? "get" : "decrease";
        return (nodes == 1 ? verb + "s" : verb) + (isTime ? " faster" : "");
    }

    private String larger() {
        return parameter().endsWith("s") ? "more" : "larger";
    }

    private String parameter() {
        return modeling.parameters().size() == 1 ? modeling.parameters().getFirst() : "a parameter";
    }

    private long count(Form form) {
        return result.models().stream().filter(model -> model.form() == form).count();
    }

    /// The accuracy of predictions of the largest measurement from the smaller ones.
    private Optional<Statement> backtests() {
        List<Backtest> tests =
                result.models().stream()
                        .flatMap(model -> result.backtest(model.node()).stream())
                        .toList();
        if (tests.isEmpty()) return Optional.empty();
        double[] errors =
                tests.stream()
                        .mapToDouble(test -> Math.abs(test.error()))
                        .filter(Double::isFinite)
                        .toArray();
        Statement.Builder sentence =
                point(finding().text("backtest: predicting "), tests.getFirst().at().toArray())
                        .text(" from the smaller runs, the median error is ")
                        .argument(
                                "error",
                                errors.length == 0
                                        ? Argument.name("-")
                                        : Argument.share(Percentiles.median(errors)))
                        .text(", and ")
                        .argument(
                                "covered",
                                Argument.count(tests.stream().filter(Backtest::holds).count()))
                        .text(" of ")
                        .argument("nodes", Argument.count(tests.size()))
                        .text(" nodes are within their interval");
        return Optional.of(sentence.build());
    }

    private Optional<Statement> distance() {
        double beyond = result.beyond(at);
        if (beyond <= 1 || beyond > ModelResult.CALIBRATED_DISTANCE) return Optional.empty();
        return Optional.of(
                point(finding(), at)
                        .text(" is ")
                        .argument("distance", Argument.amount(beyond, Unit.COUNT))
                        .text(" times beyond the measured range")
                        .build());
    }

    /// The node whose own model differs most from its prediction as a sum over callees.
    private Optional<Statement> sums() {
        double[] totals = result.totals(at);
        return result.models().stream()
                .filter(model -> result.isSum(model.node()))
                .filter(model -> relativeDifference(model, totals) >= NOTABLE)
                .max(Comparator.comparingDouble(model -> relativeDifference(model, totals)))
                .map(
                        model ->
                                Statement.finding(
                                        "sum over callees: exclusive model plus the predictions of"
                                                + " the callees; alone, {node} would be {value}",
                                        name(model),
                                        inUnit(model.expected(at))));
    }

    private double relativeDifference(NodeModel model, double[] totals) {
        double total = totals[model.node()];
        return total == 0 ? 0 : Math.abs(model.expected(at) / total - 1);
    }

    /// The nodes whose own model predicts less than their callees add up to.
    private Optional<Statement> belowCallees() {
        if (modeling.metric().scope() != Metric.Scope.INCLUSIVE) return Optional.empty();
        double[] totals = result.totals(at);
        double[] callees = callees(totals);
        List<Integer> below =
                result.models().stream()
                        .map(NodeModel::node)
                        .filter(node -> !result.isSum(node))
                        .filter(node -> callees[node] > totals[node] * (1 + NOTABLE))
                        .sorted(Comparator.comparingDouble(node -> totals[node] - callees[node]))
                        .toList();
        if (below.isEmpty()) return Optional.empty();
        int first = below.getFirst();
        return Optional.of(
                finding()
                        .argument("nodes", Argument.count(below.size()))
                        .text(below.size() == 1 ? " node is" : " nodes are")
                        .text(" predicted by a direct fit, which agrees better with the")
                        .text(" measurements, and below the sum of the callees: ")
                        .argument("node", Argument.name(ensemble.tree().name(first)))
                        .text(" ")
                        .argument("value", inUnit(totals[first]))
                        .text(", callees ")
                        .argument("callees", inUnit(callees[first]))
                        .text(below.size() == 1 ? "" : ", …")
                        .build());
    }

    private double[] callees(double[] totals) {
        double[] callees = new double[totals.length];
        for (NodeModel model : result.models()) {
            int parent = ensemble.tree().parent(model.node());
            if (parent != CallTree.NO_PARENT) callees[parent] += totals[model.node()];
        }
        return callees;
    }

    private Optional<Statement> absent() {
        List<String> names =
                result.models().stream()
                        .filter(model -> model.isAbsent(at))
                        .map(model -> ensemble.tree().name(model.node()))
                        .toList();
        if (names.isEmpty()) return Optional.empty();
        return Optional.of(
                point(finding().text("not called at "), at)
                        .text(", so predicted as 0: ")
                        .argument("nodes", Argument.names(names))
                        .build());
    }

    private Optional<Statement> negative() {
        long nodes = result.own().models().stream().filter(this::isBelowZero).count();
        if (nodes == 0) return Optional.empty();
        Statement.Builder sentence =
                finding()
                        .text("the models of ")
                        .argument("nodes", Argument.count(nodes))
                        .text(nodes(nodes) + " predict a value below 0 at ");
        return Optional.of(
                point(sentence, at)
                        .text(", which counts as 0; try --form falling or --form total")
                        .build());
    }

    private boolean isBelowZero(NodeModel model) {
        return !model.isAbsent(at) && model.function().at(at) < model.expected(at);
    }

    private Optional<Statement> missing() {
        long values = result.models().stream().mapToLong(NodeModel::missing).sum();
        long nodes = result.models().stream().filter(model -> model.missing() > 0).count();
        return values == 0
                ? Optional.empty()
                : Optional.of(
                        Statement.finding(
                                "{values} values are missing, of {nodes}" + nodes(nodes),
                                Argument.count(values),
                                Argument.count(nodes)));
    }

    /// The nodes with the largest exclusive predictions, largest first.
    static List<NodeModel> dominating(ModelResult own, double[] parameters) {
        return own.models().stream()
                .sorted(
                        Comparator.comparingDouble((NodeModel model) -> model.expected(parameters))
                                .reversed())
                .limit(MAX_NODES)
                .toList();
    }

    private Statement largest() {
        Statement.Builder sentence =
                finding()
                        .text("largest exclusive ")
                        .argument("metric", Argument.name(modeling.metric().name()))
                        .text(" at ");
        double[] measured = result.largestMeasured();
        shares(point(sentence, measured).text(": "), measured);
        return shares(point(sentence.text("; at "), at).text(": "), at).build();
    }

    /// Appends `solve (1.2 s, 60.0 %), io (0.8 s, 40.0 %)`.
    private Statement.Builder shares(Statement.Builder sentence, double[] parameters) {
        double sum =
                result.own().models().stream()
                        .mapToDouble(model -> Math.max(0, model.expected(parameters)))
                        .sum();
        String before = "";
        for (NodeModel model : dominating(result.own(), parameters)) {
            double value = model.expected(parameters);
            if (!(value > 0)) continue;
            sentence.text(before)
                    .argument("node", name(model))
                    .text(" (")
                    .argument("amount", inUnit(value))
                    .text(", ")
                    .argument("share", Argument.share(value / sum))
                    .text(")");
            before = ", ";
        }
        return before.isEmpty() ? sentence.text("no node") : sentence;
    }
}
