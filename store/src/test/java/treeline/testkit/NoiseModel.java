package treeline.testkit;

import java.util.Random;

/// Noise distributions for calibration tests: a statistical claim must hold under noise that its
/// method does not assume.
///
/// Every model has mean 1 and, except for the heavy tail, the requested relative standard
/// deviation, so that powers and false-alarm rates of different models can be compared.
public enum NoiseModel {
    /// Gaussian.
    NORMAL {
        @Override
        public double draw(Random random, double deviation) {
            return 1 + deviation * random.nextGaussian();
        }
    },
    /// Log-normal, skewed to the right as run times are.
    SKEWED {
        @Override
        public double draw(Random random, double deviation) {
            double variance = Math.log1p(deviation * deviation);
            return Math.exp(Math.sqrt(variance) * random.nextGaussian() - variance / 2);
        }
    },
    /// Gaussian, rounded to multiples of one standard deviation, as a coarse clock does: most
    /// values occur several times.
    TIED {
        @Override
        public double draw(Random random, double deviation) {
            return deviation * Math.round((1 + deviation * random.nextGaussian()) / deviation);
        }
    },
    /// Student's t with three degrees of freedom, scaled to the requested deviation: one value in
    /// fifty lies beyond four deviations of a Gaussian fitted to the others.
    HEAVY_TAILED {
        @Override
        public double draw(Random random, double deviation) {
            double chiSquare = 0;
            for (int i = 0; i < 3; i++) {
                double z = random.nextGaussian();
                chiSquare += z * z;
            }
            double t = random.nextGaussian() / Math.sqrt(chiSquare / 3);
            return Math.max(0.01, 1 + deviation * t / Math.sqrt(3));
        }
    },
    /// Poisson counts whose relative deviation is the requested one: integers divided by their
    /// mean.
    COUNTS {
        @Override
        public double draw(Random random, double deviation) {
            double mean = 1 / (deviation * deviation);
            return poisson(random, mean) / mean;
        }
    };

    /// One value with mean 1.
    ///
    /// @param deviation the relative standard deviation, greater than 0
    public abstract double draw(Random random, double deviation);

    /// Values around a mean.
    public final double[] sample(Random random, int size, double mean, double deviation) {
        double[] values = new double[size];
        for (int i = 0; i < size; i++) values[i] = mean * draw(random, deviation);
        return values;
    }

    /// Knuth's product of uniforms below a mean of 30, the Gaussian approximation above.
    private static double poisson(Random random, double mean) {
        if (mean > 30)
            return Math.max(0, Math.rint(mean + Math.sqrt(mean) * random.nextGaussian()));
        double limit = Math.exp(-mean);
        int count = 0;
        for (double product = random.nextDouble(); product > limit; product *= random.nextDouble())
            count++;
        return count;
    }
}
