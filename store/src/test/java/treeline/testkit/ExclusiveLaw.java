package treeline.testkit;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;

import java.util.ArrayList;
import java.util.List;

/// What holds in every profile that does not contradict itself, computed the slow and obvious way:
/// no exclusive value is negative, and all of a context are together the inclusive values of its
/// roots. Where a metric has inclusive values only, exclusive ones are what the next measured nodes
/// below do not have.
public final class ExclusiveLaw {
    private static final double ROUNDING = 1e-4;

    private ExclusiveLaw() {}

    /// The metrics that break it, each with the first context and why.
    public static List<String> brokenBy(Profile profile) {
        List<String> broken = new ArrayList<>();
        for (Metric metric : profile.metrics())
            if (metric.scope() == Scope.EXCLUSIVE
                    || (metric.scope() == Scope.INCLUSIVE
                            && !profile.metrics().contains(metric.in(Scope.EXCLUSIVE))))
                for (int context = 0; context < profile.contexts().size(); context++) {
                    String wrong = wrong(profile, metric, context);
                    if (wrong.isEmpty()) continue;
                    broken.add(metric.name() + ": " + wrong);
                    break;
                }
        return broken;
    }

    private static String wrong(Profile profile, Metric metric, int context) {
        boolean computed = metric.scope() == Scope.INCLUSIVE;
        double[] values = values(profile, metric, context);
        double[] alone = computed ? alone(profile.tree(), values) : values;
        double sum = 0;
        double largest = 0;
        for (double value : alone) largest = Math.max(largest, Math.abs(orZero(value)));
        for (int node = 0; node < alone.length; node++) {
            double scale = computed ? Math.abs(values[node]) : largest;
            if (alone[node] < -ROUNDING * scale)
                return "%s of %s".formatted(alone[node], profile.tree().path(node));
            sum += orZero(alone[node]);
        }
        Metric inclusive = metric.in(Scope.INCLUSIVE);
        if (!profile.metrics().contains(inclusive)) return "";
        double roots = ofRoots(profile.tree(), values(profile, inclusive, context));
        boolean equal =
                Math.abs(sum - roots) <= ROUNDING * Math.max(Math.abs(sum), Math.abs(roots));
        return equal ? "" : "%s and %s".formatted(sum, roots);
    }

    private static double[] values(Profile profile, Metric metric, int context) {
        double[] values = new double[profile.tree().size()];
        for (int node = 0; node < values.length; node++)
            values[node] = profile.column(metric).at(context, node);
        return values;
    }

    private static double[] alone(CallTree tree, double[] inclusive) {
        double[] alone = inclusive.clone();
        for (int node = 0; node < alone.length; node++) {
            int caller = measuredCaller(tree, inclusive, node);
            if (caller != CallTree.NO_PARENT) alone[caller] -= orZero(inclusive[node]);
        }
        return alone;
    }

    private static double ofRoots(CallTree tree, double[] inclusive) {
        double sum = 0;
        for (int node = 0; node < inclusive.length; node++)
            if (measuredCaller(tree, inclusive, node) == CallTree.NO_PARENT)
                sum += orZero(inclusive[node]);
        return sum;
    }

    private static int measuredCaller(CallTree tree, double[] values, int node) {
        int caller = tree.parent(node);
        while (caller != CallTree.NO_PARENT && Double.isNaN(values[caller]))
            caller = tree.parent(caller);
        return caller;
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }
}
