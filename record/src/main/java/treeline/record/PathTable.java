package treeline.record;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// The call paths that all ranks have agreed on. A path's number is its place in the written tree,
/// the same on every rank. Ranks find their numbers by hash in the broadcast bytes, without reading
/// the names; only aggregators read those.
final class PathTable {
    private static final int ENTRY_BYTES = 2 * Long.BYTES;

    private final byte[] bytes;
    private final int paths;
    private final int entriesAt;

    /// What ranks must know besides: whether contexts name threads and repetitions, and how ranks
    /// are grouped.
    record Facts(boolean threads, boolean repetitions, int ranksPerGroup, int groups) {
        static Facts of(boolean threads, boolean repetitions, int ranks, int aggregators) {
            int perGroup = Math.ceilDiv(ranks, Math.clamp(aggregators, 1, ranks));
            return new Facts(threads, repetitions, perGroup, Math.ceilDiv(ranks, perGroup));
        }
    }

    private final Facts facts;

    /// A table within a message, which is not copied: every rank has one.
    PathTable(byte[] bytes, int offset) {
        this.bytes = bytes;
        var in = new MessageReader(bytes, offset);
        this.facts = new Facts(in.flag(), in.flag(), in.count(), in.count());
        this.paths = in.count();
        this.entriesAt = in.offset();
    }

    static void write(MessageWriter out, PathSet set, Facts facts, int labels) {
        int[] numberOf = numbers(set);
        Integer[] byHash = IntStream.range(0, set.size()).boxed().toArray(Integer[]::new);
        Arrays.sort(byHash, Comparator.comparingLong(set::hash));
        out.flag(facts.threads).flag(facts.repetitions);
        out.varint(facts.ranksPerGroup).varint(facts.groups).varint(set.size());
        for (int at : byHash) out.u64(set.hash(at)).u64(numberOf[at]);
        out.varint(labels);
        set.write(out);
    }

    /// Depth-first places; siblings keep the order in which the root met them.
    private static int[] numbers(PathSet set) {
        var builder = new ProfileBuilder();
        int[] handle = new int[set.size()];
        for (int at = 0; at < handle.length; at++) {
            PathSet.Path path = set.path(at);
            int parent =
                    path.parent() == PathSet.NO_PARENT
                            ? ProfileBuilder.ROOT
                            : handle[path.parent()];
            handle[at] = builder.child(parent, Frame.region(path.name()));
        }
        int[] places = builder.depthFirstPlaces();
        return Arrays.stream(handle).map(each -> places[each]).toArray();
    }

    Facts facts() {
        return facts;
    }

    int size() {
        return paths;
    }

    /// The number of a path, or -1 if nobody told the root of it.
    int numberOf(long hash) {
        int low = 0;
        int high = paths - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int entry = entriesAt + middle * ENTRY_BYTES;
            long there = MessageReader.u64At(bytes, entry);
            if (there == hash) return (int) MessageReader.u64At(bytes, entry + Long.BYTES);
            if (there < hash) low = middle + 1;
            else high = middle - 1;
        }
        return -1;
    }

    /// The tree and its labels, by number.
    record Named(CallTree tree, List<Label> labels) {}

    Named named(List<String> labelNames) {
        var in = new MessageReader(bytes, entriesAt + paths * ENTRY_BYTES);
        int labels = in.count();
        PathSet set = PathSet.read(in, labels);
        int[] numberOf = numbers(set);
        int[] parents = new int[paths];
        int[] frameOfNode = new int[paths];
        List<Frame> frames = new ArrayList<>();
        java.util.Map<String, Integer> frameOf = new java.util.HashMap<>();
        int[] setPlace = new int[paths];
        for (int at = 0; at < paths; at++) setPlace[numberOf[at]] = at;
        for (int node = 0; node < paths; node++) {
            PathSet.Path path = set.path(setPlace[node]);
            parents[node] =
                    path.parent() == PathSet.NO_PARENT
                            ? CallTree.NO_PARENT
                            : numberOf[path.parent()];
            frameOfNode[node] =
                    frameOf.computeIfAbsent(
                            path.name(),
                            name -> {
                                frames.add(Frame.region(name));
                                return frames.size() - 1;
                            });
        }
        return new Named(
                CallTree.of(parents, frameOfNode, frames), labels(set, setPlace, labelNames));
    }

    private static List<Label> labels(PathSet set, int[] setPlace, List<String> names) {
        List<Label> labels = new ArrayList<>();
        List<String> loops = new ArrayList<>();
        for (int place : setPlace) {
            Loop loop = set.path(place).loop();
            loops.add(loop == null ? "" : loop.label);
        }
        if (loops.stream().anyMatch(text -> !text.isEmpty()))
            labels.add(Label.of(Profile.LOOP_LABEL, loops));
        for (int i = 0; i < names.size(); i++) {
            List<String> texts = new ArrayList<>();
            for (int place : setPlace) texts.add(set.path(place).labels().get(i));
            labels.add(Label.of(names.get(i), texts));
        }
        return labels;
    }
}
