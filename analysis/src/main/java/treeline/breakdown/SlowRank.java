package treeline.breakdown;

import static treeline.statement.Argument.amount;
import static treeline.statement.Argument.name;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.ledger.Accounts;
import treeline.single.Workload;
import treeline.statement.Sentence;

import java.util.Optional;

/// The rank that the others wait for.
public final class SlowRank {
    private SlowRank() {}

    /// `rank 2 computes 3.15 s longer than the mean of 4 ranks, and the other ranks wait 6.39 s
    /// longer`. Empty if no rank works longer than the mean while others wait longer than
    /// it, or if the values of the metric are not loaded.
    public static Optional<Sentence> of(Profile profile, Metric metric) {
        Locations ranks = Locations.of(profile.contexts(), Locations.By.RANK);
        boolean loaded =
                profile.metrics().stream().anyMatch(each -> each.name().equals(metric.name()));
        if (ranks.size() < 2 || !loaded) return Optional.empty();
        Workload work = Workload.of(profile, metric, ranks, Accounts.of(profile.outline()));
        return work.slow().stream()
                .findFirst()
                .filter(slow -> slow.othersWait() > 0)
                .map(
                        slow ->
                                Sentence.of(
                                        "{rank} computes {excess} longer than the mean of {ranks},"
                                                + " and the other ranks wait {wait} longer",
                                        name(work.worker(slow.place())),
                                        amount(slow.excess(), metric.unit()),
                                        name(ranks.counted()),
                                        amount(slow.othersWait(), metric.unit())));
    }
}
