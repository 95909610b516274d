package treeline.transform;

import treeline.model.Profile;

import java.io.Serializable;
import java.util.List;
import java.util.function.UnaryOperator;

/// What makes a run simpler, and each of its parts in the same way: it treats every context on its
/// own. It can be sent to another machine, so it holds nothing but data.
@FunctionalInterface
public interface TransformStep extends UnaryOperator<Profile>, Serializable {
    TransformStep NONE = profile -> profile;

    /// One step after the other.
    static TransformStep inTurn(List<TransformStep> steps) {
        List<TransformStep> all = List.copyOf(steps);
        return profile -> {
            Profile result = profile;
            for (TransformStep step : all) result = step.apply(result);
            return result;
        };
    }
}
