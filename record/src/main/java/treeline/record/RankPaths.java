package treeline.record;

import java.util.ArrayList;
import java.util.List;

/// The call paths of one rank at one moment, over all its threads, by their hashes: what the first
/// phase compares and the second refers to. Names are only written out if the root asks for them.
final class RankPaths {
    private final RankEvents rank;
    private final List<ThreadPaths> threads;
    private final long commonHash;
    private final long localHash;
    private final int localPaths;

    /// The event map of one thread, and the hash of each of its paths.
    record ThreadPaths(ThreadEvents events, PathNode[] nodes, long[] hashes) {
        static ThreadPaths of(ThreadEvents events) {
            PathNode[] nodes = events.nodes();
            long[] hashes = new long[nodes.length];
            for (PathNode node : nodes) {
                PathNode caller = node.parent;
                long above = caller == null || caller.index < 0 ? 0 : hashes[caller.index];
                hashes[node.index] = PathSet.pathHash(above, node.name);
            }
            return new ThreadPaths(events, nodes, hashes);
        }
    }

    private RankPaths(RankEvents rank, List<ThreadPaths> threads) {
        this.rank = rank;
        this.threads = threads;
        long common = 0;
        long local = 0;
        int locals = 0;
        if (threads.size() == 1) {
            ThreadPaths only = threads.getFirst();
            for (PathNode node : only.nodes) {
                long facts = PathSet.factsHash(only.hashes[node.index], node.loop, labels(node));
                if (node.common) common += facts;
                else {
                    local += facts;
                    locals++;
                }
            }
        } else {
            PathSet united = set(true);
            for (int i = 0; i < united.size(); i++) {
                PathSet.Path path = united.path(i);
                long facts = PathSet.factsHash(united.hash(i), path.loop(), path.labels());
                if (path.common()) common += facts;
                else {
                    local += facts;
                    locals++;
                }
            }
        }
        commonHash = common;
        localHash = local;
        localPaths = locals;
    }

    static RankPaths of(RankEvents rank) {
        List<ThreadPaths> threads = new ArrayList<>();
        for (ThreadEvents events : rank.threads()) threads.add(ThreadPaths.of(events));
        return new RankPaths(rank, threads);
    }

    RankEvents rank() {
        return rank;
    }

    List<ThreadPaths> threads() {
        return threads;
    }

    /// The same for ranks with the same common paths, in whatever order they met them.
    long commonHash() {
        return commonHash;
    }

    long localHash() {
        return localHash;
    }

    boolean hasLocals() {
        return localPaths > 0;
    }

    boolean hasWorkers() {
        return threads.size() > 1;
    }

    private List<String> labels(PathNode node) {
        int count = rank.metrics.labels().size();
        if (count == 0) return List.of();
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) texts.add(node.label(i));
        return texts;
    }

    /// The paths with their names: all of them, or those that not every rank has, with their
    /// callers.
    PathSet set(boolean all) {
        var set = new PathSet();
        for (ThreadPaths thread : threads) {
            boolean[] wanted = wanted(thread.nodes, all);
            int[] placeOf = new int[thread.nodes.length];
            for (PathNode node : thread.nodes) {
                if (!wanted[node.index]) continue;
                PathNode caller = node.parent;
                int parent =
                        caller == null || caller.index < 0
                                ? PathSet.NO_PARENT
                                : placeOf[caller.index];
                placeOf[node.index] =
                        set.add(
                                new PathSet.Path(
                                        parent, node.name, node.loop, node.common, labels(node)));
            }
        }
        return set;
    }

    private static boolean[] wanted(PathNode[] nodes, boolean all) {
        boolean[] wanted = new boolean[nodes.length];
        for (int i = nodes.length - 1; i >= 0; i--) {
            if (all || !nodes[i].common) wanted[i] = true;
            PathNode caller = nodes[i].parent;
            if (wanted[i] && caller != null && caller.index >= 0) wanted[caller.index] = true;
        }
        return wanted;
    }

    /// The highest repetition that has values, or -1.
    int lastRepetition() {
        int last = -1;
        for (ThreadPaths thread : threads)
            for (PathNode node : thread.nodes) {
                Cell newest = node.newestCell();
                if (newest != null) last = Math.max(last, newest.repetition);
            }
        return last;
    }

    /// About how many numbers the rank has to send; enough to see that groups do not get too large.
    long roughValues() {
        long values = 0;
        for (ThreadPaths thread : threads)
            for (PathNode node : thread.nodes)
                for (Cell cell = node.newestCell(); cell != null; cell = cell.earlier) {
                    EachCell each = cell.each();
                    values += each == null ? 1 : Math.max(1, each.roughLength());
                }
        return values;
    }
}
