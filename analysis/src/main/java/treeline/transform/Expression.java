package treeline.transform;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.Unit;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/// The syntax tree of a [Formula]. `at` is an offset in its text, for error messages.
sealed interface Expression {

    record Constant(double value) implements Expression {}

    record Name(String name, int at) implements Expression {}

    record Negated(Expression of) implements Expression {}

    record Binary(char operator, Expression left, Expression right, int at) implements Expression {}

    record Call(Function function, List<Expression> arguments, int at) implements Expression {}

    /// The functions of the formula language.
    enum Function {
        ABS(1),
        SQRT(1),
        LOG(1),
        LOG10(1),
        EXP(1),
        MIN(2),
        MAX(2);

        final int arguments;

        Function(int arguments) {
            this.arguments = arguments;
        }
    }

    /// Resolves names in a formula.
    ///
    /// @param operands the metrics found so far, in the order of their values in the result;
    ///   appended to
    /// @param facts numeric metadata of the run, NaN if missing; metrics take precedence
    record Names(Profile profile, List<Metric> operands, Map<String, Double> facts, String text) {}

    /// Finds metrics and facts, and checks units.
    default Computed on(Names names) {
        String text = names.text();
        return switch (this) {
            case Constant(double value) -> Computed.constant(value);
            case Name(String name, int at) -> named(names, name, at);
            case Negated(Expression of) -> {
                Computed inner = of.on(names);
                yield new Computed(
                        inner.unit(),
                        inner.scope(),
                        inner.constant(),
                        values -> -inner.value().of(values));
            }
            case Binary(char operator, Expression left, Expression right, int at) ->
                    binary(operator, left.on(names), right.on(names), text, at);
            case Call(Function function, List<Expression> arguments, int at) ->
                    call(
                            function,
                            arguments.stream().map(each -> each.on(names)).toList(),
                            text,
                            at);
        };
    }

    private static Computed named(Names names, String name, int at) {
        Optional<Metric> found =
                names.profile().metrics().stream()
                        .filter(each -> each.name().equals(name) || fullName(each).equals(name))
                        .min(Comparator.comparing(Metric::scope));
        if (found.isPresent()) return metric(names.operands(), found.get());
        Double fact = names.facts().get(name);
        if (fact == null) throw FormulaParser.wrong(names.text(), at, oneOf(names));
        return Computed.constant(fact);
    }

    private static Computed metric(List<Metric> operands, Metric metric) {
        int known = operands.indexOf(metric);
        int operand = known >= 0 ? known : operands.size();
        if (known < 0) operands.add(metric);
        return new Computed(metric.unit(), metric.scope(), false, values -> values[operand]);
    }

    private static String oneOf(Names names) {
        List<String> metrics =
                names.profile().metrics().stream().map(Metric::name).distinct().toList();
        String known = "a metric (%s)".formatted(String.join(", ", metrics));
        return names.facts().isEmpty()
                ? known
                : "%s or numeric metadata (%s)"
                        .formatted(known, String.join(", ", names.facts().keySet()));
    }

    private static String fullName(Metric metric) {
        return metric.name() + ":" + metric.scope().name().toLowerCase(Locale.ROOT);
    }

    private static Computed binary(
            char operator, Computed left, Computed right, String text, int at) {
        return switch (operator) {
            case '+' -> sum(left, right, 1, text, at);
            case '-' -> sum(left, right, -1, text, at);
            case '*' -> product(left, right);
            case '/' -> quotient(left, right);
            default -> throw new AssertionError("no operator " + operator);
        };
    }

    private static Computed sum(Computed left, Computed right, int sign, String text, int at) {
        double factor = sign * factor(left, right, text, at);
        return new Computed(
                left.constant() ? right.unit() : left.unit(),
                common(left, right),
                left.constant() && right.constant(),
                values -> {
                    double a = left.value().of(values);
                    double b = right.value().of(values);
                    if (Double.isNaN(a)) return b * factor;
                    return Double.isNaN(b) ? a : a + b * factor;
                });
    }

