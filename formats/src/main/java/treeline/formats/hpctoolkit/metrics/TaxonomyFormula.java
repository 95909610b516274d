package treeline.formats.hpctoolkit.metrics;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// Expression tree of a derived metric, evaluated per node over stored metrics.
public sealed interface TaxonomyFormula {
    /// The value of the n-th input.
    record Input(int index) implements TaxonomyFormula {}

    record Constant(double value) implements TaxonomyFormula {}

    record Operation(Operator operator, List<TaxonomyFormula> terms) implements TaxonomyFormula {}

    enum Operator {
        SUM,
        DIFFERENCE,
        PRODUCT,
        QUOTIENT,
        POWER,
        MINIMUM,
        MAXIMUM,
        ROOT,
        LOGARITHM,
        NATURAL_LOGARITHM,
        FLOOR,
        CEILING;

        /// The operator of this name in a taxonomy, null if there is none.
        static @Nullable Operator of(String name) {
            return switch (name) {
                case "+", "sum" -> SUM;
                case "-" -> DIFFERENCE;
                case "*", "prod" -> PRODUCT;
                case "/" -> QUOTIENT;
                case "^", "pow" -> POWER;
                case "min" -> MINIMUM;
                case "max" -> MAXIMUM;
                case "sqrt" -> ROOT;
                case "log" -> LOGARITHM;
                case "ln" -> NATURAL_LOGARITHM;
                case "floor" -> FLOOR;
                case "ceil" -> CEILING;
                default -> null;
            };
        }

        /// Whether the operator takes this many terms.
        boolean takes(int terms) {
            return switch (this) {
                case ROOT, NATURAL_LOGARITHM, FLOOR, CEILING -> terms == 1;
                case DIFFERENCE -> terms == 1 || terms == 2;
                case QUOTIENT, POWER, LOGARITHM -> terms == 2;
                case SUM, PRODUCT, MINIMUM, MAXIMUM -> terms >= 1;
            };
        }
    }

    /// The value where the inputs have these; not a number where it has none, as of 0 / 0.
    default double at(double[] inputs) {
        return switch (this) {
            case Input(int index) -> inputs[index];
            case Constant(double value) -> value;
            case Operation(Operator operator, List<TaxonomyFormula> terms) ->
                    apply(operator, terms, inputs);
        };
    }

    private static double apply(Operator operator, List<TaxonomyFormula> terms, double[] inputs) {
        double first = terms.getFirst().at(inputs);
        if (terms.size() == 1)
            return switch (operator) {
                case DIFFERENCE -> -first;
                case ROOT -> Math.sqrt(first);
                case NATURAL_LOGARITHM -> Math.log(first);
                case FLOOR -> Math.floor(first);
                case CEILING -> Math.ceil(first);
                case SUM, PRODUCT, QUOTIENT, POWER, MINIMUM, MAXIMUM, LOGARITHM -> first;
            };
        double result = first;
        for (TaxonomyFormula term : terms.subList(1, terms.size()))
            result = combine(operator, result, term.at(inputs));
        return result;
    }

    private static double combine(Operator operator, double left, double right) {
        return switch (operator) {
            case SUM -> left + right;
            case DIFFERENCE -> left - right;
            case PRODUCT -> left * right;
            case QUOTIENT -> left / right;
            case POWER -> Math.pow(left, right);
            case MINIMUM -> Math.min(left, right);
            case MAXIMUM -> Math.max(left, right);
            case LOGARITHM -> Math.log(left) / Math.log(right);
            case ROOT, NATURAL_LOGARITHM, FLOOR, CEILING -> left;
        };
    }
}
