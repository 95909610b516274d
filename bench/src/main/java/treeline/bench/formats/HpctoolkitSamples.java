package treeline.bench.formats;

import java.util.Arrays;
import java.util.SplittableRandom;

/// What each rank sampled: lines have shares of the time that fall like a power law, so a few
/// hundred are met by every rank and most by hardly any. Some MPI routines are imbalanced over the
/// ranks. A rank's samples depend on the seed and its number only, so they are made again rather
/// than kept.
final class HpctoolkitSamples {
    /// A sample stands for this many seconds: a power of two, so that every sum is exact.
    static final double PERIOD = 1.0 / 256;

    /// Lines up to about this rank of their share are met by everybody.
    private static final double COMMON_LINES = 720;

    private static final int NEIGHBOURS = 48;

    private final HpctoolkitTree tree;
    private final long seed;
    private final int[] lines;
    private final double[] expected;

    /// Samples of the node and all below it, and of what is nested in it; one rank's at a time.
    final int[] execution;

    final int[] function;
    final int[] point;

    HpctoolkitSamples(HpctoolkitTree tree, long seed) {
        this.tree = tree;
        this.seed = seed;
        this.execution = new int[tree.nodes];
        this.function = new int[tree.nodes];
        this.point = new int[tree.nodes];
        this.lines = shuffledLines(new SplittableRandom(seed));
        this.expected = new double[lines.length];
        for (int i = 0; i < expected.length; i++)
            expected[i] = Math.min(500, Math.pow(COMMON_LINES / (i + 1), 1.5));
    }

    /// The lines by falling share: neighbours in the tree stay together, because a hot function has
    /// hot lines and a cold one has none.
    private int[] shuffledLines(SplittableRandom random) {
        int[] all =
                java.util.stream.IntStream.range(0, tree.nodes)
                        .filter(node -> tree.kind[node] == HpctoolkitTree.LINE)
                        .toArray();
        int[] blocks = new int[Math.ceilDiv(all.length, NEIGHBOURS)];
        for (int i = 0; i < blocks.length; i++) {
            int other = random.nextInt(i + 1);
            blocks[i] = blocks[other];
            blocks[other] = i;
        }
        int[] shuffled = new int[all.length];
        int count = 0;
        for (int block : blocks)
            for (int i = block * NEIGHBOURS;
                    i < Math.min(all.length, (block + 1) * NEIGHBOURS);
                    i++) shuffled[count++] = all[i];
        return shuffled;
    }

    /// Fills the arrays with the samples of a rank.
    void sample(int rank) {
        Arrays.fill(point, 0);
        var random = new SplittableRandom(seed * 1_000_003 + rank);
        double slowness = random.nextDouble();
        for (int i = 0; i < lines.length; i++) {
            double mean = expected[i] * waiting(tree.routine[lines[i]], rank, slowness);
            point[lines[i]] = samples(mean, random.nextDouble());
        }
        propagate();
    }

    /// How long a rank is in a routine, as a share of the longest: ranks differ most in the first
    /// one, are of two groups in the second, and differ little in the third.
    private static double waiting(int routine, int rank, double slowness) {
        return switch (routine) {
            case 0 -> 0.15 + 0.85 * slowness;
            case 1 -> rank % 4 == 0 ? 1 : 0.4;
            case 2 -> 0.6 + 0.4 * slowness;
            default -> 1;
        };
    }

    /// Children come after their parents, so one backward pass propagates everything.
    private void propagate() {
        System.arraycopy(point, 0, execution, 0, point.length);
        System.arraycopy(point, 0, function, 0, point.length);
        for (int node = tree.nodes - 1; node > 0; node--) {
            execution[tree.parent[node]] += execution[node];
            if (tree.isLexical(node)) function[tree.parent[node]] += function[node];
        }
    }

    /// About a Poisson number: exact for small means, rounded for large ones.
    private static int samples(double mean, double uniform) {
        if (mean > 20) return (int) Math.max(1, mean + Math.sqrt(12 * mean) * (uniform - 0.5));
        double term = Math.exp(-mean);
        int count = 0;
        for (double sum = term; uniform > sum && count < 100; sum += term) term *= mean / ++count;
        return count;
    }
}
