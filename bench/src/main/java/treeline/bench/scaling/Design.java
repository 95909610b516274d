package treeline.bench.scaling;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/// Generated runs of nodes that grow, stay or fall with one or two parameters, with noise of 5 %.
///
/// @param points a number for each parameter
record Design(List<double[]> points, int repetitions) {
    static final int NODES = 1000;
    private static final double NOISE = 0.05;
    private static final List<String> PARAMETERS = List.of("p", "q");

    Design {
        points = List.copyOf(points);
    }

    /// So many process counts, each 1.5 to 2 times the one before.
    static Design ofOne(int points, int repetitions) {
        List<double[]> at = new ArrayList<>();
        for (double p : values(points)) at.add(new double[] {p});
        return new Design(at, repetitions);
    }

    /// All combinations of two parameters.
    static Design ofTwo(int first, int second, int repetitions) {
        List<double[]> at = new ArrayList<>();
        for (double p : values(first)) for (double q : values(second)) at.add(new double[] {p, q});
        return new Design(at, repetitions);
    }

    /// A line of five points along each of two parameters, which meet in one.
    static Design ofTwoLines(int repetitions) {
        List<double[]> at = new ArrayList<>();
        double[] values = values(5);
        for (double p : values) at.add(new double[] {p, values[0]});
        for (int q = 1; q < values.length; q++) at.add(new double[] {values[0], values[q]});
        return new Design(at, repetitions);
    }

    private static double[] values(int count) {
        double[] values = new double[count];
        double next = 4;
        double step = count > 10 ? 1.5 : 2;
        for (int i = 0; i < count; i++, next *= step) values[i] = Math.rint(next);
        return values;
    }

    List<String> parameters() {
        return PARAMETERS.subList(0, points.getFirst().length);
    }

    double[] beyond() {
        double[] last = points.getLast().clone();
        last[0] *= 4;
        return last;
    }

    private static double truth(int node, double... at) {
        double p = at[0];
        double q = at.length > 1 ? at[1] : 1;
        double size = 1 + node % 7;
        return switch (node % 5) {
            case 0 -> size + Math.log(p) * q;
            case 1 -> size + 0.5 * Math.sqrt(p) + 0.1 * q;
            case 2 -> size;
            case 3 -> 100 * size * q / p;
            default -> 100 * size * q / p + 0.02 * Math.sqrt(p);
        };
    }

    /// By point, node and repetition; the same at each call.
    private double[][][] values() {
        var random = new SplittableRandom(1);
        double[][][] values = new double[points.size()][NODES][repetitions];
        for (int point = 0; point < values.length; point++)
            for (int node = 0; node < NODES; node++)
                for (int each = 0; each < repetitions; each++)
                    values[point][node][each] =
                            truth(node, points.get(point)) * (1 + NOISE * random.nextGaussian());
        return values;
    }

    Ensemble ensemble() {
        double[][][] values = values();
        List<Run> runs = new ArrayList<>();
        for (int point = 0; point < values.length; point++)
            for (int repetition = 0; repetition < repetitions; repetition++)
                runs.add(run(point, repetition, values[point]));
        return Ensemble.of(runs);
    }

    private Run run(int point, int repetition, double[][] values) {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int context = builder.context(Context.WHOLE);
        for (int node = 0; node < NODES; node++)
            builder.add(
                    metric,
                    context,
                    builder.child(ProfileBuilder.ROOT, Frame.region("f" + node)),
                    values[node][repetition]);
        Profile profile = builder.build();
        Metadata metadata = Metadata.NONE;
        for (int each = 0; each < parameters().size(); each++)
            metadata = metadata.with(parameters().get(each), Math.round(points.get(point)[each]));
        return new Run("run%d-%d".formatted(point, repetition), metadata, profile);
    }

    /// The same numbers in Extra-P's text format.
    String text() {
        var text = new StringBuilder();
        for (String parameter : parameters())
            text.append("PARAMETER ").append(parameter).append('\n');
        text.append("POINTS");
        for (double[] at : points) text.append(' ').append(tuple(at));
        text.append("\nMETRIC time\n");
        double[][][] values = values();
        for (int node = 0; node < NODES; node++) {
            text.append("REGION f").append(node).append('\n');
            for (double[][] ofPoint : values) {
                text.append("DATA");
                for (double value : ofPoint[node])
                    text.append(String.format(Locale.ROOT, " %.17g", value));
                text.append('\n');
            }
        }
        return text.toString();
    }

    private static String tuple(double... at) {
        return at.length == 1
                ? Long.toString(Math.round(at[0]))
                : "(%d %d)".formatted(Math.round(at[0]), Math.round(at[1]));
    }
}
