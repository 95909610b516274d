package treeline.figure;

import treeline.ledger.Account;
import treeline.plot.Caption;
import treeline.plot.StackedAreas;
import treeline.trace.timeline.CategoryTimes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/// Share of contexts per activity over time. It is computed from the time of all samples.
public final class UtilisationFigure {
    /// Number of time bins.
    public static final int BINS = 180;

    private static final String IDLE = "no activity";
    private static final String NOT_TRACED = "not traced";

    private final CategoryTimes times;
    private final List<StackedAreas.Part> parts = new ArrayList<>();

    private UtilisationFigure(CategoryTimes times) {
        this.times = times;
    }

    /// The utilisation as a figure.
    ///
    /// @param times by [Account]
    /// @param subtitle the contexts and the window
    public static StackedAreas of(CategoryTimes times, String subtitle) {
        var figure = new UtilisationFigure(times);
        for (Account account : Account.values())
            figure.add(
                    account.text(),
                    AccountColour.of(account),
                    bin -> times.nanos(account.ordinal(), bin));
        figure.add(IDLE, StackedAreas.Part.REST, times::idleNanos);
        figure.add(NOT_TRACED, StackedAreas.Part.NONE, figure::untraced);
        return new StackedAreas(
                new Caption(
                        "Utilisation over time",
                        subtitle,
                        List.of(
                                "%d bins of equal length; shares of the time of all traced contexts"
                                        .formatted(times.bins()))),
                "share of contexts",
                IntStream.rangeClosed(0, times.bins())
                        .mapToObj(bin -> times.edge(bin) / 1e9)
                        .toList(),
                figure.parts);
    }

    private long untraced(int bin) {
        long traced = times.idleNanos(bin);
        for (int i = 0; i < Account.values().length; i++) traced += times.nanos(i, bin);
        return times.capacityNanos(bin) - traced;
    }

    private void add(String name, int colour, IntToLongFunction nanos) {
        List<Double> shares = shares(nanos);
        if (shares.stream().anyMatch(share -> share > 0))
            parts.add(new StackedAreas.Part(name, shares, colour));
    }

    private List<Double> shares(IntToLongFunction nanos) {
        return IntStream.range(0, times.bins())
                .mapToObj(
                        bin -> (double) nanos.applyAsLong(bin) / (double) times.capacityNanos(bin))
                .toList();
    }
}
