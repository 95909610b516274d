package treeline.scaling;

import java.util.List;
import java.util.Optional;

/// What all models of one request share.
///
/// @param parameters what they are called
record Rules(List<String> parameters, Optional<Form> form, Likelihood likelihood) {
    Rules {
        parameters = List.copyOf(parameters);
    }
}
