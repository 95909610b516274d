package treeline.question.claims;

import static treeline.question.claims.Near.require;
import static treeline.question.claims.Near.same;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The checks of statements about one run, except ranks and loops.
final class RunClaimChecks {
    private RunClaimChecks() {}

    static ClaimChecks<RunCase> all() {
        var checks = new ClaimChecks<RunCase>();
        addHotPath(checks);
        addNode(checks);
        addLists(checks);
        ReportClaimChecks.addTo(checks);
        RankClaimChecks.addTo(checks);
        LoopClaimChecks.addTo(checks);
        DiffClaimChecks.addTo(checks);
        return checks;
    }

    private static void addHotPath(ClaimChecks<RunCase> checks) {
        checks.add(
                "no node has a value above 0",
                (_, asked, _) -> {
                    List<Integer> starts =
                            asked.words().contains("--from")
                                    ? List.of(asked.node())
                                    : asked.run().roots();
                    for (int each : starts)
                        require(!(asked.run().meanInclusive(each) > 0), "%s is above 0", each);
                });
        checks.add(
                "{node} is a leaf",
                (claim, asked, _) -> {
                    int node = asked.run().at(claim.text("node"));
                    require(asked.run().children(node).isEmpty(), "it has callees");
                    require(asked.run().meanInclusive(node) > 0, "it has no value");
                });
        checks.add(
                "{node} ends the path: no callee has a value",
                (claim, asked, _) -> {
                    for (int each : asked.run().children(asked.run().at(claim.text("node"))))
                        require(Double.isNaN(asked.run().meanInclusive(each)), "%s has one", each);
                });
        checks.add(
                "{node} ends the path: its only callee, {callee}, holds {share} of it",
                (claim, asked, _) -> {
                    int node = asked.run().at(claim.text("node"));
                    same(asked.run().children(node).size(), 1);
                    checkHeaviest(claim, asked.run(), node);
                });
        checks.add(
                "{node} ends the path: {callee}, the heaviest of its {callees} callees, holds"
                        + " {share} of it",
                (claim, asked, _) -> {
                    int node = asked.run().at(claim.text("node"));
                    same(claim.number("callees"), asked.run().children(node).size());
                    checkHeaviest(claim, asked.run(), node);
                });
    }

    private static void checkHeaviest(Claim claim, NaiveProfile run, int node) {
        int callee = run.at(claim.text("node") + "/" + claim.text("callee"));
        for (int other : run.children(node))
            require(
                    !(run.meanInclusive(other) > run.meanInclusive(callee)),
                    "%s is heavier",
                    run.path(other));
        double share = run.meanInclusive(callee) / run.meanInclusive(node);
        same(claim.number("share"), share);
        require(share < 0.5, "the path would continue");
    }

    private static void addNode(ClaimChecks<RunCase> checks) {
        checks.add(
                "mean of {places}: {mean}",
                (claim, asked, _) -> {
                    same(claim.number("mean"), asked.run().meanInclusive(asked.node()));
                    require(
                            claim.text("places")
                                    .matches("%d (rank|thread)s?".formatted(asked.run().ranks)),
                            "not the number of ranks");
                });
        for (boolean slowest : new boolean[] {true, false})
            checks.addLike(
                    (slowest ? "slowest" : "fastest")
                            + ": \\{place} with \\{value}(, \\{difference} from the mean)?",
                    (claim, asked, _) -> {
                        NaiveProfile run = asked.run();
                        double value = run.inclusive(rank(claim.text("place")), asked.node());
                        same(claim.number("value"), value);
                        if (claim.has("difference"))
                            same(
                                    claim.number("difference"),
                                    value - run.meanInclusive(asked.node()));
                        for (int rank = 0; rank < run.ranks; rank++) {
                            double other = run.inclusive(rank, asked.node());
                            require(
                                    !(slowest ? other > value : other < value),
                                    "rank %s has %s",
                                    rank,
                                    other);
                        }
                    });
        checks.add(
                "imbalance: the maximum is {imbalance} times the mean",
                (claim, asked, _) -> {
                    double max = Double.NEGATIVE_INFINITY;
                    for (int rank = 0; rank < asked.run().ranks; rank++) {
                        double value = asked.run().inclusive(rank, asked.node());
                        if (!Double.isNaN(value)) max = Math.max(max, value);
                    }
                    same(claim.number("imbalance"), max / asked.run().meanInclusive(asked.node()));
                });
        checks.add(
                "{absent} of {places} did not run the node and count as 0 in the mean: not listed",
                (claim, asked, _) -> {
                    int absent = 0;
                    for (int rank = 0; rank < asked.run().ranks; rank++)
                        if (Double.isNaN(asked.run().inclusive(rank, asked.node()))) absent++;
                    same(claim.number("absent"), absent);
                    same(claim.text("places"), asked.run().ranks + " ranks");
                });
    }

    static int rank(String place) {
        return Integer.parseInt(place.replace("rank ", ""));
    }

