package treeline.scaling.search;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.scaling.search.DrawnPoints.points;

import org.junit.jupiter.api.Test;

import treeline.scaling.search.ScalingFunction.Factor;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class CandidateModelsTest {
    private static final double[] RANKS = {1, 2, 4, 8, 16};

    private static List<String> sums(CandidateModels models) {
        return IntStream.range(0, models.sums())
                .mapToObj(
                        sum ->
                                Arrays.stream(models.sum(sum))
                                        .mapToObj(term -> text(models.term(term)))
                                        .collect(Collectors.joining(" + ")))
                .toList();
    }

    private static String text(List<Factor> factors) {
        return factors.stream()
                .map(
                        each ->
                                each.exponents().isOne()
                                        ? "1"
                                        : each.exponents()
                                                .shortText(
                                                        "pqr"
                                                                .substring(
                                                                        each.parameter(),
                                                                        each.parameter() + 1)))
                .collect(Collectors.joining(" * "));
    }

    private static long ofSize(CandidateModels models, int size) {
        return IntStream.range(0, models.sums())
                .filter(sum -> models.sum(sum).length == size)
                .count();
    }

    /// The constant, 42 terms of Extra-P and 18 more. The pairs of 23 terms, and the constant with
    /// each of the 26 terms of Extra-P that are not among these. The triples of 8 terms.
    @Test
    void oneParameterHasItsTermsAloneInPairsAndInTriples() {
        CandidateModels models = CandidateModels.ofOne(RANKS);
        assertThat(models.terms()).isEqualTo(1 + 42 + 18);
        assertThat(ofSize(models, 1)).isEqualTo(61);
        assertThat(ofSize(models, 2)).isEqualTo(23 * 22 / 2 + 26);
        assertThat(ofSize(models, 3)).isEqualTo(8 * 7 * 6 / 6);
        assertThat(sums(models))
                .doesNotHaveDuplicates()
                .hasSize(61 + 279 + 56)
                .contains("1", "p^-7/8", "p^11/8", "p^3 * log2(p)")
                .contains("1 + p^-1", "1 + p^11/4", "p^-1 + log2(p)", "p^-1 * log2(p) + p^3")
                .contains("1 + p^-1 + p^-1/2", "p^-1/2 + log2(p) + p^2", "1 + p^3/2 + p^2")
                .doesNotContain("1 + p^-7/8", "p^-1 + p^11/4", "1 + p + p^3");
    }

    @Test
    void aTermHasItsValueAtEachPoint() {
        CandidateModels models = CandidateModels.ofOne(RANKS);
        for (int term = 0; term < models.terms(); term++) {
            double[] expected = new double[RANKS.length];
            for (int point = 0; point < expected.length; point++)
                expected[point] = ScalingFunction.product(models.term(term), RANKS[point]);
            assertThat(models.column(term)).isEqualTo(expected);
        }
    }

    /// Logarithms are negative below 1, their squares are not.
    @Test
    void termsThatAreNegativeSomewhereAreInNoSum() {
        assertThat(sums(CandidateModels.ofOne(new double[] {0.5, 1, 2, 4, 8})))
                .contains("1", "log2(p)^2", "p^1/2 * log2(p)^2", "1 + log2(p)^2", "p^-1 + p^2")
                .noneMatch(sum -> sum.matches(".*log2\\(p\\)(?!\\^2).*"));
    }

    @Test
    void termsThatAreInfiniteSomewhereAreInNoSum() {
        assertThat(sums(CandidateModels.ofOne(new double[] {0, 1, 2, 4, 8})))
                .contains("1", "p^1/8", "1 + p^3", "p^1/4 + p^5/2", "1 + p + p^2")
                .noneMatch(sum -> sum.contains("-") || sum.contains("log"));
    }

    /// The first product is the constant; the next are those of the first terms of each parameter.
    @Test
    void severalParametersHaveSumsOfTheProductsOfTheirTerms() {
        Points points = points("2;3=1 4;3=1 8;5=1");
        CandidateModels models =
                CandidateModels.ofSeveral(
                        points,
                        List.of(SearchSpace.terms("1:0"), SearchSpace.terms("0:1")),
                        TermCombinations.of(2, 1));
        assertThat(models.terms()).isEqualTo(4);
        assertThat(models.term(0)).isEmpty();
        assertThat(models.column(0)).containsExactly(1, 1, 1);
        assertThat(models.column(1)).containsExactly(2, 4, 8);
        double log3 = Exponents.of("0:1").at(3);
        double log5 = Exponents.of("0:1").at(5);
        assertThat(models.column(2)).containsExactly(log3, log3, log5);
        assertThat(models.column(3)).containsExactly(2 * log3, 4 * log3, 8 * log5);
        assertThat(sums(models))
                .containsExactly(
                        "",
                        "p",
                        " + p",
                        "log2(q)",
                        " + log2(q)",
                        "p * log2(q)",
                        " + p * log2(q)",
                        "p + log2(q)",
                        " + p + log2(q)",
                        "p + p * log2(q)",
                        " + p + p * log2(q)",
                        "log2(q) + p * log2(q)",
                        " + log2(q) + p * log2(q)",
                        "p + log2(q) + p * log2(q)",
                        " + p + log2(q) + p * log2(q)");
    }
}
