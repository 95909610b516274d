package treeline.app.commands.ensemble;

import treeline.ensemble.Ensemble;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.question.screen.TextWidth;
import treeline.scaling.Backtest;
import treeline.scaling.Form;
import treeline.scaling.ModelResult;
import treeline.scaling.Modeling;
import treeline.scaling.NodeModel;
import treeline.table.Table;
import treeline.view.ContextSummary;
import treeline.view.Names;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Notes below a table of models: the nodes that will dominate, and how far predictions can be
/// trusted.
final class ModelNotes {
    private static final int MOST_NODES = 3;
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
    private final Quantity quantity = new Quantity(3, true);

    ModelNotes(Ensemble ensemble, ModelResult result, double... at) {
        this.ensemble = ensemble;
        this.result = result;
        this.modeling = result.modeling();
        this.at = at;
    }

    private String inUnit(double value) {
        return quantity.text(value, modeling.metric().unit());
    }

    private String named(double[] parameters) {
        List<String> texts = new ArrayList<>();
        for (int each = 0; each < parameters.length; each++)
            texts.add(modeling.parameters().get(each) + " = " + Quantity.decimal(parameters[each]));
        return String.join(", ", texts);
    }

    /// @param ofTable notes about the rows, which precede these
    List<String> all(List<String> ofTable) {
        List<String> notes = new ArrayList<>(ofTable);
        notes.addAll(refusals());
        notes.add("");
        notes.add(interval());
        notes.add("error: each measured point predicted from the others");
        forms().ifPresent(notes::add);
        backtests().ifPresent(notes::add);
        distance().ifPresent(notes::add);
        sums().ifPresent(notes::add);
        aboveTheirCaller().ifPresent(notes::add);
        absent().ifPresent(notes::add);
        negative().ifPresent(notes::add);
        missing().ifPresent(notes::add);
        notes.add(
                "largest exclusive %s at %s: %s; at %s: %s"
                        .formatted(
                                modeling.metric().name(),
                                named(result.largestMeasured()),
                                shares(result.largestMeasured()),
                                named(at),
                                shares(at)));
        return notes;
    }

    /// The coverage is claimed only as far as it was measured.
    private String interval() {
        double beyond = result.beyond(at);
        String interval =
                "from and to: %s %% prediction interval"
                        .formatted(Quantity.decimal(100 * modeling.level()));
        if (beyond > ModelResult.CALIBRATED_DISTANCE)
            return "%s, not calibrated more than %s times beyond the measured range (this is %s times)%s"
                    .formatted(
                            interval,
                            Quantity.decimal(ModelResult.CALIBRATED_DISTANCE),
                            quantity.text(beyond, Unit.COUNT),
                            TREND);
        return interval
                + (modeling.level() == Modeling.USUAL_LEVEL ? SIMULATED : "")
                + (beyond > 1 ? TREND : "");
    }

    /// Nodes without a model, each with its number of points.
    private List<String> refusals() {
        Table refused = result.refused();
        if (refused.rows() == 0) return List.of();
        List<String> nodes = new ArrayList<>();
        for (int row = 0; row < refused.rows(); row++) {
            List<String> counts = new ArrayList<>();
            for (int column = 2; column < refused.columns().size(); column++)
                counts.add(refused.columns().get(column).text(row));
            nodes.add(
                    "%s (%s)"
                            .formatted(
                                    TextWidth.printable(refused.column("path").text(row)),
                                    String.join(", ", counts)));
        }
        return List.of(
                "no model of %s with fewer than %d values of a parameter: %s"
                        .formatted(
                                ContextSummary.counted(refused.rows(), "node"),
                                Modeling.LEAST_POINTS,
                                Names.some(nodes)));
    }

    private Optional<String> forms() {
        long total = count(Form.TOTAL);
        long falling = count(Form.FALLING);
        if (total + falling == 0 || modeling.form().isPresent()) return Optional.empty();
        NodeModel largest =
                result.models().stream()
                        .filter(model -> model.form() != Form.MEASURED)
                        .max(Comparator.comparingDouble(model -> model.points().getFirst().value()))
                        .orElseThrow();
        String product = "%s x %s".formatted(modeling.metric().name(), parameter());
        return Optional.of(
                "%s %s with %s and %s fitted %s.%s"
                        .formatted(
                                ContextSummary.counted(total + falling, "node"),
                                decrease(total + falling),
                                larger(),
                                total + falling == 1 ? "was" : "were",
                                falling == 0
                                        ? "as " + product
                                        : total == 0
                                                ? "with decreasing terms"
                                                : "as %s (%d) or with decreasing terms (%d)"
                                                        .formatted(product, total, falling),
                                errors(largest, product)));
    }

    private String decrease(long nodes) {
        boolean isTime = modeling.metric().unit().dimension() == Unit.Dimension.TIME;
        String verb = isTime ? "get" : "decrease";
        return (nodes == 1 ? verb + "s" : verb) + (isTime ? " faster" : "");
    }

    private String larger() {
        return (parameter().endsWith("s") ? "more " : "larger ") + parameter();
    }

    private String errors(NodeModel model, String product) {
        Map<Form, Double> errors = model.errorsOfForms();
        if (errors.isEmpty()) return "";
        return " Leave-one-out error of %s: %s (%s), %s (decreasing terms), %s (increasing terms)."
                .formatted(
                        name(model),
                        percent(errors, Form.TOTAL),
                        product,
                        percent(errors, Form.FALLING),
                        percent(errors, Form.MEASURED));
    }

    private static String percent(Map<Form, Double> errors, Form form) {
        return Quantity.percent(errors.getOrDefault(form, Double.NaN) / 100);
    }

