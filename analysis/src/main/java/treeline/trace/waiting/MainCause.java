package treeline.trace.waiting;

import treeline.model.Unit;
import treeline.statement.Argument;
import treeline.statement.Sentence;
import treeline.table.Table;

import java.util.Optional;

/// The sentence about the work that causes most waiting, for every answer that has
/// [causes][WaitTable#causes]. Work with a small share is not called the cause.
public final class MainCause {
    /// Below this share of all waiting, no call path is named as the cause.
    public static final double MIN_SHARE = 0.2;

    /// Waiting without a known cause is stated from this share on.
    public static final double UNEXPLAINED_SHARE = 0.01;

    private MainCause() {}

    /// The cause with the largest share, or that no share is large.
    ///
    /// @param causes with the largest share first
    public static Optional<Sentence> of(Table causes) {
        if (causes.rows() == 0) return Optional.empty();
        Argument share = Argument.share(causes.column("share").number(0));
        return Optional.of(
                causes.column("share").number(0) < MIN_SHARE
                        ? Sentence.of(
                                "no call path of a rank causes more than {share} of all waiting in"
                                        + " MPI",
                                share)
                        : Sentence.of(
                                "{context} makes others wait {time} ({share} of all waiting in"
                                        + " MPI), by its work in {path}",
                                Argument.name(causes.column("context").text(0)),
                                Argument.amount(causes.column("seconds").number(0), Unit.SECONDS),
                                share,
                                Argument.path(causes.column("path").text(0))));
    }

    /// The waiting for which no rank did more work than the one that waited, or waited itself.
    public static Optional<Sentence> unexplained(DelayCosts costs) {
        double share = costs.unexplainedNanos() / costs.consideredNanos();
        return share < UNEXPLAINED_SHARE || Double.isNaN(share)
                ? Optional.empty()
                : Optional.of(
                        Sentence.of(
                                "{share} of the waiting in MPI has no cause in the trace, such as"
                                        + " the transfer of messages",
                                Argument.share(share)));
    }
}
