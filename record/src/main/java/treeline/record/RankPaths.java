package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.array.DepthFirst;
import treeline.record.events.Cell;
import treeline.record.parts.PathSet;

import java.util.ArrayList;
import java.util.List;

/// A snapshot of the call paths of one rank over all its threads, by hash. Phase 1 compares them
/// and phase 2 references them; names are sent only on request of the root.
final class RankPaths {
    private final RankEvents rank;
    private final List<ThreadPaths> threads;
    private long commonHash;
    private long localHash;
    private int localPaths;
    private int lastRepetition = -1;
    private long roughValues;

    /// The event map of one thread.
    record ThreadPaths(ThreadEvents events, PathNode[] nodes) {
        static ThreadPaths of(ThreadEvents events) {
            return new ThreadPaths(events, events.nodes());
        }

        /// The place of each node in the tree, depth-first; siblings in the order in which they
        /// were met.
        int[] depthFirstPlaces() {
            return DepthFirst.places(nodes.length, node -> caller(nodes[node]));
        }

        /// Callers come before those they call; -1 where there is none.
        private static int caller(PathNode node) {
            return node.parent == null ? -1 : node.parent.index;
        }
    }

    private RankPaths(RankEvents rank, List<ThreadPaths> threads) {
        this.rank = rank;
        this.threads = threads;
        for (ThreadPaths thread : threads) for (PathNode node : thread.nodes) countCells(node);
        if (threads.size() == 1)
            for (PathNode node : threads.getFirst().nodes)
                addFacts(
                        node.common,
                        PathSet.factsHash(node.hash, Loop.labelOf(node.loop), labels(node)));
        else addFactsOfAll(set(true));
    }

    private void addFactsOfAll(PathSet united) {
        for (int i = 0; i < united.size(); i++) {
            PathSet.Path path = united.path(i);
            addFacts(path.common(), PathSet.factsHash(united.hash(i), path.loop(), path.labels()));
        }
    }

    private void addFacts(boolean common, long facts) {
        if (common) {
            commonHash += facts;
            return;
        }
        localHash += facts;
        localPaths++;
    }

    private void countCells(PathNode node) {
        Cell newest = node.newestCell();
        if (newest != null) lastRepetition = Math.max(lastRepetition, newest.repetition);
        if (node.loop == Loop.EACH) countIterations(newest);
        else roughValues += node.roughCells();
    }

    private void countIterations(@Nullable Cell newest) {
        for (Cell cell = newest; cell != null; cell = cell.earlier)
            roughValues += cell.roughLength();
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

    /// Whether one thread recorded not more than so many values.
    boolean isSmall(int mostValues) {
        return threads.size() == 1 && roughValues <= mostValues;
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
                                        parent,
                                        node.name,
                                        Loop.labelOf(node.loop),
                                        node.common,
                                        labels(node)));
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
        return lastRepetition;
    }

    /// About how many numbers the rank has to send; enough to see that groups do not get too large.
    long roughValues() {
        return roughValues;
    }
}
