package treeline.scaling;

import java.util.List;
import java.util.Optional;

/// What all models of one request share.
///
/// @param parameters what they are called
/// @param level how much confidence intervals have
record Rules(List<String> parameters, Optional<Form> form, double level) {
    Rules {
        parameters = List.copyOf(parameters);
    }
}
