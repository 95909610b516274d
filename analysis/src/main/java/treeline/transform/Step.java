package treeline.transform;

import treeline.model.Profile;

import java.io.Serializable;
import java.util.List;
import java.util.function.UnaryOperator;

/// What makes a run simpler, and each of its parts in the same way: it treats every context on its
/// own. It can be sent to another machine, so it holds nothing but data.
@FunctionalInterface
public interface Step extends UnaryOperator<Profile>, Serializable {
    Step NONE = profile -> profile;

    /// One step after the other.
    static Step inTurn(List<Step> steps) {
        List<Step> all = List.copyOf(steps);
        return profile -> {
            Profile result = profile;
            for (Step step : all) result = step.apply(result);
            return result;
        };
    }
}
