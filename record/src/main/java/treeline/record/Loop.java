package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.model.Profile;

/// What is kept of an event in a loop.
public enum Loop {
    /// The value of each iteration.
    EACH(Profile.LOOP_EACH, 1),
    /// The sum over all iterations.
    SUM(Profile.LOOP_SUM, 2);

    final String label;

    /// In messages; 0 is an event that is not in a loop.
    private final int code;

    Loop(String label, int code) {
        this.label = label;
        this.code = code;
    }

    static int codeOf(@Nullable Loop loop) {
        return loop == null ? 0 : loop.code;
    }

    static @Nullable Loop ofCode(int code) {
        for (Loop loop : values()) if (loop.code == code) return loop;
        return null;
    }
}
