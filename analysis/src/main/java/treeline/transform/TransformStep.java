package treeline.transform;

import treeline.model.Profile;

import java.io.Serializable;
import java.util.List;
import java.util.function.UnaryOperator;

/// A transform of a profile that treats every context independently, so it applies to each part of
/// a run in the same way. It is serializable, so that an engine can send it to other machines.
@FunctionalInterface
public interface TransformStep extends UnaryOperator<Profile>, Serializable {
    /// Leaves profiles as they are.
    TransformStep NONE = profile -> profile;

    /// One step after the other.
    static TransformStep inTurn(List<TransformStep> steps) {
        if (steps.isEmpty()) return NONE;
        List<TransformStep> all = List.copyOf(steps);
        if (all.size() < 2) return all.isEmpty() ? NONE : all.getFirst();
        return profile -> {
            Profile result = profile;
            for (TransformStep step : all) result = step.apply(result);
            return result;
        };
    }
}
