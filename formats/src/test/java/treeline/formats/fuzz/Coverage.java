package treeline.formats.fuzz;

import java.util.Arrays;

/// Which branches of a reader ran, and how often. Classes that [CoverageLoader] has changed call
/// [#hit] on every branch; an input is worth keeping if it takes a branch, or takes it as often, as
/// no input did before.
public final class Coverage {
    private static final int MOST_BRANCHES = 1 << 16;

    private static final byte[] counts = new byte[MOST_BRANCHES];
    private static final byte[] bucketsSeen = new byte[MOST_BRANCHES];
    private static int branches;

    private Coverage() {}

    /// The number of one more branch; when there are too many, the last one stands for the rest.
    static int newBranch() {
        return branches < MOST_BRANCHES - 1 ? branches++ : branches;
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

    static int branchesSeen() {
        int seen = 0;
        for (byte buckets : bucketsSeen) if (buckets != 0) seen++;
        return seen;
    }

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
