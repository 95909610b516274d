package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.model.Profile;

/// Storage of an event in a loop: one value per iteration, or their sum.
public enum Loop {
    /// The value of each iteration.
    EACH(Profile.LOOP_EACH),
    /// The sum over all iterations.
    SUM(Profile.LOOP_SUM);

    private final String label;

    Loop(String label) {
        this.label = label;
    }

    /// The value of the label `loop` in profiles; empty for an event outside loops.
    static String labelOf(@Nullable Loop loop) {
        return loop == null ? "" : loop.label;
    }
}
