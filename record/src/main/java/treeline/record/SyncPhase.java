package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.record.events.AggregatorChoice;
import treeline.record.events.Misuse;
import treeline.record.parts.MessageReader;
import treeline.record.parts.MessageWriter;
import treeline.record.parts.PathSet;
import treeline.record.parts.PathTable;
import treeline.record.parts.ValuesMessage;
import treeline.record.ranks.Communicator;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Phase 1: all ranks agree on the call paths and their numbers.
///
/// TinyProf gathers the non-common paths of all ranks on all ranks, assumes that every rank ran
/// every common event, and numbers names in the order of each rank. Here ranks send a hash of their
/// paths to the root, which requests the paths of the few ranks that differ and broadcasts its
/// table. This takes P short messages instead of P², does not assume that common events ran
/// everywhere, and gives the same numbers on all ranks.
final class SyncPhase {
    /// Non-common paths up to this size travel with the first message, which mostly saves a second.
    private static final int INLINE_BYTES = 512;

    /// One aggregator holds its group's values in memory: not more than this many of them.
    static final long MAX_VALUES_PER_GROUP = 1L << 27;

    /// Where there are more values than this, groups of ranks that share one memory take turns.
    static final long MAX_VALUES_AT_ONCE = 1L << 24;

    /// Few ranks with few values send them along with the first message.
    static final int FEW_RANKS = 64;

    static final int FEW_VALUES = 1 << 14;

    private static final int TABLE = 0;
    private static final int QUESTION = 1;
    private static final byte[] AS_BEFORE = {2};
    private static final byte[] ALL_IS_HERE = {3};
    private static final int TAG_BYTES = 1;

    private static final byte[] NO_VALUES = {};

    private final Communicator ranks;
    private final boolean areFew;
    private @Nullable PathTable before;
    private Known known = new Known();

    /// For one run or many: snapshots mostly find the paths of the one before.
    SyncPhase(Communicator ranks) {
        this(ranks, areFew(ranks));
    }

    /// @param areFew whether small values come along with the first message
    SyncPhase(Communicator ranks, boolean areFew) {
        this.ranks = ranks;
        this.areFew = areFew;
    }

    /// Not ranks that share a process: waking them costs little, and they share a memory too.
    private static boolean areFew(Communicator ranks) {
        return ranks.size() == 1 || (ranks.size() <= FEW_RANKS && ranks.hasProcessPerRank());
    }

    /// The result of phase 1. `table` is null on ranks that do not need it because all values are
    /// on the root, in `values`. `misuse` is known to the root only.
    record Outcome(
            @Nullable PathTable table, List<byte[]> values, Map<Misuse, Misuse.Entry> misuse) {
        Outcome {
            values = List.copyOf(values);
        }

        /// For who has to send or receive values.
        PathTable requireTable() {
            return Objects.requireNonNull(table, "all is with the root");
        }
    }

    /// The values of a rank that come along with its first message; empty if there are too many.
    byte[] early(RankPaths mine, boolean whileRunning) {
        return areFew && mine.isSmall(FEW_VALUES)
                ? RankValuesWriter.early(mine, whileRunning)
                : NO_VALUES;
    }

    Outcome run(RankPaths mine, AggregatorChoice aggregators) {
        return run(mine, NO_VALUES, aggregators, null);
    }

