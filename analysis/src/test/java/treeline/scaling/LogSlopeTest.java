package treeline.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.hipparchus.stat.regression.SimpleRegression;
import org.junit.jupiter.api.Test;

import java.util.Random;

class LogSlopeTest {
    @Test
    void twoPointsAreEnough() {
        assertThat(LogSlope.of(array(1, 8), array(64, 8))).isCloseTo(-1, within(1e-12));
        assertThat(LogSlope.of(array(2, 8), array(3, 48))).isCloseTo(2, within(1e-12));
    }

    @Test
    void pointsThatAreNotAboveZeroDoNotCount() {
        assertThat(LogSlope.of(array(0, 1, 2, 4, -8), array(7, 5, 0, 20, 9)))
                .isCloseTo(1, within(1e-12));
        assertThat(LogSlope.of(array(1, 2), array(5, 0))).isNaN();
        assertThat(LogSlope.of(array(1, 0), array(5, 5))).isNaN();
        assertThat(LogSlope.of(array(), array())).isNaN();
    }

    @Test
    void slopesAreThoseOfHipparchus() {
        var random = new Random(1);
        for (int i = 0; i < 100; i++) {
            var regression = new SimpleRegression();
            double[] xs = new double[2 + random.nextInt(9)];
            double[] ys = new double[xs.length];
            for (int n = 0; n < xs.length; n++) {
                xs[n] = 100 * random.nextDouble();
                ys[n] = 0.1 + random.nextDouble();
                regression.addData(Math.log(xs[n]), Math.log(ys[n]));
            }
            assertThat(LogSlope.of(xs, ys)).isCloseTo(regression.getSlope(), within(1e-9));
        }
    }

    private static double[] array(double... values) {
        return values;
    }
}