    /// What the right side is multiplied by to be in the unit of the left; bare numbers take any
    /// unit.
    private static double factor(Computed left, Computed right, String text, int at) {
        if (left.constant() || right.constant()) return 1;
        if (!right.unit().convertsTo(left.unit()))
            throw FormulaParser.wrong(
                    text,
                    at,
                    "operands with the same unit, not '%s' and '%s'"
                            .formatted(left.unit().symbol(), right.unit().symbol()));
        return right.unit().factorTo(left.unit());
    }

    /// A bare number takes part in any scope; two scopes have no common one.
    private static Scope common(Computed left, Computed right) {
        if (left.constant()) return right.scope();
        if (right.constant() || left.scope() == right.scope()) return left.scope();
        return Scope.POINT;
    }

    private static Computed product(Computed left, Computed right) {
        ValueOf2 value = new ValueOf2(left, right, (a, b) -> a * b);
        if (left.constant()) return value.as(right.unit(), right.scope(), right.constant());
        if (right.constant()) return value.as(left.unit(), left.scope(), false);
        return value.as(joined(left.unit(), "·", right.unit()), Scope.POINT, false);
    }

    private static Computed quotient(Computed left, Computed right) {
        if (right.constant())
            return new ValueOf2(left, right, Expression::divided)
                    .as(left.unit(), left.scope(), left.constant());
        boolean same = !left.constant() && left.unit().convertsTo(right.unit());
        double factor = same ? left.unit().factorTo(right.unit()) : 1;
        Unit unit = same ? Unit.COUNT : joined(left.unit(), "/", right.unit());
        return new ValueOf2(left, right, (a, b) -> divided(a * factor, b))
                .as(unit, Scope.POINT, false);
    }

    /// Nothing rather than infinite, so that one idle context does not spoil every mean.
    private static double divided(double a, double b) {
        return b == 0 ? Double.NaN : a / b;
    }

    /// `B/s`, `1/s`; a count has no symbol and is not written.
    static Unit joined(Unit left, String by, Unit right) {
        if (right.equals(Unit.COUNT)) return left;
        if (left.equals(Unit.COUNT)) return by.equals("/") ? Unit.of("1/" + right.symbol()) : right;
        return Unit.of(left.symbol() + by + right.symbol());
    }

    /// A binary function that needs both operands.
    record ValueOf2(Computed left, Computed right, DoubleBinaryOperator of) {
        Computed as(Unit unit, Scope scope, boolean constant) {
            return new Computed(
                    unit,
                    scope,
                    constant,
                    values -> of.applyAsDouble(left.value().of(values), right.value().of(values)));
        }
    }

    private static Computed call(Function function, List<Computed> arguments, String text, int at) {
        Computed first = arguments.getFirst();
        return switch (function) {
            case ABS -> applied(first, first.unit(), Math::abs);
            case SQRT -> applied(first, Unit.COUNT, Math::sqrt);
            case LOG -> applied(first, Unit.COUNT, Math::log);
            case LOG10 -> applied(first, Unit.COUNT, Math::log10);
            case EXP -> applied(first, Unit.COUNT, Math::exp);
            case MIN -> chosen(first, arguments.getLast(), Math::min, text, at);
            case MAX -> chosen(first, arguments.getLast(), Math::max, text, at);
        };
    }

    private static Computed applied(Computed to, Unit unit, DoubleUnaryOperator function) {
        return new Computed(
                unit,
                Scope.POINT,
                to.constant(),
                values -> function.applyAsDouble(to.value().of(values)));
    }

    private static Computed chosen(
            Computed left, Computed right, DoubleBinaryOperator of, String text, int at) {
        double factor = factor(left, right, text, at);
        return new ValueOf2(left, right, (a, b) -> of.applyAsDouble(a, b * factor))
                .as(
                        left.constant() ? right.unit() : left.unit(),
                        common(left, right),
                        left.constant() && right.constant());
    }
}
