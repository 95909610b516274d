package treeline.examples;

import treeline.record.Event;
import treeline.record.Loop;
import treeline.record.Recorder;
import treeline.record.ranks.Communicator;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Transitive closure of a graph by semi-naive evaluation of `path(x, z) :- path(x, y), edge(y,
/// z)`. Tuples are hash-partitioned over the ranks by the node they are joined on: a path by its
/// end, an edge by its start. Every round joins the newest paths, sends the results to their ranks,
/// and drops known paths. The check counts the paths by a search from every node.
public final class TransitiveClosure {
    static final Example EXAMPLE = new Example("closure", Set.of("nodes"), TransitiveClosure::run);

    private final Communicator comm;
    private final int nodes;
    private final double skew;
    private final Map<Integer, List<Integer>> edgesBySource = new HashMap<>();
    private final Set<Long> paths = new HashSet<>();
    private List<Long> newest = new ArrayList<>();

    /// @param skew the part of the nodes that belong to rank 0 whatever their hash
    TransitiveClosure(Communicator comm, int nodes, double skew) {
        this.comm = comm;
        this.nodes = nodes;
        this.skew = skew;
    }

    public static void main(String[] arguments) {
        EXAMPLE.main(arguments);
    }

    static String run(Communicator comm, Options options) {
        int nodes = options.number("nodes", 200);
        double skew = options.imbalance() / (comm.size() + options.imbalance());
        long found = 0;
        int rounds = 0;
        for (int repetition = 0; repetition < options.repetitions(); repetition++)
            try (Event _ = Recorder.event("main")) {
                TransitiveClosure closure = new TransitiveClosure(comm, nodes, skew);
                Recorder.event("load", closure::load);
                rounds = closure.iterate();
                found = Recorder.event("count", closure::total);
                if (comm.rank() == 0) checkInEvent(nodes, found);
            }
        return "%d nodes, %d paths after %d rounds, as a search from every node finds"
                .formatted(nodes, found, rounds);
    }

    /// Only rank 0 checks, so only it has the event.
    private static void checkInEvent(int nodes, long found) {
        try (Event _ = Recorder.localEvent("check").put("tag", "COMP")) {
            long expected = pathsBySearch(nodes);
            if (found != expected)
                throw new IllegalStateException("%d paths, expected %d".formatted(found, expected));
        }
    }

    /// The graph: short rings, some joined by a bridge to the next. Made from the number alone, the
    /// same on every rank.
    static List<int[]> edges(int nodes) {
        List<int[]> edges = new ArrayList<>();
        int ring = 10;
        for (int node = 0; node < nodes; node++) {
            int start = node / ring * ring;
            int length = Math.min(ring, nodes - start);
            edges.add(new int[] {node, start + (node - start + 1) % length});
            if (node % ring == 3 && node / ring % 3 != 2 && node + ring < nodes)
                edges.add(new int[] {node, node + ring});
        }
        return edges;
    }

    /// An edge is kept where it starts, for the joins, and is a path that lives where it ends.
    private void load() {
        for (int[] edge : edges(nodes)) {
            if (owner(edge[0]) == comm.rank())
                edgesBySource.computeIfAbsent(edge[0], _ -> new ArrayList<>()).add(edge[1]);
            if (owner(edge[1]) == comm.rank()) newest.add(tuple(edge[0], edge[1]));
        }
        paths.addAll(newest);
    }

    private int owner(int node) {
        double place = (Fft.noise(node) + 1) / 2;
        return place < skew ? 0 : (int) ((place - skew) / (1 - skew) * comm.size());
    }

    private static long tuple(int from, int to) {
        return (long) from << 32 | to;
    }

    /// How many rounds there were, the last of which found nothing new.
    int iterate() {
        for (int round = 0; ; round++) {
            long[][] joined;
            try (Event event = Recorder.event("join", Loop.EACH, round).put("tag", "COMP")) {
                joined = joinedByOwner();
                event.add("mem", (double) newest.size() * Long.BYTES);
            }
            long[][] received;
            try (Event event = Recorder.event("all-to-all", Loop.EACH, round).put("tag", "COMM")) {
                received = Collectives.alltoall(comm, joined);
                for (long[] block : received) event.add("mem", (double) block.length * Long.BYTES);
            }
            try (Event _ = Recorder.event("deduplicate", Loop.EACH, round).put("tag", "COMP")) {
                newest = unknown(received);
            }
            try (Event _ = Recorder.event("fixpoint", Loop.EACH, round).put("tag", "COMM")) {
                if (Collectives.combined(comm, newest.size(), Double::sum) == 0) return round + 1;
            }
        }
    }

    private long[][] joinedByOwner() {
        List<List<Long>> byOwner = new ArrayList<>();
        for (int rank = 0; rank < comm.size(); rank++) byOwner.add(new ArrayList<>());
        for (long path : newest) {
            int from = (int) (path >>> 32);
            for (int to : edgesBySource.getOrDefault((int) path, List.of()))
                byOwner.get(owner(to)).add(tuple(from, to));
        }
        return byOwner.stream()
                .map(tuples -> tuples.stream().mapToLong(Long::longValue).toArray())
                .toArray(long[][]::new);
    }

    private List<Long> unknown(long[][] received) {
        List<Long> added = new ArrayList<>();
        for (long[] block : received) for (long path : block) if (paths.add(path)) added.add(path);
        return added;
    }

    long total() {
        return (long) Collectives.combined(comm, paths.size(), Double::sum);
    }

    /// The paths that end up on this rank.
    static Set<Long> closed(Communicator comm, int nodes, double skew) {
        TransitiveClosure closure = new TransitiveClosure(comm, nodes, skew);
        closure.load();
        closure.iterate();
        return closure.paths;
    }

    private static long pathsBySearch(int nodes) {
        List<List<Integer>> next = new ArrayList<>();
        for (int node = 0; node < nodes; node++) next.add(new ArrayList<>());
        for (int[] edge : edges(nodes)) next.get(edge[0]).add(edge[1]);
        long paths = 0;
        for (int node = 0; node < nodes; node++) paths += reached(node, next).cardinality();
        return paths;
    }

    private static BitSet reached(int start, List<List<Integer>> next) {
        BitSet reached = new BitSet();
        List<Integer> open = new ArrayList<>(next.get(start));
        while (!open.isEmpty()) {
            int node = open.removeLast();
            if (reached.get(node)) continue;
            reached.set(node);
            open.addAll(next.get(node));
        }
        return reached;
    }
}
