package treeline.scaling.search;

import treeline.scaling.LogSlope;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The form chosen for some points, and the model fitted in that form. Decreasing values are
/// multiplied by the parameter before fitting, because this predicts best on generated data with
/// known truth and on real strong-scaling series. Decreasing terms are used instead if their
/// leave-one-out error is at most two thirds of that.
///
/// @param parameter the parameter that values are multiplied by in [Form#TOTAL]
/// @param found the best fit in this form
/// @param reason the reason for the choice, as text
/// @param errors leave-one-out errors of the compared forms, in percent
public record FormChoice(
        Form form, int parameter, SearchResult found, String reason, Map<Form, Double> errors) {
    public FormChoice {
        errors = Map.copyOf(errors);
    }

    private FormChoice(Form form, int parameter, SearchResult found, String reason) {
        this(form, parameter, found, reason, Map.of());
    }

    /// Values that fall as this power of a parameter, or faster, fall.
    static final double FALLS_BELOW = -0.15;

    private static final double CLEARLY_BETTER = 2.0 / 3;

    /// In percent: errors of functions that fit all points.
    private static final double ROUNDING = 1e-9;

    /// @param plan of these points
    static FormChoice of(Points points, SearchSettings rules, ExperimentDesign plan) {
        List<String> parameters = rules.parameters();
        Optional<Form> asked = rules.form();
        int falling = fallingParameter(points, plan);
        int multiplied = Math.max(0, falling);
        Searcher searcher = form -> found(form, points, multiplied, plan);
        if (asked.isPresent())
            return new FormChoice(
                    asked.get(), multiplied, searcher.of(asked.get()), "as requested");
        SearchResult measured = searcher.of(Form.MEASURED);
        boolean sinks =
                measured.function().terms().stream().anyMatch(term -> term.coefficient() < 0)
                        && points.parameters() == 1
                        && !isConstant(points);
        if (falling < 0 && !sinks)
            return new FormChoice(Form.MEASURED, 0, measured, "values do not decrease");
        SearchResult below = searcher.of(Form.FALLING);
        if (points.distinct(multiplied)[0] <= 0)
            return new FormChoice(
                    Form.FALLING,
                    multiplied,
                    below,
                    "values decrease with %s, which is not positive everywhere"
                            .formatted(parameters.get(multiplied)));
        SearchResult total = searcher.of(Form.TOTAL);
        boolean better =
                below.quality().leaveOneOut()
                        < CLEARLY_BETTER * total.quality().leaveOneOut() - ROUNDING;
        String reason =
                "values decrease with %s; leave-one-out error: %s (values x %s), %s (decreasing terms), %s (increasing terms)"
                        .formatted(
                                parameters.get(multiplied),
                                percent(total),
                                parameters.get(multiplied),
                                percent(below),
                                percent(measured));
        Map<Form, Double> errors =
                Map.of(
                        Form.TOTAL, total.quality().leaveOneOut(),
                        Form.FALLING, below.quality().leaveOneOut(),
                        Form.MEASURED, measured.quality().leaveOneOut());
        return better
                ? new FormChoice(Form.FALLING, multiplied, below, reason, errors)
                : new FormChoice(Form.TOTAL, multiplied, total, reason, errors);
    }

    private static boolean isConstant(Points points) {
        return Arrays.stream(points.values()).distinct().count() == 1;
    }

    @FunctionalInterface
    private interface Searcher {
        SearchResult of(Form form);
    }

    private static String percent(SearchResult found) {
        return String.format(Locale.ROOT, "%.3g %%", found.quality().leaveOneOut());
    }

    private static SearchResult found(
            Form form, Points points, int parameter, ExperimentDesign plan) {
        Points of = form == Form.TOTAL ? points.times(parameter) : points;
        return plan.parameters() == 1
                ? plan.search(form, 0).best(of)
                : new MultiParameterSearch(plan, form, of).best();
    }

    /// The parameter with which values fall fastest, -1 if they fall with none: without two values
    /// above 0, the slope is NaN.
    private static int fallingParameter(Points points, ExperimentDesign plan) {
        int falling = -1;
        double steepest = FALLS_BELOW;
        for (int parameter = 0; parameter < points.parameters(); parameter++) {
            Points alone = plan.along(points, parameter);
            double slope = LogSlope.of(alone.of(0), alone.values());
            if (!(slope < steepest)) continue;
            steepest = slope;
            falling = parameter;
        }
        return falling;
    }
}
