package treeline.question.claims;

import static treeline.question.claims.Near.require;
import static treeline.question.claims.Near.same;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/// The checks of statements about iterations. Loops are leaves that all ranks ran.
final class LoopClaimChecks {
    private static final int SHUFFLES = 2_000;

    /// The p-value is that of a permutation test of the means of this many batches.
    private static final int BATCHES = 8;

    private LoopClaimChecks() {}

    static void addTo(ClaimChecks<RunCase> checks) {
        checks.add(
                "{path}: {count} {iterations}, mean {mean}, min {min}, max {max}",
                (claim, asked, _) -> {
                    double[] means = means(asked.run(), asked.run().at(claim.text("path")));
                    same(claim.number("count"), means.length);
                    same(claim.text("iterations"), means.length == 1 ? "iteration" : "iterations");
                    same(claim.number("mean"), mean(means, 0, means.length));
                    same(claim.number("min"), Arrays.stream(means).min().orElseThrow());
                    same(claim.number("max"), Arrays.stream(means).max().orElseThrow());
                });
        checks.add(
                "all iterations take the same time",
                (_, asked, _) ->
                        require(
                                asked.run().nodes().stream()
                                        .filter(each -> asked.run().iterations(each) > 0)
                                        .map(each -> means(asked.run(), each))
                                        .anyMatch(
                                                each ->
                                                        Arrays.stream(each).distinct().count()
                                                                == 1),
                                "no loop is level"));
        checks.add(
                "jump: from iteration {from} on {after} instead of {before}",
                (claim, asked, _) ->
                        require(
                                asked.run().nodes().stream()
                                        .filter(each -> asked.run().iterations(each) > 0)
                                        .anyMatch(each -> isJump(claim, asked.run(), each)),
                                "no loop jumps there"));
        checks.addLike(
                "(drift: )?\\{path} \\{(changes|verb)} over the run: \\{(value|what)}"
                        + " \\{(rises|direction)}\\Q by {share} of the mean (linear trend, p ="
                        + " {p})\\E",
                (claim, asked, _) -> checkDrift(claim, asked.run()));
        checks.addLike(
                "\\{path} \\{verb} at once: \\{jump}\\{more}",
                (claim, asked, _) -> {
                    int node = asked.run().at(claim.text("path"));
                    Claim jump = claim.clauses("jump").getFirst();
                    double[] means = means(asked.run(), node);
                    checkLevels(
                            means,
                            (int) jump.number("iteration"),
                            jump.number("before"),
                            jump.number("mean"),
                            claim.clauses("more").isEmpty());
                    same(
                            claim.text("verb"),
                            jump.number("mean") > jump.number("before")
                                    ? "slows down"
                                    : "speeds up");
                });
        checks.add(
                "iteration {iteration} of {path} takes {duration}, {excess} from the loop median"
                        + " ({median})",
                (claim, asked, _) -> checkLongest(claim, asked.run()));
    }

    /// The mean over ranks of each iteration.
    private static double[] means(NaiveProfile run, int node) {
        double[] means = new double[run.iterations(node)];
        for (int i = 0; i < means.length; i++) {
            for (int rank = 0; rank < run.ranks; rank++) means[i] += run.iteration(rank, node, i);
            means[i] /= run.ranks;
        }
        return means;
    }

    private static double mean(double[] values, int from, int end) {
        return Arrays.stream(values, from, end).sum() / (end - from);
    }

    private static boolean isJump(Claim claim, NaiveProfile run, int node) {
        try {
            checkLevels(
                    means(run, node),
                    (int) claim.number("from"),
                    claim.number("before"),
                    claim.number("after"),
                    false);
            return true;
        } catch (AssertionError notThisLoop) {
            return false;
        }
    }

    /// The claimed levels are means of stretches before and after an iteration.
    ///
    /// @param isOnly whether there is one jump only, so that the stretches are all iterations
    private static void checkLevels(
            double[] means, int from, double before, double after, boolean isOnly) {
        require(from > 0 && from < means.length, "no such iteration");
        boolean isBefore = false;
        for (int start = 0; start < from; start++)
            isBefore |= Math.abs(mean(means, start, from) - before) < 1e-9;
        boolean isAfter = false;
        for (int end = from + 1; end <= means.length; end++)
            isAfter |= Math.abs(mean(means, from, end) - after) < 1e-9;
        require(isBefore && isAfter, "no stretch has such a mean");
        if (!isOnly) return;
        same(before, mean(means, 0, from));
        same(after, mean(means, from, means.length));
    }

    private static void checkDrift(Claim claim, NaiveProfile run) {
        double[] means = means(run, run.at(claim.text("path")));
        double drift = slope(means) * (means.length - 1) / mean(means, 0, means.length);
        same(claim.number("share"), Math.abs(drift));
        boolean inReport = claim.has("verb");
        same(claim.text(inReport ? "verb" : "changes"), drift > 0 ? "slows down" : "speeds up");
        same(claim.text(inReport ? "direction" : "rises"), drift > 0 ? "rises" : "falls");
        same(claim.text(inReport ? "what" : "value"), "its iteration time");
        require(claim.number("p") <= 0.01, "not significant");
        double[] batches = new double[BATCHES];
        int length = means.length / BATCHES;
        for (int i = 0; i < BATCHES; i++) batches[i] = mean(means, i * length, (i + 1) * length);
        List<Double> shuffled = Arrays.stream(batches).boxed().collect(Collectors.toList());
        var random = new Random(1);
        int steeper = 0;
        for (int i = 0; i < SHUFFLES; i++) {
            Collections.shuffle(shuffled, random);
            double[] other = shuffled.stream().mapToDouble(Double::doubleValue).toArray();
            if (Math.abs(slope(other)) >= Math.abs(slope(batches)) - 1e-12) steeper++;
        }
        double share = steeper / (double) SHUFFLES;
        require(share <= 2 * claim.number("p") + 0.005, "%s of shuffles are steeper", share);
    }

    private static double slope(double[] values) {
        double middle = (values.length - 1) / 2.0;
        double mean = mean(values, 0, values.length);
        double xy = 0;
        double xx = 0;
        for (int i = 0; i < values.length; i++) {
            xy += (i - middle) * (values[i] - mean);
            xx += (i - middle) * (i - middle);
        }
        return xy / xx;
    }

    /// Durations are those of the longest rank.
    private static void checkLongest(Claim claim, NaiveProfile run) {
        int node = run.at(claim.text("path"));
        double longest = 0;
        for (int each : run.nodes())
            for (double duration : longest(run, each)) longest = Math.max(longest, duration);
        double[] durations = longest(run, node);
        same(claim.number("duration"), longest);
        same(durations[(int) claim.number("iteration")], longest);
        double[] sorted = Arrays.stream(durations).sorted().toArray();
        double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        same(claim.number("median"), median);
        same(claim.number("excess"), longest - median);
    }

    private static double[] longest(NaiveProfile run, int node) {
        double[] longest = new double[run.iterations(node)];
        for (int i = 0; i < longest.length; i++)
            for (int rank = 0; rank < run.ranks; rank++)
                longest[i] = Math.max(longest[i], run.iteration(rank, node, i));
        return longest;
    }
}
