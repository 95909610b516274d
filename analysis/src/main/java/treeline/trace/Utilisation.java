package treeline.trace;

import treeline.numbers.activity.Activities;
import treeline.numbers.activity.Activity;
import treeline.source.trace.TraceLine;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The time of each context in a window by activity. The rest of the window is idle: the context
/// was in no call, or not traced.
public final class Utilisation {
    private Utilisation() {}

    /// One row per context: the fraction of the window in each activity, and idle.
    public static Table of(TracePart part) {
        Activities activities = Activities.of(part.outline());
        List<Activity> kinds = List.of(Activity.values());
        int[] kindOf = new int[part.outline().tree().size()];
        for (int node = 0; node < kindOf.length; node++)
            kindOf[node] = kinds.indexOf(activities.of(node));
        long span = part.window().toNanos() - part.window().fromNanos();
        List<double[]> rows =
                ParallelTraceLines.inParallel(
                                part.lines(),
                                lines -> {
                                    List<double[]> shares = new ArrayList<>();
                                    for (TraceLine line : lines)
                                        shares.add(shares(part, line, kindOf, span));
                                    return shares;
                                })
                        .stream()
                        .flatMap(List::stream)
                        .toList();
        List<String> names = part.names();
        int size = rows.size();
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text("context", size, i -> names.get(part.lines().get(i).context())));
        for (Activity kind : kinds)
            columns.add(
                    Column.real(
                                    kind.name().toLowerCase(Locale.ROOT),
                                    size,
                                    i -> rows.get(i)[kinds.indexOf(kind)])
                            .share()
                            .headed(heading(kind)));
        columns.add(
                Column.real(
                                "idle",
                                size,
                                i -> {
                                    double busy = 0;
                                    for (double share : rows.get(i)) busy += share;
                                    return Math.max(0, 1 - busy);
                                })
                        .share());
        return Table.of(columns);
    }

    private static String heading(Activity kind) {
        return switch (kind) {
            case COMPUTATION -> "computes";
            case COMMUNICATION -> "communicates";
            case SYNCHRONISATION -> "synchronises";
            case FILES, KERNELS -> kind.text();
        };
    }

    private static double[] shares(TracePart part, TraceLine line, int[] kindOf, long span) {
        long[] nanos = new long[Activity.values().length];
        line.between(
                part.window().fromNanos(),
                part.window().toNanos(),
                (begin, end, node) -> {
                    if (node >= 0 && node < kindOf.length) nanos[kindOf[node]] += end - begin;
                });
        double[] shares = new double[nanos.length];
        for (int i = 0; i < shares.length; i++) shares[i] = (double) nanos[i] / span;
        return shares;
    }
}
