package treeline.scaling.search;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/// A value as a function of parameters, in Extra-P's performance model normal form: a constant and
/// terms, each a coefficient times powers and logarithms of parameters.
public record ScalingFunction(double constant, List<Term> terms) {

    public ScalingFunction {
        terms = List.copyOf(terms);
    }

    /// The factor of one parameter in a term.
    ///
    /// @param parameter its index in the list of parameters
    public record Factor(int parameter, Exponents exponents) {}

    public record Term(double coefficient, List<Factor> factors) {
        public Term {
            factors = List.copyOf(factors);
        }

        double at(double... parameters) {
            return coefficient * product(factors, parameters);
        }
    }

    static double product(List<Factor> factors, double... parameters) {
        double product = 1;
        for (Factor factor : factors)
            product *= factor.exponents().at(parameters[factor.parameter()]);
        return product;
    }

    public boolean isConstant() {
        return terms.isEmpty();
    }

    /// The value at a number for each parameter.
    public double at(double... parameters) {
        double value = constant;
        for (Term term : terms) value += term.at(parameters);
        return value;
    }

    /// Divided by one of the parameters: from the time of all processes to that of one.
    ScalingFunction perUnitOf(int parameter) {
        List<Term> divided = new ArrayList<>();
        if (constant != 0) divided.add(new Term(constant, inverse(List.of(), parameter)));
        for (Term term : terms)
            divided.add(new Term(term.coefficient, inverse(term.factors, parameter)));
        double rest = 0;
        for (Term term : divided) if (term.factors.isEmpty()) rest += term.coefficient;
        divided.removeIf(term -> term.factors.isEmpty());
        return new ScalingFunction(rest, divided);
    }

    private static List<Factor> inverse(List<Factor> factors, int parameter) {
        List<Factor> divided = new ArrayList<>();
        boolean met = false;
        for (Factor factor : factors) {
            boolean same = factor.parameter == parameter;
            met |= same;
            Exponents exponents = same ? factor.exponents.perUnit() : factor.exponents;
            if (!exponents.isOne()) divided.add(new Factor(factor.parameter, exponents));
        }
        if (!met) divided.add(new Factor(parameter, new Exponents(-1, 1, 0)));
        return divided;
    }

    /// As Extra-P writes it, with all digits: `1.5 + 0.25 * ranks^(1/2) * log2(ranks)^(1)`.
    ///
    /// @param parameters what they are called
    public String text(List<String> parameters) {
        List<String> sum = new ArrayList<>();
        if (constant != 0 || terms.isEmpty()) sum.add(Double.toString(constant));
        for (Term term : terms)
            sum.add(term.coefficient + " * " + joined(term, parameters, " * ", Exponents::text));
        return String.join(" + ", sum);
    }

    /// A short form with formatted coefficients: `1.5 s - 0.25 s * ranks^1/2 * log2(ranks)`.
    ///
    /// @param number formats a coefficient, with its unit
    public String shortText(List<String> parameters, DoubleFunction<String> number) {
        var text = new StringBuilder();
        if (constant != 0 || terms.isEmpty()) text.append(number.apply(constant));
        for (Term term : terms) {
            boolean first = text.isEmpty();
            text.append(term.coefficient < 0 ? (first ? "-" : " - ") : (first ? "" : " + "))
                    .append(number.apply(Math.abs(term.coefficient)))
                    .append(" * ")
                    .append(joined(term, parameters, " * ", Exponents::shortText));
        }
        return text.toString();
    }

    private static String joined(
            Term term,
            List<String> parameters,
            String between,
            BiFunction<Exponents, String, String> text) {
        return term.factors.stream()
                .map(each -> text.apply(each.exponents, parameters.get(each.parameter)))
                .collect(Collectors.joining(between));
    }
}
