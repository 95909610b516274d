package treeline.dashboard.runs;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Status;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.transform.Formula;

import java.util.List;
import java.util.Map;

/// A metric that a request defines, `NAME=FORMULA`, as `--define` of the ensemble commands.
///
/// @param text as requested, for caches
record MetricDefinition(String name, Formula formula, String text) {
    /// The parameter of a request, which may be given several times.
    static final String PARAMETER = "define";

    private static final int MAX_DEFINITIONS = 20;
    private static final int MAX_LENGTH = 2_000;

    /// The definitions of a request, in order: later ones may use earlier ones.
    static List<MetricDefinition> in(RequestParameters question) {
        List<String> all = question.all(PARAMETER);
        if (all.size() > MAX_DEFINITIONS)
            throw RefusedRequest.wrong(
                    "the request defines %d metrics, at most %d are allowed"
                            .formatted(all.size(), MAX_DEFINITIONS));
        return all.stream().map(MetricDefinition::of).toList();
    }

    private static MetricDefinition of(String text) {
        int mark = text.indexOf('=');
        String name = mark < 0 ? "" : text.substring(0, mark).strip();
        if (name.isEmpty() || text.length() > MAX_LENGTH)
            throw new RefusedRequest(
                    Status.UNPROCESSABLE,
                    "expected NAME=FORMULA of at most %d characters".formatted(MAX_LENGTH),
                    "such as rate = bytes / time");
        try {
            return new MetricDefinition(name, Formula.parse(text.substring(mark + 1)), text);
        } catch (IllegalArgumentException wrong) {
            throw refused(wrong, "such as bytes / time");
        }
    }

    /// The metric in a run, without its values.
    Metric in(Outline outline, Map<String, Double> facts) {
        try {
            return formula.metricIn(outline, name, facts);
        } catch (IllegalArgumentException wrong) {
            List<String> known = outline.metrics().stream().map(Metric::name).distinct().toList();
            throw refused(wrong, "the metrics are " + String.join(", ", known));
        }
    }

    private static RefusedRequest refused(IllegalArgumentException wrong, String hint) {
        return new RefusedRequest(Status.UNPROCESSABLE, String.valueOf(wrong.getMessage()), hint);
    }
}
