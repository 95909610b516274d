package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.model.Metadata;
import treeline.record.events.AggregatorChoice;
import treeline.record.events.Misuse;
import treeline.record.events.Room;
import treeline.record.parts.MessageReader;
import treeline.record.parts.MessageWriter;
import treeline.record.parts.PathTable;
import treeline.record.parts.RecordedMetrics;
import treeline.record.parts.WritePhase;
import treeline.record.ranks.Communicator;
import treeline.record.ranks.RankGroup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Runs the three phases of parallel I/O and reports the result to the root: for the final output
/// and, on a communicator of its own, for snapshots.
final class ThreePhases {
    private final Communicator ranks;
    private final SyncPhase sync;
    private @Nullable RankGroup group;
    private int ranksPerGroup;
    private long workNanos;

    ThreePhases(Communicator ranks) {
        this(ranks, new SyncPhase(ranks));
    }

    private ThreePhases(Communicator ranks, SyncPhase sync) {
        this.ranks = ranks;
        this.sync = sync;
    }

    /// Run again and again, so the ranks mostly know the call paths already; values come apart.
    static ThreePhases ofSnapshots(Communicator ranks) {
        return new ThreePhases(ranks, new SyncPhase(ranks, false));
    }

    /// The number and location of the files. Asked by the ranks that decide and write: the others
    /// load none of that code.
    interface Output extends AggregatorChoice {
        WritePhase.Target target();
    }

    /// The result on the root; other ranks have only their own times.
    record Outcome(
            int files,
            long bytes,
            long syncNanos,
            long gatherNanos,
            long writeNanos,
            Map<Misuse, Misuse.Entry> misuse,
            List<String> problems) {
        Outcome {
            misuse = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(misuse));
            problems = List.copyOf(problems);
        }
    }

    /// @param prepare what the root does to the target before anyone writes; null on other ranks
    Outcome run(
            RankEvents events,
            Output output,
            Metadata metadata,
            boolean whileRunning,
            @Nullable Runnable prepare) {
        long start = System.nanoTime();
        RankPaths paths = RankPaths.of(events);
        workNanos = System.nanoTime() - start;
        SyncPhase.Outcome agreed =
                sync.run(paths, sync.early(paths, whileRunning), output, prepare);
        PathTable table = agreed.table();
        long synced = System.nanoTime();
        if (table == null) {
            GatherPhase.forgetSent(paths, whileRunning);
            return outcome(List.of(), 1, Map.of(), synced - start);
        }
        byte[] status =
                gathered(
                        paths,
                        agreed,
                        metadata.with("recorder.sync", seconds(synced - start)),
                        output,
                        whileRunning);
        List<byte[]> statuses =
                table.facts().groups() == 1 ? List.of(status) : ranks.gather(status, 0);
        return outcome(statuses, table.facts().groups(), agreed.misuse(), synced - start);
    }

    /// What the last run kept this rank busy with, without the time it waited for others.
    long workNanos() {
        return workNanos;
    }

    /// Phases 2 and 3. What the aggregator has to say of them; empty on other ranks.
    private byte[] gathered(
            RankPaths paths,
            SyncPhase.Outcome agreed,
            Metadata metadata,
            Output output,
            boolean whileRunning) {
        PathTable table = agreed.requireTable();
        RankGroup mine = group(table.facts());
        boolean isAggregator = mine.rank() == 0;
        boolean inTurns = table.facts().inTurns();
        int part = ranks.rank() / table.facts().ranksPerGroup();
        RecordedMetrics metrics = paths.rank().metrics.recorded();
        try (Room _ = Room.take(isAggregator && inTurns)) {
            long called = System.nanoTime();
            GatherPhase.Gathered all = gather(mine, paths, agreed, whileRunning);
            workNanos += all.packNanos();
            if (!isAggregator) return new byte[0];
            long gathered = System.nanoTime();
            Metadata told =
                    ranks.rank() == 0
                            ? described(metadata, agreed, gathered - called)
                            : Metadata.NONE;
            try (Room _ = Room.take(!inTurns)) {
                long begun = System.nanoTime();
                WritePhase.Written written =
                        WritePhase.run(all.messages(), part, table, metrics, told, output.target());
                long done = System.nanoTime();
                workNanos += done - begun;
                return status(written, gathered - called, done - gathered);
            }
        }
    }

    private GatherPhase.Gathered gather(
            RankGroup mine, RankPaths paths, SyncPhase.Outcome agreed, boolean whileRunning) {
        PathTable table = agreed.requireTable();
        if (!agreed.values().isEmpty()) {
            GatherPhase.forgetSent(paths, whileRunning);
            return new GatherPhase.Gathered(agreed.values(), 0);
        }
        return GatherPhase.run(mine, paths, table, whileRunning);
    }

    /// One group needs no communicator beside that of all ranks, which costs several messages.
    private RankGroup group(PathTable.Facts facts) {
        if (facts.groups() == 1) return ranks;
        RankGroup known = group;
        if (known != null && ranksPerGroup == facts.ranksPerGroup()) return known;
        if (known != null) known.close();
        ranksPerGroup = facts.ranksPerGroup();
        known = ranks.blocks(ranksPerGroup);
        group = known;
        return known;
    }

    private static Metadata described(
            Metadata metadata, SyncPhase.Outcome agreed, long gatherNanos) {
        Metadata all =
                metadata.with("recorder.files", agreed.requireTable().facts().groups())
                        .with("recorder.gather", seconds(gatherNanos));
        for (Map.Entry<Misuse, Misuse.Entry> each : agreed.misuse().entrySet())
            all =
                    all.with(
                            "recorder.misuse."
                                    + each.getKey().name().toLowerCase(java.util.Locale.ROOT),
                            each.getValue().count() == 1
                                    ? "once, at " + each.getValue().firstPlace()
                                    : "%d times, first at %s"
                                            .formatted(
                                                    each.getValue().count(),
                                                    each.getValue().firstPlace()));
        return all;
    }

    private static Metadata.Value seconds(long nanos) {
        return new Metadata.Value.Real(nanos / 1e9);
    }

    private static byte[] status(WritePhase.Written written, long gatherNanos, long writeNanos) {
        var out = new MessageWriter(64);
        out.varint(written.bytes()).varint(gatherNanos).varint(writeNanos);
        out.varint(written.problems().size());
        for (String problem : written.problems()) out.text(problem);
        return out.message();
    }

    /// Times are those of the slowest aggregator.
    private static Outcome outcome(
            List<byte[]> statuses, int files, Map<Misuse, Misuse.Entry> misuse, long syncNanos) {
        long bytes = 0;
        long gatherNanos = 0;
        long writeNanos = 0;
        List<String> problems = new ArrayList<>();
        for (byte[] status : statuses) {
            if (status.length == 0) continue;
            var in = new MessageReader(status);
            bytes += in.varint();
            gatherNanos = Math.max(gatherNanos, in.varint());
            writeNanos = Math.max(writeNanos, in.varint());
            for (int left = in.count(); left > 0; left--) problems.add(in.text());
        }
        return new Outcome(files, bytes, syncNanos, gatherNanos, writeNanos, misuse, problems);
    }

    void close() {
        if (group != null) group.close();
        ranks.close();
    }
}
