package treeline.bench.formats;

import treeline.array.DepthFirst;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// A synthetic HPCToolkit call tree for benchmarks: functions contain nested loops and lines, and
/// lines call functions. Nodes are in depth-first order; context ids are shuffled and have gaps, as
/// in real databases.
final class HpctoolkitTree {
    static final byte ENTRY = 0;
    static final byte FUNCTION = 1;
    static final byte INLINED = 2;
    static final byte LOOP = 3;
    static final byte LINE = 4;

    static final int FUNCTIONS = 2_000;
    static final int FILES = 200;
    private static final int INSIDE_MPI = 24;

    final int nodes;
    final int[] parent;
    final byte[] kind;

    /// Which function, or which line of which file.
    final int[] name;

    /// The MPI routine in which the node is, the outermost one; -1 outside of MPI.
    final int[] routine;

    final int[] context;
    final int largestContext;

    /// The node of every context id, -1 for holes.
    final int[] nodeOf;

    HpctoolkitTree(int nodes, long seed) {
        this.nodes = nodes;
        var random = new SplittableRandom(seed);
        int[] grownParent = new int[nodes];
        byte[] grownKind = new byte[nodes];
        grow(grownParent, grownKind, random);
        int[] place = DepthFirst.places(nodes, node -> grownParent[node]);
        parent = new int[nodes];
        kind = new byte[nodes];
        name = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            kind[place[node]] = grownKind[node];
            parent[place[node]] = grownParent[node] < 0 ? -1 : place[grownParent[node]];
        }
        for (int node = 0; node < nodes; node++)
            name[node] = random.nextInt(isFunction(node) ? FUNCTIONS : FILES * 100);
        routine = new int[nodes];
        nameFunctions();
        largestContext = nodes + nodes / 10;
        context = contexts(random);
        nodeOf = new int[largestContext + 1];
        java.util.Arrays.fill(nodeOf, -1);
        for (int i = 0; i < nodes; i++) nodeOf[context[i]] = i;
    }

    /// Parents come first. Calls of MPI have few nodes below them, so that there are many of them.
    private void nameFunctions() {
        int[] below = new int[nodes];
        for (int node = nodes - 1; node > 0; node--) below[parent[node]] += below[node] + 1;
        routine[0] = -1;
        name[1] = HpctoolkitNames.MAIN;
        routine[1] = -1;
        for (int node = 2; node < nodes; node++) {
            routine[node] = routine[parent[node]];
            if (!isFunction(node)) continue;
            name[node] =
                    HpctoolkitNames.function(
                            name[node], routine[node] >= 0, below[node] <= INSIDE_MPI);
            if (HpctoolkitNames.isRoutine(name[node])) routine[node] = name[node];
        }
    }

    boolean isFunction(int node) {
        return kind[node] == FUNCTION || kind[node] == INLINED;
    }

    /// Whether the node is nested in its parent rather than called by it.
    boolean isLexical(int node) {
        return kind[node] == LOOP || kind[node] == LINE;
    }

    /// Half of the new nodes continue a recent path, so that paths become some tens of frames deep.
    private static void grow(int[] parent, byte[] kind, SplittableRandom random) {
        parent[0] = -1;
        kind[0] = ENTRY;
        for (int node = 1; node < parent.length; node++) {
            int from = random.nextBoolean() ? Math.max(0, node - 400) : 0;
            int above = node == 1 ? 0 : 1 + from + random.nextInt(Math.max(1, node - 1 - from));
            above = Math.min(above, node - 1);
            parent[node] = above;
            kind[node] = below(kind[above], random);
        }
    }

    private static byte below(byte above, SplittableRandom random) {
        return switch (above) {
            case ENTRY -> FUNCTION;
            case LINE -> random.nextInt(4) == 0 ? INLINED : FUNCTION;
            default -> random.nextInt(4) == 0 ? LOOP : LINE;
        };
    }

    private int[] contexts(SplittableRandom random) {
        return java.util.Arrays.copyOf(shuffled(1, largestContext, random), nodes);
    }

    /// Numbers from `first` on.
    static int[] shuffled(int first, int count, SplittableRandom random) {
        int[] numbers = IntStream.range(first, first + count).toArray();
        for (int i = count - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int kept = numbers[i];
            numbers[i] = numbers[other];
            numbers[other] = kept;
        }
        return numbers;
    }
}
