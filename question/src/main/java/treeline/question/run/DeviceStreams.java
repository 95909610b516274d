package treeline.question.run;

import treeline.breakdown.GpuUtilisation;
import treeline.ledger.Account;
import treeline.ledger.Accounts;
import treeline.ledger.Operation;
import treeline.model.Context;
import treeline.model.Outline;
import treeline.question.input.Recording;
import treeline.source.Selection;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.trace.device.DeviceWork;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The busy intervals of the GPU streams of a traced run. Only traces have them: profile values of
/// concurrent streams may overlap.
public final class DeviceStreams {
    private DeviceStreams() {}

    /// The devices of a run; empty if it has no traces of streams.
    ///
    /// @param chosen the contexts that the user looks at
    public static List<GpuUtilisation> of(Recording recording, Selection chosen)
            throws IOException {
        Outline outline = recording.source().outline();
        if (outline.contexts().stream().noneMatch(each -> each.stream() != Context.NONE))
            return List.of();
        Traces traces = recording.source().traces();
        Accounts accounts = Accounts.of(outline);
        Map<Context, List<GpuUtilisation.Stream>> byRank = new LinkedHashMap<>();
        for (TraceLine line : traces.lines()) {
            Context context = outline.contexts().get(line.context());
            if (chosen.contains(line.context()) && context.stream() != Context.NONE)
                byRank.computeIfAbsent(owner(context), _ -> new ArrayList<>())
                        .add(stream(outline, accounts, line, traces.endNanos()));
        }
        List<GpuUtilisation> devices = new ArrayList<>();
        byRank.forEach(
                (rank, streams) -> {
                    Span span = Span.of(rank, outline, accounts, traces);
                    devices.addAll(GpuUtilisation.of(streams, span.beginNanos, span.endNanos));
                });
        return devices;
    }

    /// The traced interval of a rank's threads and streams. Clocks and traces of other ranks may be
    /// offset, so the whole run may be longer.
    private record Span(long beginNanos, long endNanos) {
        static Span of(Context rank, Outline outline, Accounts accounts, Traces traces) {
            long[] span = {Long.MAX_VALUE, Long.MIN_VALUE};
            for (TraceLine line : traces.lines())
                if (belongs(outline.contexts().get(line.context()), rank))
                    line.between(
                            0,
                            traces.endNanos(),
                            (from, to, node) -> {
                                if (!isActive(accounts, node)) return;
                                span[0] = Math.min(span[0], from);
                                span[1] = Math.max(span[1], to);
                            });
            return span[0] > span[1] ? new Span(0, traces.endNanos()) : new Span(span[0], span[1]);
        }

        /// A stream whose rank is not known is used by all of them.
        private static boolean belongs(Context context, Context rank) {
            return (rank.rank() == Context.NONE || rank.rank() == context.rank())
                    && (rank.host().isEmpty() || rank.host().equals(context.host()));
        }
    }

    private static boolean isActive(Accounts accounts, int node) {
        return node >= 0 && accounts.operation(node) != Operation.NO_ACTIVITY;
    }

    private static Context owner(Context stream) {
        return stream.process().inRepetition(Context.NONE);
    }

    private static GpuUtilisation.Stream stream(
            Outline outline, Accounts accounts, TraceLine line, long end) {
        List<GpuUtilisation.Interval> busy = new ArrayList<>();
        line.between(
                0,
                end,
                (from, to, node) -> {
                    if (isActive(accounts, node))
                        busy.add(
                                new GpuUtilisation.Interval(
                                        from, to, accounts.of(node) == Account.COMMUNICATION));
                });
        return new GpuUtilisation.Stream(
                owner(outline.contexts().get(line.context())).toString(),
                DeviceWork.deviceOf(outline, line.context()),
                busy);
    }
}
