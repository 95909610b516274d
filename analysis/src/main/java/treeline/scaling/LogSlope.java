package treeline.scaling;

/// Log-log slope: the exponent b of the power law y ~ x^b, by linear regression of the logarithms.
public final class LogSlope {
    private LogSlope() {}

    /// Only points above 0 count; NaN for fewer than two.
    public static double of(double[] xs, double[] ys) {
        double x = 0;
        double y = 0;
        double xx = 0;
        double xy = 0;
        int points = 0;
        for (int n = 0; n < xs.length; n++) {
            if (!(xs[n] > 0 && ys[n] > 0)) continue;
            points++;
            x += Math.log(xs[n]);
            y += Math.log(ys[n]);
            xx += Math.log(xs[n]) * Math.log(xs[n]);
            xy += Math.log(xs[n]) * Math.log(ys[n]);
        }
        return points < 2 ? Double.NaN : (points * xy - x * y) / (points * xx - x * x);
    }
}
