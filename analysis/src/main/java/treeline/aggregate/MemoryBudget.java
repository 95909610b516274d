package treeline.aggregate;

import treeline.source.ReadPlan;

/// Memory budget: determines whether a run is loaded at once or read in parts.
public final class MemoryBudget {
    /// The share of the memory that a run may take which is loaded at once.
    private static final double SHARE = 0.5;

    private static final String LIMIT = "treeline.memory";

    private MemoryBudget() {}

    /// The bytes that values may take: all that Java has, unless the property `treeline.memory`
    /// says less.
    public static long bytes() {
        return Long.getLong(LIMIT, Runtime.getRuntime().maxMemory());
    }

    /// Whether what is planned is loaded at once.
    public static boolean fits(ReadPlan plan) {
        return fits(plan, LocalEngine.BYTES_PER_VALUE);
    }

    /// Where a file does not say how much it holds, it is loaded: no part of it would be cheaper.
    ///
    /// @param bytesPerValue that a value takes with all that is made of it
    public static boolean fits(ReadPlan plan, long bytesPerValue) {
        return plan.way().bytes() == ReadPlan.UNKNOWN
                || plan.values() * bytesPerValue <= SHARE * bytes();
    }

    /// How many values are loaded at once at most.
    public static long values() {
        return (long) (SHARE * bytes()) / LocalEngine.BYTES_PER_VALUE;
    }

    /// What reads a run in parts on this machine.
    public static LocalEngine engine() {
        return LocalEngine.of(Runtime.getRuntime().availableProcessors(), bytes() / 4);
    }

    /// How many values a part has at most, unless what stays together has more.
    public static long defaultPart() {
        return Math.clamp(
                bytes() / 16 / LocalEngine.BYTES_PER_VALUE, 1, PartitionedSource.DEFAULT_PART);
    }
}
