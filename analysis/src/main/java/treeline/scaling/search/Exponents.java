package treeline.scaling.search;

/// The exponents of one parameter x in a term: x^(numerator/denominator) * log2(x)^log.
public record Exponents(int numerator, int denominator, int log) {
    private static final double LN_2 = Math.log(2);

    public Exponents {
        if (denominator < 1)
            throw new IllegalArgumentException("an exponent has no denominator " + denominator);
    }

    /// From `1/4:2`, the power before the colon and the logarithm's behind it.
    static Exponents of(String text) {
        String power = text.substring(0, text.indexOf(':'));
        int bar = power.indexOf('/');
        return new Exponents(
                Integer.parseInt(bar < 0 ? power : power.substring(0, bar)),
                bar < 0 ? 1 : Integer.parseInt(power.substring(bar + 1)),
                Integer.parseInt(text.substring(text.indexOf(':') + 1)));
    }

    Exponents negated() {
        return new Exponents(-numerator, denominator, -log);
    }

    /// Divided by x.
    Exponents perUnit() {
        return new Exponents(numerator - denominator, denominator, log);
    }

    boolean isOne() {
        return numerator == 0 && log == 0;
    }

    public double power() {
        return (double) numerator / denominator;
    }

    public double at(double x) {
        double power = numerator == 0 ? 1 : Math.pow(x, power());
        return log == 0 ? power : power * Math.pow(Math.log(x) / LN_2, log);
    }

    /// A short form: `ranks^1/4 * log2(ranks)`.
    String shortText(String parameter) {
        String power = numerator == denominator ? parameter : parameter + "^" + powerText();
        String logarithm = "log2(%s)".formatted(parameter) + (log == 1 ? "" : "^" + log);
        if (log == 0) return power;
        return numerator == 0 ? logarithm : power + " * " + logarithm;
    }

    private String powerText() {
        return denominator == 1 ? Integer.toString(numerator) : numerator + "/" + denominator;
    }

    /// As Extra-P writes it: `ranks^(1/4) * log2(ranks)^(1)`.
    String text(String parameter) {
        String power = "%s^(%s)".formatted(parameter, powerText());
        String logarithm = "log2(%s)^(%d)".formatted(parameter, log);
        if (log == 0) return power;
        return numerator == 0 ? logarithm : power + " * " + logarithm;
    }
}
