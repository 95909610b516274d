package treeline.testkit.fuzz;

import java.util.Arrays;
import java.util.BitSet;

/// Branch coverage with hit counts, as in AFL. Classes that [CoverageLoader] has instrumented call
/// [#hit] on every branch. An input is kept if it takes a branch that no earlier input took, or
/// takes one with a hit count in a new bucket.
public final class Coverage {
    private static final int MOST_BRANCHES = 1 << 16;

    private static final byte[] counts = new byte[MOST_BRANCHES];
    private static final byte[] bucketsSeen = new byte[MOST_BRANCHES];
    private static final String[] owners = new String[MOST_BRANCHES];
    private static int branches;

    private Coverage() {}

    /// Registers a branch of a class. Beyond the maximum, all branches share the last number.
    static int newBranch(String className) {
        int branch = branches < MOST_BRANCHES - 1 ? branches++ : branches;
        owners[branch] = className;
        return branch;
    }

    /// Called by the readers. Public because they are loaded by a loader of their own.
    public static void hit(int branch) {
        if (counts[branch] != -1) counts[branch]++;
    }

    /// Forgets everything: for another reader.
    static void reset() {
        Arrays.fill(counts, (byte) 0);
        Arrays.fill(bucketsSeen, (byte) 0);
        branches = 0;
    }

    /// Forgets the last run only.
    static void startRun() {
        Arrays.fill(counts, 0, branches, (byte) 0);
    }

    /// Whether the run did something new. What it did is no longer new afterwards.
    static boolean runWasNew() {
        boolean isNew = false;
        for (int branch = 0; branch < branches; branch++) {
            if (counts[branch] == 0) continue;
            byte bucket = bucket(counts[branch] & 0xff);
            if ((bucketsSeen[branch] & bucket) != 0) continue;
            bucketsSeen[branch] |= bucket;
            isNew = true;
        }
        return isNew;
    }

    /// The branches of the last run.
    static BitSet lastRun() {
        var taken = new BitSet();
        for (int branch = 0; branch < branches; branch++)
            if (counts[branch] != 0) taken.set(branch);
        return taken;
    }

    /// Covered and total branches of the loaded classes whose name starts with a prefix.
    static Covered in(String prefix) {
        int covered = 0;
        int total = 0;
        for (int branch = 0; branch < branches; branch++) {
            if (!owners[branch].startsWith(prefix)) continue;
            total++;
            if (bucketsSeen[branch] != 0) covered++;
        }
        return new Covered(covered, total);
    }

    record Covered(int branches, int total) {}

    /// Once, twice, three times, then by powers of two: loops that ran a little longer are nothing
    /// new.
    private static byte bucket(int count) {
        if (count <= 3) return (byte) (1 << (count - 1));
        if (count < 8) return 1 << 3;
        if (count < 16) return 1 << 4;
        if (count < 32) return 1 << 5;
        return (byte) (count < 128 ? 1 << 6 : 1 << 7);
    }
}
