package treeline.scaling.search;

import java.util.Arrays;

/// Mean-centred values, and the minimum after removing any one value.
final class CentredValues {
    private final double mean;
    private final double[] apart;
    private final double[] smallest = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};

    CentredValues(double[] values) {
        this.mean = Arrays.stream(values).sum() / values.length;
        this.apart = new double[values.length];
        for (int point = 0; point < values.length; point++) {
            double value = values[point];
            apart[point] = value - mean;
            if (value < smallest[0]) {
                smallest[1] = smallest[0];
                smallest[0] = value;
            } else smallest[1] = Math.min(smallest[1], value);
        }
    }

    double mean() {
        return mean;
    }

    double apart(int point) {
        return apart[point];
    }

    /// Of all values but one of this size.
    double smallestWithout(double value) {
        return value == smallest[0] ? smallest[1] : smallest[0];
    }
}
