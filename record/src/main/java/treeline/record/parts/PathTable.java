package treeline.record.parts;

import org.jspecify.annotations.Nullable;

import treeline.array.DepthFirst;
import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The call paths that all ranks agreed on. The number of a path is its position in the written
/// tree, the same on every rank. Ranks find their numbers by hash in the broadcast bytes without
/// parsing the names; only aggregators parse those.
public final class PathTable {
    /// The hashes by number, and behind them the numbers by hash.
    private static final int ENTRY_BYTES = Long.BYTES + Integer.BYTES;

    private final byte[] bytes;
    private final int offset;
    private final int paths;
    private final int hashesAt;
    private final int numbersAt;

    /// Further broadcast settings: whether contexts have threads and repetitions, how ranks are
    /// grouped, and whether they send values only when their aggregator has room.
    public record Facts(
            boolean threads, boolean repetitions, boolean inTurns, int ranksPerGroup, int groups) {
        public static Facts of(
                boolean threads, boolean repetitions, boolean inTurns, int ranks, int aggregators) {
            int perGroup = Math.ceilDiv(ranks, Math.clamp(aggregators, 1, ranks));
            return new Facts(
                    threads, repetitions, inTurns, perGroup, Math.ceilDiv(ranks, perGroup));
        }
    }

    private final Facts facts;
    private @Nullable Named named;

    /// A table within a message, which is not copied: every rank has one.
    public PathTable(byte[] bytes, int offset) {
        this.bytes = bytes;
        this.offset = offset;
        var in = new MessageReader(bytes, offset);
        this.facts = new Facts(in.flag(), in.flag(), in.flag(), in.count(), in.count());
        this.paths = in.count();
        this.hashesAt = in.offset();
        this.numbersAt = hashesAt + paths * Long.BYTES;
    }

    /// A table with its index, as files of earlier versions have it.
    static PathTable read(MessageReader in) {
        return new PathTable(in.bytes(), 0);
    }

    /// A table that [#writeTo] wrote.
    static PathTable readWithoutIndex(MessageReader in) {
        var table = new MessageReader(in.bytes());
        var facts =
                new Facts(table.flag(), table.flag(), table.flag(), table.count(), table.count());
        int paths = table.count();
        int labels = table.count();
        PathSet set = PathSet.read(table, labels);
        if (set.size() != paths)
            throw new IllegalArgumentException(
                    "table of %d paths with %d names".formatted(paths, set.size()));
        var out = new MessageWriter(64 + 40 * paths);
        write(out, set, facts, labels);
        return new PathTable(out.message(), 0);
    }

    /// For a file: all that [#named] needs. The index by hash is not stored.
    void writeTo(MessageWriter out) {
        int index = paths * ENTRY_BYTES;
        int names = hashesAt + index;
        out.varint(bytes.length - offset - index);
        out.raw(bytes, offset, hashesAt - offset).raw(bytes, names, bytes.length - names);
    }

    public static void write(MessageWriter out, PathSet set, Facts facts, int labels) {
        int[] numberOf = numbers(set);
        long[] hashes = new long[set.size()];
        for (int at = 0; at < hashes.length; at++) hashes[numberOf[at]] = set.hash(at);
        out.flag(facts.threads).flag(facts.repetitions).flag(facts.inTurns);
        out.varint(facts.ranksPerGroup).varint(facts.groups).varint(set.size());
        for (long hash : hashes) out.u64(hash);
        for (int number : byHash(hashes)) out.u32(number);
        out.varint(labels);
        set.write(out);
    }

    /// The numbers in ascending order of their hashes, which are all different.
    private static int[] byHash(long[] hashes) {
        long[] sorted = hashes.clone();
        Arrays.sort(sorted);
        int[] numbers = new int[hashes.length];
        for (int number = 0; number < hashes.length; number++)
            numbers[Arrays.binarySearch(sorted, hashes[number])] = number;
        return numbers;
    }

    /// Depth-first places; siblings keep the order in which the root met them. Callers precede
    /// callees in the set.
    private static int[] numbers(PathSet set) {
        return DepthFirst.places(set.size(), at -> set.path(at).parent());
    }

    public Facts facts() {
        return facts;
    }

    int size() {
        return paths;
    }

    /// The number of a path, or -1 if nobody told the root of it. A guess that is right saves the
    /// search: mostly a rank meets its paths in the order of their numbers.
    public int numberOf(long hash, int guess) {
        if (guess < paths && hashOf(guess) == hash) return guess;
        int low = 0;
        int high = paths - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int number = MessageReader.u32At(bytes, numbersAt + middle * Integer.BYTES);
            long there = hashOf(number);
            if (there == hash) return number;
            if (there < hash) low = middle + 1;
            else high = middle - 1;
        }
        return -1;
    }

    private long hashOf(int number) {
        return MessageReader.u64At(bytes, hashesAt + number * Long.BYTES);
    }

    /// The tree and its labels, by number.
    public record Named(CallTree tree, List<Label> labels) {}

    /// Made once: an aggregator needs it for every file. By one thread.
    public Named named(List<String> labelNames) {
        Named known = named;
        if (known == null) named = known = readNames(labelNames);
        return known;
    }

    private Named readNames(List<String> labelNames) {
        var in = new MessageReader(bytes, hashesAt + paths * ENTRY_BYTES);
        int labels = in.count();
        PathSet set = PathSet.read(in, labels);
        int[] numberOf = numbers(set);
        int[] parents = new int[paths];
        int[] frameOfNode = new int[paths];
        List<Frame> frames = new ArrayList<>();
        Map<String, Integer> frameOf = new HashMap<>();
        int[] setPlace = new int[paths];
        for (int at = 0; at < paths; at++) setPlace[numberOf[at]] = at;
        for (int node = 0; node < paths; node++) {
            PathSet.Path path = set.path(setPlace[node]);
            parents[node] =
                    path.parent() == PathSet.NO_PARENT
                            ? CallTree.NO_PARENT
                            : numberOf[path.parent()];
            Integer frame = frameOf.putIfAbsent(path.name(), frames.size());
            frameOfNode[node] = frame == null ? frames.size() : frame;
            if (frame == null) frames.add(Frame.region(path.name()));
        }
        return new Named(
                CallTree.of(parents, frameOfNode, frames), labels(set, setPlace, labelNames));
    }

    private static List<Label> labels(PathSet set, int[] setPlace, List<String> names) {
        List<Label> labels = new ArrayList<>();
        List<String> loops = new ArrayList<>();
        boolean hasLoop = false;
        for (int place : setPlace) {
            loops.add(set.path(place).loop());
            hasLoop |= !set.path(place).loop().isEmpty();
        }
        if (hasLoop) labels.add(Label.of(Profile.LOOP_LABEL, loops));
        for (int i = 0; i < names.size(); i++) {
            List<String> texts = new ArrayList<>();
            for (int place : setPlace) texts.add(set.path(place).labels().get(i));
            labels.add(Label.of(names.get(i), texts));
        }
        return labels;
    }
}