    private static void addLists(ClaimChecks<RunCase> checks) {
        checks.add(
                "{pattern} matches {functions} functions: {names}",
                (claim, asked, _) -> {
                    Set<String> names = names(asked.run());
                    same(claim.text("pattern"), ".*");
                    same(claim.number("functions"), names.size());
                    same(new TreeSet<>(claim.names("names")), names);
                });
        checks.add(
                "{matches} of {nodes} call paths match",
                (claim, asked, _) -> {
                    String name = asked.run().tree.name(asked.node());
                    long matches =
                            asked.run().nodes().stream()
                                    .filter(each -> asked.run().tree.name(each).equals(name))
                                    .count();
                    same(claim.number("matches"), (double) matches);
                    same(claim.number("nodes"), asked.run().tree.size());
                });
        checks.add(
                "{run}: {left} of {nodes} remain after {rules}, {share} removed{metric}",
                (claim, asked, _) -> {
                    NaiveProfile run = asked.run();
                    require(claim.text("run").endsWith("run.tldb"), "another run");
                    double least = 0.01 * run.total();
                    long left =
                            run.nodes().stream()
                                    .filter(each -> Near.reaches(run.meanInclusive(each), least))
                                    .count();
                    if (run.hasOrdinaryValues()) same(claim.number("left"), (double) left);
                    same(claim.text("rules"), "1%");
                    int all = run.tree.size();
                    same(claim.text("nodes"), all + (all == 1 ? " node" : " nodes"));
                    same(claim.number("share"), 1 - claim.number("left") / all);
                    same(claim.clauses("metric").getFirst().text("metric"), "time (inclusive)");
                });
        checks.add(
                "no call of an MPI routine was recorded",
                (_, asked, _) -> {
                    for (int each : asked.run().nodes())
                        require(
                                !asked.run().tree.name(each).startsWith("MPI_")
                                        || asked.run().path(each).contains("write") // a part of it
                                        || Double.isNaN(asked.run().meanInclusive(each)),
                                "%s is one",
                                asked.run().path(each));
                });
        checks.add(
                "{metrics} omitted: without a correlation with any other metric (no values in"
                        + " common, or all values are equal)",
                (claim, _, answer) -> {
                    int without = 0;
                    for (int row = 0; row < answer.table().rows(); row++) {
                        boolean any = false;
                        String metric = answer.table().column("metric").text(row);
                        for (String other : answer.table().names())
                            if (!other.equals("metric") && !other.equals(metric))
                                any |= !answer.table().column(other).isMissing(row);
                        if (!any) without++;
                    }
                    same(claim.text("metrics"), without + (without == 1 ? " metric" : " metrics"));
                });
        checks.add(
                "{metric} on {other}{scale} over {nodes}: {line}",
                (claim, asked, _) -> checkLine(claim, asked));
    }

    static Set<String> names(NaiveProfile run) {
        return run.nodes().stream()
                .map(run.tree::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Least squares by sums, of exclusive values above 0.
    private static void checkLine(Claim claim, RunCase asked) {
        boolean log = asked.words().contains("--log");
        var bytes = new NaiveProfile(asked.run().profile, "bytes");
        double n = 0;
        double sumX = 0;
        double sumY = 0;
        double xx = 0;
        double xy = 0;
        double yy = 0;
        double firstX = Double.NaN;
        double firstY = Double.NaN;
        boolean differs = false;
        boolean level = true;
        for (int node : asked.run().nodes()) {
            double x = bytes.meanExclusive(node);
            double y = asked.run().meanExclusive(node);
            if (!(x > 0 && y > 0 && Double.isFinite(x) && Double.isFinite(y))) continue;
            x = log ? Math.log(x) : x;
            y = log ? Math.log(y) : y;
            if (n == 0) {
                firstX = x;
                firstY = y;
            }
            differs |= x != firstX;
            level &= y == firstY;
            n++;
            sumX += x - firstX;
            sumY += y - firstY;
            xx += (x - firstX) * (x - firstX);
            xy += (x - firstX) * (y - firstY);
            yy += (y - firstY) * (y - firstY);
        }
        same(claim.text("metric"), "time:exclusive");
        same(claim.text("other"), "bytes:exclusive");
        same(claim.text("scale"), log ? " (logarithms)" : "");
        same(claim.text("nodes"), (int) n + (n == 1 ? " node" : " nodes"));
        Claim line = claim.clauses("line").getFirst();
        double sxx = xx - sumX * sumX / n;
        double sxy = xy - sumX * sumY / n;
        double syy = yy - sumY * sumY / n;
        double slope = sxy / sxx;
        double intercept = firstY + sumY / n - slope * (firstX + sumX / n);
        if (line.template().startsWith("no line")) {
            require(!differs || !Double.isFinite(sxy), "there is a line with slope %s", slope);
            return;
        }
        if (line.template().startsWith("a level line")) {
            require(level, "values differ");
            return;
        }
        same(line.number("slope"), slope);
        require(
                Math.abs(line.number("fit") - sxy * sxy / sxx / syy) < 1e-6,
                "r² is %s",
                sxy * sxy / sxx / syy);
        if (log) {
            double middle = Math.exp(firstX + sumX / n);
            same(line.number("middle"), middle);
            same(line.number("value"), Math.exp(intercept + slope * Math.log(middle)));
        } else {
            same(line.text("per"), " per B");
            same(line.number("intercept"), intercept);
        }
    }
}