    private String parameter() {
        return modeling.parameters().size() == 1 ? modeling.parameters().getFirst() : "a parameter";
    }

    private long count(Form form) {
        return result.models().stream().filter(model -> model.form() == form).count();
    }

    /// How good the same predictions would have been for the largest measurement.
    private Optional<String> backtests() {
        List<Backtest> tests =
                result.models().stream()
                        .flatMap(model -> result.backtest(model.node()).stream())
                        .toList();
        if (tests.isEmpty()) return Optional.empty();
        double[] errors =
                tests.stream()
                        .mapToDouble(test -> Math.abs(test.error()))
                        .filter(Double::isFinite)
                        .sorted()
                        .toArray();
        long held = tests.stream().filter(Backtest::holds).count();
        return Optional.of(
                "backtest: predicting %s from the smaller runs, the median error is %s, and %d of %d nodes are within their interval"
                        .formatted(
                                named(tests.getFirst().at().toArray()),
                                errors.length == 0
                                        ? "-"
                                        : Quantity.percent(errors[errors.length / 2]),
                                held,
                                tests.size()));
    }

    private Optional<String> distance() {
        double beyond = result.beyond(at);
        if (beyond <= 1 || beyond > ModelResult.CALIBRATED_DISTANCE) return Optional.empty();
        return Optional.of(
                "%s is %s times beyond the measured range"
                        .formatted(named(at), quantity.text(beyond, Unit.COUNT)));
    }

    /// A direct fit predicts something else than the sum.
    private Optional<String> sums() {
        double[] totals = result.totals(at);
        Optional<NodeModel> farthest =
                result.models().stream()
                        .filter(model -> result.isSum(model.node()))
                        .filter(model -> apart(model, totals) >= NOTABLE)
                        .max(Comparator.comparingDouble(model -> apart(model, totals)));
        return farthest.map(
                model ->
                        "sum over callees: exclusive model plus the predictions of the callees; alone, %s would be %s"
                                .formatted(name(model), inUnit(model.expected(at))));
    }

    private String name(NodeModel model) {
        return TextWidth.printable(ensemble.tree().name(model.node()));
    }

    private double apart(NodeModel model, double[] totals) {
        double total = totals[model.node()];
        return total == 0 ? 0 : Math.abs(model.expected(at) / total - 1);
    }

    /// Nodes whose own model predicts less than their callees add up to.
    private Optional<String> aboveTheirCaller() {
        double[] totals = result.totals(at);
        double[] callees = new double[totals.length];
        for (NodeModel model : result.models()) {
            int parent = ensemble.tree().parent(model.node());
            if (parent != CallTree.NO_PARENT) callees[parent] += totals[model.node()];
        }
        List<NodeModel> less =
                result.models().stream()
                        .filter(model -> modeling.metric().scope() == Metric.Scope.INCLUSIVE)
                        .filter(model -> !result.isSum(model.node()))
                        .filter(
                                model ->
                                        callees[model.node()]
                                                > totals[model.node()] * (1 + NOTABLE))
                        .sorted(
                                Comparator.comparingDouble(
                                        model -> totals[model.node()] - callees[model.node()]))
                        .toList();
        if (less.isEmpty()) return Optional.empty();
        int first = less.getFirst().node();
        return Optional.of(
                "%s predicted by a direct fit, which agrees better with the measurements, and below the sum of the callees: %s %s, callees %s%s"
                        .formatted(
                                less.size() == 1 ? "1 node is" : less.size() + " nodes are",
                                name(less.getFirst()),
                                inUnit(totals[first]),
                                inUnit(callees[first]),
                                less.size() == 1 ? "" : ", …"));
    }

    private Optional<String> absent() {
        List<String> names =
                result.models().stream()
                        .filter(model -> model.isAbsent(at))
                        .map(this::name)
                        .toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "not called at %s, so predicted as 0: %s"
                                .formatted(named(at), Names.some(names)));
    }

    private Optional<String> negative() {
        long nodes = result.own().models().stream().filter(this::isBelowZero).count();
        return nodes == 0
                ? Optional.empty()
                : Optional.of(
                        "the models of %s predict a value below 0 at %s, which counts as 0; try --form falling or --form total"
                                .formatted(ContextSummary.counted(nodes, "node"), named(at)));
    }

    private boolean isBelowZero(NodeModel model) {
        return !model.isAbsent(at) && model.function().at(at) < model.expected(at);
    }

    private Optional<String> missing() {
        long values = result.models().stream().mapToLong(NodeModel::missing).sum();
        long nodes = result.models().stream().filter(model -> model.missing() > 0).count();
        return values == 0
                ? Optional.empty()
                : Optional.of(
                        "%d values are missing, of %s"
                                .formatted(values, ContextSummary.counted(nodes, "node")));
    }

    /// The nodes that take most without their callees.
    static List<NodeModel> dominating(ModelResult own, double[] parameters) {
        return own.models().stream()
                .sorted(
                        Comparator.comparingDouble((NodeModel model) -> model.expected(parameters))
                                .reversed())
                .limit(MOST_NODES)
                .toList();
    }

    private String shares(double[] parameters) {
        double sum =
                result.own().models().stream()
                        .mapToDouble(model -> Math.max(0, model.expected(parameters)))
                        .sum();
        List<String> texts = new ArrayList<>();
        for (NodeModel model : dominating(result.own(), parameters)) {
            double value = model.expected(parameters);
            if (value > 0)
                texts.add(
                        "%s (%s, %s)"
                                .formatted(
                                        TextWidth.printable(ensemble.tree().name(model.node())),
                                        quantity.text(value, modeling.metric().unit()),
                                        Quantity.percent(value / sum)));
        }
        return texts.isEmpty() ? "no node" : String.join(", ", texts);
    }
}
