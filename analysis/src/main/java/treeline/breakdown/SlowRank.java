package treeline.breakdown;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.numbers.Activities;
import treeline.numbers.Places;
import treeline.single.Workload;
import treeline.view.Quantity;

/// The rank that the others wait for, in words.
public final class SlowRank {
    private static final Quantity QUANTITY = new Quantity(3, false);

    private SlowRank() {}

    /// `rank 2 works 3.15 s longer than the mean of 4 ranks, and the others wait 6.39 s longer`,
    /// threads added up. Empty if no rank works longer than the mean while others wait longer than
    /// it, or if the values of the metric are not loaded.
    public static String text(Profile profile, Metric metric) {
        Places ranks = Places.of(profile.contexts(), Places.By.RANK);
        boolean loaded =
                profile.metrics().stream().anyMatch(each -> each.name().equals(metric.name()));
        if (ranks.size() < 2 || !loaded) return "";
        Workload work = Workload.of(profile, metric, ranks, Activities.of(profile.outline()));
        return work.slow().stream()
                .findFirst()
                .filter(slow -> slow.othersWait() > 0)
                .map(
                        slow ->
                                "%s works %s longer than the mean of %s, and the others wait %s longer"
                                        .formatted(
                                                ranks.name(slow.place()),
                                                QUANTITY.text(slow.excess(), metric.unit()),
                                                ranks.counted(),
                                                QUANTITY.text(slow.othersWait(), metric.unit())))
                .orElse("");
    }
}
