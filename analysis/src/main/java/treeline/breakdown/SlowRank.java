package treeline.breakdown;

import static treeline.statement.Argument.amount;
import static treeline.statement.Argument.name;

import treeline.single.Workload;
import treeline.statement.Sentence;

import java.util.Optional;

/// The rank that the others wait for.
public final class SlowRank {
    private SlowRank() {}

    /// `rank 2 computes 3.15 s longer than the mean of 4 ranks, and the other ranks wait 6.39 s
    /// longer`. Empty if no rank computes longer than the mean while others wait longer than it.
    public static Optional<Sentence> of(Workload work) {
        return work.slow().stream()
                .findFirst()
                .filter(slow -> slow.othersWait() > 0)
                .map(
                        slow ->
                                Sentence.of(
                                        "{rank} computes {excess} longer than the mean of {ranks},"
                                                + " and the other ranks wait {wait} longer",
                                        name(work.worker(slow.place())),
                                        amount(slow.excess(), work.metric().unit()),
                                        name(work.places().counted()),
                                        amount(slow.othersWait(), work.metric().unit())));
    }
}
