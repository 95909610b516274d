package treeline.scaling.model;

import treeline.cores.Ranges;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Statistic;
import treeline.model.ImmutableDoubles;
import treeline.model.Metric;
import treeline.model.SparseRows;
import treeline.scaling.search.Form;
import treeline.scaling.search.MeasuredPoint;
import treeline.scaling.search.MultiParameterSearch;
import treeline.scaling.search.ParameterAxis;
import treeline.scaling.search.Points;
import treeline.scaling.search.SearchSettings;
import treeline.scaling.search.SearchSpace;
import treeline.scaling.search.Searches;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Performance models of all nodes of an ensemble as functions of parameters such as the number of
/// ranks, with predictions for unmeasured values. The models are Extra-P's: the performance model
/// normal form, its search space, and model selection by leave-one-out cross-validation. Decreasing
/// values are fitted in a form that can decrease ([Form]).
///
/// ```
/// ModelResult models = Modeling.of(time, "ranks").on(ensemble);
/// Table growth = models.predictions(4096);
/// ```
///
/// Runs with equal parameters are repetitions; a statistic of them is fitted. Missing and infinite
/// values are excluded and counted.
///
/// @param parameters keys of numeric metadata
/// @param value the statistic of repetitions that is fitted
/// @param form if empty, chosen for each node by its values
/// @param level confidence level of the prediction intervals
public record Modeling(
        Metric metric,
        List<String> parameters,
        Statistic value,
        Optional<Form> form,
        double level) {

    /// Extra-P's recommendation for each parameter: from fewer points every model fits.
    public static final int MIN_POINTS = 5;

    public static final double DEFAULT_LEVEL = 0.95;
    static final int NODES_PER_TASK = 16;
    private static final int MAX_PARAMETERS = 10;

    public Modeling {
        parameters = List.copyOf(parameters);
        if (parameters.isEmpty() || parameters.size() > MAX_PARAMETERS)
            throw new IllegalArgumentException("a model must have 1 to 10 parameters");
        if (parameters.stream().distinct().count() < parameters.size())
            throw new IllegalArgumentException("a parameter is named twice: " + parameters);
        if (!(level > 0 && level < 1))
            throw new IllegalArgumentException(
                    "a confidence level must be between 0 and 1, found " + level);
    }

    public static Modeling of(Metric metric, String... parameters) {
        return new Modeling(
                metric, List.of(parameters), Statistic.MEAN, Optional.empty(), DEFAULT_LEVEL);
    }

    /// Repetitions count by this: the mean, the median, the minimum or the maximum.
    public Modeling by(Statistic statistic) {
        return new Modeling(metric, parameters, statistic, form, level);
    }

    /// All models in this form, whatever the values do.
    public Modeling as(Form chosen) {
        return new Modeling(metric, parameters, value, Optional.of(chosen), level);
    }

    /// Intervals that hold so large a share of measurements, such as 0.95.
    public Modeling confident(double share) {
        return new Modeling(metric, parameters, value, form, share);
    }

    /// The same of another metric.
    public Modeling withMetric(Metric other) {
        return new Modeling(other, parameters, value, form, level);
    }

    /// The models of all nodes, computed on all cores.
    ///
    /// @throws IllegalArgumentException if no run has numbers for all parameters
    public ModelResult on(Ensemble ensemble) {
        boolean hasCallees = metric.addsUp() && metric.scope() == Metric.Scope.INCLUSIVE;
        return on(
                ensemble,
                hasCallees
                        ? Optional.of(
                                withMetric(metric.in(Metric.Scope.EXCLUSIVE))
                                        .on(ensemble, Optional.empty()))
                        : Optional.empty());
    }

    /// The settings of the search. Terms that are infinite at 1 are searched only if their form is
    /// requested and all runs are at parameters above 1, as in Extra-P.
    private SearchSettings rules(double smallest) {
        boolean asExtraP = form.equals(Optional.of(Form.FALLING)) && smallest > 1;
        return new SearchSettings(
                parameters,
                form,
                level,
                asExtraP ? SearchSpace.ALSO_FALLING : SearchSpace.FINITE_FALLING);
    }

    private ModelResult on(Ensemble ensemble, Optional<ModelResult> own) {
        var grid = new ParameterGrid(ensemble, this);
        var rules = rules(grid.smallest());
        SparseRows rows = ensemble.column(metric).byNode();
        Map<List<ImmutableDoubles>, Searches> known = new ConcurrentHashMap<>();
        List<String> paths = ensemble.paths();
        List<ModelResult.Outcome> outcomes = new ArrayList<>();
        for (List<ModelResult.Outcome> some :
                Ranges.map(
                        rows.rows(),
                        NODES_PER_TASK,
                        (from, to) -> outcomes(grid, rules, known, rows, paths, from, to)))
            outcomes.addAll(some);
        return new ModelResult(this, outcomes, grid, ensemble.tree(), own);
    }

    private List<ModelResult.Outcome> outcomes(
            ParameterGrid grid,
            SearchSettings rules,
            Map<List<ImmutableDoubles>, Searches> known,
            SparseRows rows,
            List<String> paths,
            int from,
            int to) {
        List<ModelResult.Outcome> outcomes = new ArrayList<>();
        for (int node = from; node < to; node++) {
            NodeMeasurements samples = grid.samples(rows, node);
            if (!isEnough(samples)) {
                outcomes.add(new ModelResult.Refused(node, paths.get(node), samples));
                continue;
            }
            Points points = Points.of(samples.points());
            List<ImmutableDoubles> at = samples.points().stream().map(MeasuredPoint::at).toList();
            Searches searches = known.computeIfAbsent(at, _ -> Searches.of(points, rules));
            outcomes.add(
                    new ModelResult.Modelled(
                            new NodeModel(node, paths.get(node), this, rules, samples, searches)));
        }
        return outcomes;
    }

    private static boolean isEnough(NodeMeasurements samples) {
        if (samples.points().isEmpty()) return false;
        Points points = Points.of(samples.points());
        return MultiParameterSearch.hasValues(points, MIN_POINTS) && hasLines(points);
    }

    /// Whether each parameter changes while the others do not: else none can be told from another.
    private static boolean hasLines(Points points) {
        for (int parameter = 0;
                points.parameters() > 1 && parameter < points.parameters();
                parameter++) if (ParameterAxis.of(points, parameter).x().size() < 2) return false;
        return true;
    }
}
