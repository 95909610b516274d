package treeline.scaling.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.ImmutableDoubles;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

class FormChoiceTest {
    private static final double[] RANKS = {2, 4, 8, 16, 32, 64};

    private static FormChoice choice(Optional<Form> asked, double[] x, DoubleUnaryOperator value) {
        List<MeasuredPoint> measured =
                Arrays.stream(x)
                        .mapToObj(
                                each ->
                                        new MeasuredPoint(
                                                ImmutableDoubles.owning(new double[] {each}),
                                                value.applyAsDouble(each),
                                                ImmutableDoubles.owning(
                                                        new double[] {value.applyAsDouble(each)})))
                        .toList();
        Points points = Points.of(measured);
        var rules = new SearchSettings(List.of("ranks"), asked, 0.95, SearchSpace.FINITE_FALLING);
        return FormChoice.of(points, rules, new ExperimentDesign(points, rules));
    }

    private static FormChoice choice(DoubleUnaryOperator value) {
        return choice(Optional.empty(), RANKS, value);
    }

    @Test
    void valuesThatGrowOrStayAreTakenAsMeasured() {
        FormChoice grows = choice(ranks -> 3 + 2 * ranks);
        assertThat(grows.form()).isEqualTo(Form.MEASURED);
        assertThat(grows.reason()).isEqualTo("values do not decrease");
        assertThat(grows.errors()).isEmpty();
        assertThat(choice(_ -> 7).form()).isEqualTo(Form.MEASURED);
        assertThat(choice(ranks -> Math.pow(ranks, -0.1)).form()).isNotEqualTo(Form.MEASURED);
    }

    @Test
    void aFormThatIsAskedForIsTaken() {
        for (Form form : Form.values()) {
            FormChoice choice = choice(Optional.of(form), RANKS, ranks -> 3 + 2 * ranks);
            assertThat(choice.form()).isEqualTo(form);
            assertThat(choice.reason()).isEqualTo("as requested");
        }
    }

    @Test
    void perfectScalingIsAConstantTotal() {
        FormChoice choice = choice(ranks -> 640 / ranks);
        assertThat(choice.form()).isEqualTo(Form.TOTAL);
        assertThat(choice.found().function().terms()).isEmpty();
        assertThat(choice.reason()).startsWith("values decrease with ranks; leave-one-out error: ");
    }

    @Test
    void valuesAtZeroCannotBeMultipliedByIt() {
        FormChoice choice = choice(Optional.empty(), new double[] {0, 1, 2, 3, 4, 5}, x -> 10 - x);
        assertThat(choice.form()).isEqualTo(Form.FALLING);
        assertThat(choice.reason())
                .isEqualTo("values decrease with ranks, which is not positive everywhere");
    }

    /// Decreasing terms must have at most two thirds of the error. The series fall with the square
    /// root, with noise; enough of them have errors close to the limit, on both sides.
    @Test
    void decreasingTermsAreTakenFromTwoThirdsOfTheErrorDown() {
        var random = new Random(3);
        int justBelow = 0;
        int justAbove = 0;
        for (int series = 0; series < 100; series++) {
            double serial = 5 * random.nextDouble();
            double[] noise = random.doubles(65, 0.97, 1.03).toArray();
            FormChoice choice = choice(p -> (serial + 100 / Math.sqrt(p)) * noise[(int) p]);
            if (choice.errors().isEmpty()) continue;
            double ratio = choice.errors().get(Form.FALLING) / choice.errors().get(Form.TOTAL);
            if (ratio > 0.6 && ratio < 0.666) {
                justBelow++;
                assertThat(choice.form()).isEqualTo(Form.FALLING);
            }
            if (ratio > 0.667 && ratio < 0.75) {
                justAbove++;
                assertThat(choice.form()).isEqualTo(Form.TOTAL);
            }
        }
        assertThat(justBelow).isGreaterThan(3);
        assertThat(justAbove).isGreaterThan(3);
    }

    private static FormChoice choice(String drawn) {
        Points points = DrawnPoints.points(drawn);
        return FormChoice.of(points, DrawnPoints.settings(points), DrawnPoints.design(points));
    }

    @Test
    void theReasonNamesTheErrorsOfAllForms() {
        String drawn = "1=100 2=53 4=24.6 8=13.1 16=6.9 32=3.3";
        FormChoice choice = choice(drawn);
        Points points = DrawnPoints.points(drawn);
        double total = leaveOneOut(SearchSpace.GROWING, points.times(0));
        double falling = leaveOneOut(SearchSpace.FINITE_FALLING, points);
        double measured = leaveOneOut(SearchSpace.GROWING, points);
        assertThat(choice.errors())
                .isEqualTo(
                        Map.of(Form.TOTAL, total, Form.FALLING, falling, Form.MEASURED, measured));
        assertThat(choice.reason())
                .isEqualTo(
                        String.format(
                                Locale.ROOT,
                                "values decrease with p; leave-one-out error: %.3g %% (values x p),"
                                        + " %.3g %% (decreasing terms), %.3g %% (increasing terms)",
                                total,
                                falling,
                                measured));
    }

    private static double leaveOneOut(List<Exponents> space, Points points) {
        return new SingleParameterSearch(space, points.of(0)).best(points).quality().leaveOneOut();
    }

    /// 10 less a tenth for each doubling: the log-log slope is -0.015.
    @Test
    void valuesWhoseTermSinksDecreaseHoweverSlowly() {
        assertThat(choice("1=10 2=9.9 4=9.8 8=9.7 16=9.6").reason())
                .startsWith("values decrease with p; ");
    }

    private static String grid(DoubleBinaryOperator value) {
        var drawn = new StringBuilder();
        for (int p : new int[] {2, 4, 8, 16, 32})
            for (int q : new int[] {2, 4, 8, 16, 32})
                drawn.append("%d;%d=%s ".formatted(p, q, value.applyAsDouble(p, q)));
        return drawn.toString();
    }

    @Test
    void valuesAreMultipliedByTheParameterWithWhichTheyFallFastest() {
        FormChoice first = choice(grid((p, q) -> 1000 / p / Math.sqrt(q)));
        assertThat(first.parameter()).isZero();
        assertThat(first.reason()).startsWith("values decrease with p; ");
        FormChoice second = choice(grid((p, q) -> 1000 / q / Math.sqrt(p)));
        assertThat(second.parameter()).isEqualTo(1);
        assertThat(second.reason()).startsWith("values decrease with q; ");
    }

    /// As values of one parameter with a falling term are, but not of several.
    @Test
    void valuesThatFallSlowlyWithOneOfSeveralParametersAreTakenAsMeasured() {
        FormChoice choice = choice(grid((p, q) -> 10 + q - Math.log(p) / 10));
        assertThat(choice.form()).isEqualTo(Form.MEASURED);
        assertThat(choice.reason()).isEqualTo("values do not decrease");
    }

    /// A power of -0.15 is the limit.
    @Test
    void valuesFallFromAPowerOfMinusFifteenPercentOn() {
        assertThat(fallsAs(-0.151)).isTrue();
        assertThat(fallsAs(-0.149)).isFalse();
    }

    private static boolean fallsAs(double power) {
        return !choice(grid((p, q) -> Math.pow(p, power) * (1 + q))).form().equals(Form.MEASURED);
    }

    @Test
    void ofParametersThatMatterAlikeTheFirstIsMultiplied() {
        assertThat(choice(grid((p, q) -> 1024 / p / q)).parameter()).isZero();
    }
}