    /// The same with values that come along: if all do, phase 2 is not needed, and each rank is
    /// woken once less.
    ///
    /// @param early the values of this rank, written before anything is agreed on
    /// @param prepare what the root does before the others go on; null on other ranks
    Outcome run(
            RankPaths mine,
            byte[] early,
            AggregatorChoice aggregators,
            @Nullable Runnable prepare) {
        List<byte[]> told = ranks.gather(firstMessage(mine, early), 0);
        if (ranks.rank() != 0) {
            byte[] answer = answer(mine);
            boolean isDone = answer[0] == ALL_IS_HERE[0];
            return new Outcome(isDone ? null : agreed(answer), List.of(), Map.of());
        }
        if (known.isFull(ranks.size())) known = new Known();
        int labels = mine.rank().metrics.labels().size();
        var root = new Root(known, mine, labels);
        Set<Integer> toAsk = root.read(told);
        if (!toAsk.isEmpty()) {
            ranks.broadcast(question(toAsk), 0);
            for (byte[] paths : ranks.gather(new byte[0], 0))
                if (paths.length > 0)
                    known.paths.addAll(PathSet.read(new MessageReader(paths), labels));
        }
        PathTable.Facts facts = root.facts(ranks.size(), aggregators);
        boolean isAsBefore = before != null && !root.hasNews && facts.equals(before.facts());
        if (prepare != null) prepare.run();
        byte[] answer = isAsBefore ? AS_BEFORE : root.table(facts);
        PathTable table = agreed(answer);
        boolean isDone = facts.groups() == 1 && root.hasAllValues(table);
        if (isDone) before = null; // the others do not get it
        ranks.broadcast(isDone ? ALL_IS_HERE : answer, 0);
        return new Outcome(table, isDone ? root.early : List.of(), root.misuse);
    }

    private PathTable agreed(byte[] answer) {
        PathTable table =
                answer[0] == AS_BEFORE[0] && before != null
                        ? before
                        : new PathTable(answer, TAG_BYTES);
        before = table;
        return table;
    }

    /// A rank that is not the root waits for the table, and may be asked for its paths before.
    private byte[] answer(RankPaths mine) {
        byte[] answer = ranks.broadcast(new byte[0], 0);
        if (answer[0] != QUESTION) return answer;
        var in = new MessageReader(answer, TAG_BYTES);
        boolean asked = false;
        for (int left = in.count(); left > 0; left--) asked |= in.count() == ranks.rank();
        ranks.gather(asked ? allPaths(mine) : new byte[0], 0);
        return ranks.broadcast(new byte[0], 0);
    }

    private static byte[] allPaths(RankPaths mine) {
        var out = new MessageWriter(1024);
        mine.set(true).write(out);
        return out.message();
    }

    private static byte[] question(Set<Integer> ranks) {
        var out = new MessageWriter(16).varint(QUESTION).varint(ranks.size());
        for (int rank : ranks) out.varint(rank);
        return out.message();
    }

    /// What a rank tells the root.
    static byte[] firstMessage(RankPaths mine, byte[] early) {
        var out = new MessageWriter(64);
        out.u64(mine.commonHash()).u64(mine.localHash());
        out.varint(mine.lastRepetition() + 1L).flag(mine.hasWorkers());
        out.varint(mine.roughValues());
        Map<Misuse, Misuse.Entry> misuse = mine.rank().misuse.entries();
        out.varint(misuse.size());
        for (Map.Entry<Misuse, Misuse.Entry> each : misuse.entrySet())
            out.text(each.getKey().name())
                    .varint(each.getValue().count())
                    .text(each.getValue().firstPlace());
        return out.bytes(locals(mine)).bytes(early).message();
    }

    private static byte[] locals(RankPaths mine) {
        if (!mine.hasLocals()) return new byte[0];
        var out = new MessageWriter(INLINE_BYTES);
        mine.set(false).write(out);
        return out.size() <= INLINE_BYTES ? out.message() : new byte[0];
    }

    /// The paths known to the root, with their hashes.
    private static final class Known {
        private static final int HASHES_PER_RANK = 16;

        final PathSet paths = new PathSet();
        final Set<Long> common = new HashSet<>();
        final Set<Long> local = new HashSet<>();

        /// Whether there are so many hashes that most of them must be old.
        boolean isFull(int ranks) {
            return common.size() + local.size() > HASHES_PER_RANK * (long) ranks;
        }
    }

