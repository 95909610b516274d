package treeline.scaling.search;

import java.util.List;
import java.util.Optional;

/// Settings of a model search, shared by all nodes.
///
/// @param parameters the names of the parameters
/// @param level confidence level of the prediction intervals
/// @param falling the candidate terms of [Form#FALLING]
public record SearchSettings(
        List<String> parameters, Optional<Form> form, double level, List<Exponents> falling) {
    public SearchSettings {
        parameters = List.copyOf(parameters);
        falling = List.copyOf(falling);
    }

    SearchSettings atLevel(double other) {
        return new SearchSettings(parameters, form, other, falling);
    }
}
