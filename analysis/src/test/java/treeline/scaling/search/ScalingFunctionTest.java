package treeline.scaling.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.scaling.search.ScalingFunction.Factor;
import treeline.scaling.search.ScalingFunction.Term;

import java.util.List;
import java.util.Locale;

class ScalingFunctionTest {
    private static final Exponents ROOT_LOG = Exponents.of("1/2:1");

    /// 16^(1/2) log2(16) = 16, 4^2 = 16, log2(8)^2 = 9.
    @Test
    void exponentsAreThoseOfPowersAndLogarithms() {
        assertThat(ROOT_LOG).isEqualTo(new Exponents(1, 2, 1));
        assertThat(ROOT_LOG.at(16)).isCloseTo(16, within(1e-12));
        assertThat(Exponents.of("2:0").at(4)).isEqualTo(16);
        assertThat(Exponents.of("0:2").at(8)).isCloseTo(9, within(1e-12));
        assertThat(Exponents.of("0:2").at(0.5)).isCloseTo(1, within(1e-12));
        assertThat(ROOT_LOG.negated().at(16)).isCloseTo(1 / 16.0, within(1e-12));
        assertThat(ROOT_LOG.perUnit().at(16)).isCloseTo(1, within(1e-12));
        assertThat(ROOT_LOG.power()).isEqualTo(0.5);
        assertThat(Exponents.of("1:0").perUnit().isOne()).isTrue();
        assertThat(Exponents.of("1:1").perUnit().isOne()).isFalse();
        assertThat(Exponents.of("2:0").perUnit().isOne()).isFalse();
        assertThatThrownBy(() -> new Exponents(1, 0, 0))
                .hasMessage("an exponent has no denominator 0");
    }

    @Test
    void exponentsHaveALongAndAShortText() {
        assertThat(ROOT_LOG.text("p")).isEqualTo("p^(1/2) * log2(p)^(1)");
        assertThat(ROOT_LOG.shortText("p")).isEqualTo("p^1/2 * log2(p)");
        assertThat(Exponents.of("1:0").text("p")).isEqualTo("p^(1)");
        assertThat(Exponents.of("1:0").shortText("p")).isEqualTo("p");
        assertThat(Exponents.of("3:0").shortText("p")).isEqualTo("p^3");
        assertThat(Exponents.of("0:2").text("p")).isEqualTo("log2(p)^(2)");
        assertThat(Exponents.of("0:2").shortText("p")).isEqualTo("log2(p)^2");
    }

    private static Term term(double coefficient, Factor... factors) {
        return new Term(coefficient, List.of(factors));
    }

    /// 5 + 3 p log2(q) + 2 p, divided by p: 2 + 5 / p + 3 log2(q).
    @Test
    void aFunctionPerProcessIsDividedByThem() {
        var p = new Factor(0, Exponents.of("1:0"));
        var q = new Factor(1, Exponents.of("0:1"));
        var total = new ScalingFunction(5, List.of(term(3, p, q), term(2, p)));
        assertThat(total.at(4, 8)).isCloseTo(5 + 36 + 8, within(1e-12));
        ScalingFunction each = total.perUnitOf(0);
        assertThat(each.constant()).isEqualTo(2);
        assertThat(each.at(4, 8)).isCloseTo(49 / 4.0, within(1e-12));
        assertThat(each.text(List.of("p", "q")))
                .isEqualTo("2.0 + 5.0 * p^(-1) + 3.0 * log2(q)^(1)");
        assertThat(total.perUnitOf(1).at(4, 8)).isCloseTo(49 / 8.0, within(1e-12));
        assertThat(new ScalingFunction(0, List.of(term(2, p))).perUnitOf(0).isConstant()).isTrue();
    }

    @Test
    void signsStandBetweenTermsOfTheShortText() {
        var p = new Factor(0, ROOT_LOG);
        var names = List.of("p");
        assertThat(text(new ScalingFunction(1.5, List.of(term(-0.25, p)))))
                .isEqualTo("1.5 s - 0.3 s * p^1/2 * log2(p)");
        assertThat(text(new ScalingFunction(0, List.of(term(-2, p), term(1, p)))))
                .isEqualTo("-2.0 s * p^1/2 * log2(p) + 1.0 s * p^1/2 * log2(p)");
        assertThat(text(new ScalingFunction(0, List.of(term(2, p)))))
                .isEqualTo("2.0 s * p^1/2 * log2(p)");
        assertThat(text(new ScalingFunction(0, List.of()))).isEqualTo("0.0 s");
        assertThat(text(new ScalingFunction(1, List.of(term(0, p)))))
                .isEqualTo("1.0 s + 0.0 s * p^1/2 * log2(p)");
        assertThat(new ScalingFunction(0, List.of()).text(names)).isEqualTo("0.0");
        assertThat(new ScalingFunction(0, List.of(term(2, p))).text(names))
                .isEqualTo("2.0 * p^(1/2) * log2(p)^(1)");
        assertThat(new ScalingFunction(1, List.of()).isConstant()).isTrue();
    }

    private static String text(ScalingFunction function) {
        return function.shortText(
                List.of("p"), number -> String.format(Locale.ROOT, "%.1f s", number));
    }
}