    /// The information in the first messages of a run, on the root.
    private static final class Root {
        final Map<Misuse, Misuse.Entry> misuse = new EnumMap<>(Misuse.class);

        /// Whether a rank has paths that were not known.
        boolean hasNews;

        private final Known known;
        private final int labels;
        private boolean workers;
        private boolean repetitions;
        private final List<Long> values = new ArrayList<>();

        /// What came along, by rank.
        final List<byte[]> early = new ArrayList<>();

        Root(Known known, RankPaths own, int labels) {
            this.known = known;
            this.labels = labels;
            hasNews = known.common.add(own.commonHash());
            hasNews |= known.local.add(own.localHash());
            if (hasNews) known.paths.addAll(own.set(true));
            known.local.add(0L);
        }

        /// Takes in what ranks told, in rank order, and returns who must be asked for all paths:
        /// one rank for every different hash.
        Set<Integer> read(List<byte[]> told) {
            Set<Integer> toAsk = new java.util.TreeSet<>();
            for (int rank = 0; rank < told.size(); rank++) {
                var in = new MessageReader(told.get(rank));
                long common = in.u64();
                long local = in.u64();
                repetitions |= in.varint() > 1;
                workers |= in.flag();
                values.add(in.varint());
                readMisuse(in, rank);
                byte[] inline = in.bytes();
                early.add(in.bytes());
                if (known.local.add(local)) {
                    hasNews = true;
                    if (inline.length == 0) toAsk.add(rank);
                    else known.paths.addAll(PathSet.read(new MessageReader(inline), labels));
                }
                if (known.common.add(common)) toAsk.add(rank);
            }
            hasNews |= !toAsk.isEmpty();
            return toAsk;
        }

        private void readMisuse(MessageReader in, int rank) {
            for (int left = in.count(); left > 0; left--) {
                Misuse kind = Misuse.valueOf(in.text());
                long count = in.varint();
                String place = in.text();
                var entry = new Misuse.Entry(count, "rank %d, %s".formatted(rank, place));
                misuse.merge(kind, entry, Misuse.Entry::and);
            }
        }

        /// Whether every rank has sent its values along, in an order that can be used.
        boolean hasAllValues(PathTable table) {
            for (byte[] each : early)
                if (each.length == 0 || !ValuesMessage.isInOrder(each, table)) return false;
            return true;
        }

        PathTable.Facts facts(int ranks, AggregatorChoice aggregators) {
            long all = 0;
            for (long each : values) all += each;
            int files = enoughAggregators(aggregators.of(ranks, all), values, MAX_VALUES_PER_GROUP);
            boolean inTurns = all > MAX_VALUES_AT_ONCE;
            return PathTable.Facts.of(workers, repetitions, inTurns, ranks, files);
        }

        byte[] table(PathTable.Facts facts) {
            var out = new MessageWriter(64 + 40 * known.paths.size()).varint(TABLE);
            PathTable.write(out, known.paths, facts, labels);
            return out.message();
        }
    }

    /// As many as were asked for, or more where the values of a group would not fit into memory.
    static int enoughAggregators(int wanted, List<Long> valuesOfRanks, long mostPerGroup) {
        int ranks = valuesOfRanks.size();
        int enough = Math.clamp(wanted, 1, ranks);
        while (enough < ranks && largestGroup(valuesOfRanks, enough) > mostPerGroup)
            enough = Math.min(ranks, enough * 2);
        return enough;
    }

    private static long largestGroup(List<Long> valuesOfRanks, int groups) {
        int perGroup = Math.ceilDiv(valuesOfRanks.size(), groups);
        long largest = 0;
        for (int first = 0; first < valuesOfRanks.size(); first += perGroup) {
            int end = Math.min(valuesOfRanks.size(), first + perGroup);
            long sum = 0;
            for (long values : valuesOfRanks.subList(first, end)) sum += values;
            largest = Math.max(largest, sum);
        }
        return largest;
    }
}
