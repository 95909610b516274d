package treeline.app.commands;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.transform.Scopes;

/// A run with nothing but one metric, in the scope that an analysis works on.
final class Scoped {
    private Scoped() {}

    static Profile of(RunOptions.Run run, Metric metric) {
        Profile profile = run.profile();
        return profile.withOnly(metric, Scopes.column(profile, run.metric(), metric.scope()));
    }
}
