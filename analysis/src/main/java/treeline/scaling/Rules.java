package treeline.scaling.search;

import treeline.scaling.model.Modeling;

import java.util.List;
import java.util.Optional;

/// What all models of one request share.
///
/// @param parameters what they are called
/// @param level confidence level of the prediction intervals
/// @param falling the terms among which a model of [Form#FALLING] is searched
public record SearchSettings(
        List<String> parameters, Optional<Form> form, double level, List<Exponents> falling) {
    SearchSettings {
        parameters = List.copyOf(parameters);
        falling = List.copyOf(falling);
    }

    SearchSettings atLevel(double other) {
        return new SearchSettings(parameters, form, other, falling);
    }

    /// Terms that are infinite at 1 are searched only if their form is asked for and all runs are
    /// at parameters above 1, as Extra-P searches them.
    public static SearchSettings of(Modeling modeling, double smallest) {
        boolean asExtraP = modeling.form().equals(Optional.of(Form.FALLING)) && smallest > 1;
        return new SearchSettings(
                modeling.parameters(),
                modeling.form(),
                modeling.level(),
                asExtraP ? SearchSpace.ALSO_FALLING : SearchSpace.FINITE_FALLING);
    }
}
