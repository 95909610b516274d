package treeline.scaling.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Products are written as the numbers of their terms, 0 for none: `12` has the first term of the
/// first parameter and the second term of the second.
class TermCombinationsTest {
    private static List<String> products(TermCombinations all, int parameters) {
        return IntStream.range(0, all.products())
                .mapToObj(
                        product ->
                                IntStream.range(0, parameters)
                                        .mapToObj(each -> "" + all.term(product, each))
                                        .collect(Collectors.joining()))
                .toList();
    }

    private static List<String> sums(TermCombinations all, int parameters) {
        List<String> products = products(all, parameters);
        return Arrays.stream(all.sums())
                .map(
                        sum ->
                                Arrays.stream(sum)
                                        .mapToObj(products::get)
                                        .collect(Collectors.joining("+")))
                .toList();
    }

    /// Each sum of two, one or no products of either term of two parameters, with and without a
    /// constant.
    @Test
    void twoTermsOfTwoParametersAreCombinedInAllWays() {
        TermCombinations all = TermCombinations.of(2, 2);
        assertThat(products(all, 2))
                .containsExactlyInAnyOrder("00", "10", "20", "01", "02", "11", "12", "21", "22");
        assertThat(sums(all, 2))
                .doesNotHaveDuplicates()
                .hasSize(1 + 2 * (2 + 2 + 4 + 4 + 4 + 4 + 4))
                .contains("00", "10", "00+20", "02", "12", "00+21", "10+02", "00+20+01")
                .contains("20+21", "00+01+21", "10+02+12", "00+20+02+22")
                .doesNotContain("10+20", "10+22", "11+22");
    }

    @Test
    void threeParametersAreCombinedInTheShapesOfExtraP() {
        TermCombinations all = TermCombinations.of(3, 1);
        assertThat(products(all, 3))
                .containsExactlyInAnyOrder("000", "100", "010", "001", "110", "101", "011", "111");
        assertThat(sums(all, 3))
                .doesNotHaveDuplicates()
                .hasSize(1 + 2 * 23)
                .contains("000", "111", "000+111", "100+010+001", "111+101+010")
                .contains("000+011+100+001");
    }

    @Test
    void moreParametersAreOneProductOrOneSum() {
        assertThat(sums(TermCombinations.of(4, 1), 4))
                .containsExactly(
                        "0000",
                        "1111",
                        "0000+1111",
                        "1000+0100+0010+0001",
                        "0000+1000+0100+0010+0001");
    }

    @Test
    void moreTermsAreTriedOfFewerParameters() {
        assertThat(ExperimentDesign.tried(2)).isEqualTo(5);
        assertThat(ExperimentDesign.tried(3)).isEqualTo(2);
        assertThat(ExperimentDesign.tried(4)).isEqualTo(1);
    }
}
