package treeline.trace.waiting;

import treeline.model.Unit;
import treeline.statement.Argument;
import treeline.statement.Sentence;
import treeline.table.Aggregate;
import treeline.table.Order;
import treeline.table.Table;

import java.util.Optional;

/// The sentence about the work that causes most waiting, for every answer that has
/// [causes][WaitTable#causes]. Work with a small share is not called the cause.
public final class MainCause {
    /// Below this share of all waiting, no call path is named as the cause.
    public static final double MIN_SHARE = 0.2;

    /// From this share on, a context is named as the cause by all of its call paths together. One
    /// of two contexts that delay each other by chance has about half.
    private static final double MOST_SHARE = 0.8;

    /// Waiting without a known cause is stated from this share on.
    public static final double UNEXPLAINED_SHARE = 0.01;

    private MainCause() {}

    /// The cause with the largest share, or that no share is large.
    ///
    /// @param causes with the largest share first
    public static Optional<Sentence> of(Table causes) {
        if (causes.rows() == 0) return Optional.empty();
        Argument share = Argument.share(causes.column("share").number(0));
        if (causes.column("share").number(0) < MIN_SHARE) {
            Optional<Sentence> context = ofContext(causes);
            if (context.isPresent()) return context;
        }
        return Optional.of(
                causes.column("share").number(0) < MIN_SHARE
                        ? Sentence.of(
                                "no call path of a rank causes more than {share} of all waiting in"
                                        + " communication",
                                share)
                        : Sentence.of(
                                "{context} makes others wait {time} ({share} of all waiting in"
                                        + " communication), by its work in {path}",
                                Argument.name(causes.column("context").text(0)),
                                Argument.amount(causes.column("seconds").number(0), Unit.SECONDS),
                                share,
                                Argument.path(causes.column("path").text(0))));
    }

    /// The context that causes most waiting by many call paths, such as those of numbered steps.
    private static Optional<Sentence> ofContext(Table causes) {
        Table contexts =
                causes.groupBy("context")
                        .aggregate(
                                Aggregate.sum("seconds").as("seconds"),
                                Aggregate.sum("share").as("share"))
                        .sort(Order.descending("share"));
        if (contexts.column("share").number(0) < MOST_SHARE) return Optional.empty();
        String context = contexts.column("context").text(0);
        int first = 0;
        while (!causes.column("context").text(first).equals(context)) first++;
        return Optional.of(
                Sentence.of(
                        "{context} makes others wait {time} ({share} of all waiting in"
                                + " communication), by its work in several call paths, such as"
                                + " {path}",
                        Argument.name(context),
                        Argument.amount(contexts.column("seconds").number(0), Unit.SECONDS),
                        Argument.share(contexts.column("share").number(0)),
                        Argument.path(causes.column("path").text(first))));
    }

    /// The waiting for which no rank did more work than the one that waited, or waited itself.
    public static Optional<Sentence> unexplained(DelayCosts costs) {
        double share = costs.unexplainedNanos() / costs.consideredNanos();
        return share < UNEXPLAINED_SHARE || Double.isNaN(share)
                ? Optional.empty()
                : Optional.of(
                        Sentence.of(
                                "{share} of the waiting in communication has no cause in the trace,"
                                        + " such as the transfer of messages",
                                Argument.share(share)));
    }
}
