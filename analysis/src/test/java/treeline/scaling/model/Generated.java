package treeline.scaling.model;

import treeline.ensemble.Drawn;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/// Runs whose one node `f` takes what a function says, with noise of a fixed random seed.
public final class Generated {
    static final double[] RANKS = {8, 16, 32, 64, 128, 256};

    private Generated() {}

    /// @param noise relative, as a standard deviation
    static Ensemble runs(DoubleUnaryOperator truth, double noise, int repetitions, long seed) {
        return runs(truth, noise, repetitions, seed, RANKS);
    }

    public static Ensemble runs(
            DoubleUnaryOperator truth, double noise, int repetitions, long seed, double... ranks) {
        var random = new Random(seed);
        List<Run> runs = new ArrayList<>();
        for (double p : ranks)
            for (int repetition = 0; repetition < repetitions; repetition++)
                runs.add(
                        Drawn.run(
                                "p%s-%d".formatted(p, repetition),
                                "ranks=" + p,
                                "f=" + truth.applyAsDouble(p) * noisy(noise, random)));
        return Ensemble.of(runs);
    }

    /// All combinations of two parameters, `ranks` and `size`.
    static Ensemble runs(DoubleBinaryOperator truth, double noise, long seed) {
        var random = new Random(seed);
        List<Run> runs = new ArrayList<>();
        for (double p : new double[] {4, 8, 16, 32, 64})
            for (double q : new double[] {10, 20, 30, 40, 50})
                runs.add(
                        Drawn.run(
                                "p%s-q%s".formatted(p, q),
                                "ranks=%s size=%s".formatted(p, q),
                                "f=" + truth.applyAsDouble(p, q) * noisy(noise, random)));
        return Ensemble.of(runs);
    }

    private static double noisy(double noise, Random random) {
        return 1 + noise * random.nextGaussian();
    }

    public static Modeling modeling(Ensemble ensemble) {
        return Modeling.of(ensemble.metric("time"), "ranks");
    }

    static NodeModel model(Ensemble ensemble) {
        return modeling(ensemble).on(ensemble).models().getFirst();
    }

    /// The node `f` at each of some ranks.
    static Ensemble points(String ranks, String values) {
        String[] p = ranks.split(" ");
        String[] v = values.split(" ");
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < p.length; i++)
            runs.add(Drawn.run("run" + i, "ranks=" + p[i], "f=" + v[i]));
        return Ensemble.of(runs);
    }

    /// A line a run: what it takes at each path of the heading, after its parameters, whose names
    /// have no slash and are before `|`. A node that a run does not call has `-`.
    ///
    /// ```
    /// ranks | main main/io
    /// 2     | 8    -
    /// ```
    static Ensemble table(String drawn) {
        List<Run> runs = new ArrayList<>();
        String[] lines = drawn.strip().split("\\s*\n\\s*");
        for (int line = 1; line < lines.length; line++)
            runs.add(
                    Drawn.run(
                            "run" + line,
                            String.join(" ", pairs(lines[0], lines[line], 0)),
                            pairs(lines[0], lines[line], 1)));
        return Ensemble.of(runs);
    }

    /// As `ranks=2` or `main/io=8`, of one side of the bar.
    private static String[] pairs(String heading, String line, int side) {
        String[] names = heading.split("\\|")[side].strip().split("\\s+");
        String[] values = line.split("\\|")[side].strip().split("\\s+");
        return IntStream.range(0, names.length)
                .filter(each -> !values[each].equals("-"))
                .mapToObj(each -> names[each] + "=" + values[each])
                .toArray(String[]::new);
    }

    static double median(double... values) {
        double[] sorted = Arrays.stream(values).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
