package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.model.Profile;

/// What is kept of an event in a loop.
public enum Loop {
    /// The value of each iteration.
    EACH(Profile.LOOP_EACH),
    /// The sum over all iterations.
    SUM(Profile.LOOP_SUM);

    private final String label;

    Loop(String label) {
        this.label = label;
    }

    /// How profiles name it; empty for an event that is not in a loop.
    static String labelOf(@Nullable Loop loop) {
        return loop == null ? "" : loop.label;
    }
}
