package treeline.record.events;

/// Where series of iterations start: at 0, unless the first iteration has a high number.
final class Bases {
    /// Leaves room for somewhat lower numbers.
    private static final int STEP = 1 << 10;

    private Bases() {}

    /// The base of a series whose first iteration has this number.
    static int of(int iteration) {
        return iteration < EachCell.FREE_ITERATIONS ? 0 : iteration & -STEP;
    }

    /// The base of a series that gets a lower number. It doubles the room, so that loops that count
    /// down copy each value a few times only.
    static int lowered(int iteration, int base, int capacity) {
        return Math.max(0, Math.min(iteration & -STEP, base - capacity));
    }
}
