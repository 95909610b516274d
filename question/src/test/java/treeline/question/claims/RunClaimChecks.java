package treeline.question.claims;

import static treeline.question.claims.Near.require;
import static treeline.question.claims.Near.same;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
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
        addReport(checks);
        RankClaimChecks.addTo(checks);
        LoopClaimChecks.addTo(checks);
        DiffClaimChecks.addTo(checks);
        addBound(checks);
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

    private static Set<String> names(NaiveProfile run) {
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

    private static void addReport(ClaimChecks<RunCase> checks) {
        checks.add(
                "{run}: {elapsed}{total} of {metric}, {contexts}",
                (claim, asked, _) -> {
                    require(claim.clauses("elapsed").isEmpty(), "ranks have one thread");
                    same(claim.number("total"), asked.run().total());
                    same(claim.text("metric"), "time");
                    int ranks = asked.run().ranks;
                    same(
                            claim.text("contexts"),
                            ranks == 1 ? "rank 0" : "mean of %d ranks".formatted(ranks));
                });
        checks.add(
                "no call path has a value above 0",
                (_, asked, _) -> {
                    for (int each : asked.run().roots())
                        require(!(asked.run().meanInclusive(each) > 0), "a root has");
                });
        checks.add(
                "{path} takes {share} of all {metric} itself",
                (claim, asked, _) -> {
                    NaiveProfile run = asked.run();
                    int end = checkEnd(claim, run);
                    same(claim.number("share"), itself(run, end) / run.total());
                    require(
                            Near.reaches(itself(run, end), run.meanInclusive(end) / 2),
                            "callees take more");
                });
        checks.add(
                "{path} splits into {parts} of all {metric}",
                (claim, asked, _) -> {
                    NaiveProfile run = asked.run();
                    checkParts(claim.clauses("parts"), run, checkEnd(claim, run));
                });
        checks.add(
                "{path} has an infinite value",
                (claim, asked, _) ->
                        require(
                                Double.isInfinite(
                                        asked.run().meanInclusive(checkEnd(claim, asked.run()))),
                                "it is finite"));
        checks.add(
                "{function} takes {share}",
                (claim, asked, _) -> {
                    same(names(asked.run()).size() >= 1, true);
                    checkFunctions(1, claim.number("share"), asked.run());
                });
        checks.add(
                "the first {functions} take {share}",
                (claim, asked, _) ->
                        checkFunctions(
                                (int) claim.number("functions"),
                                claim.number("share"),
                                asked.run()));
        checks.add(
                "{function} has an infinite value",
                (claim, asked, _) ->
                        require(
                                asked.run().nodes().stream()
                                        .filter(
                                                each ->
                                                        asked.run()
                                                                .tree
                                                                .name(each)
                                                                .equals(claim.text("function")))
                                        .anyMatch(
                                                each ->
                                                        Double.isInfinite(
                                                                asked.run().meanExclusive(each))),
                                "it is finite"));
        checks.add(
                "the largest share is {category}",
                (claim, asked, _) -> checkCategory(claim.text("category"), asked.run()));
        checks.add(
                "more: {command}",
                (claim, _, _) ->
                        require(
                                claim.text("command")
                                        .matches(
                                                "treeline (hot-path|flat|imbalance|iterations)"
                                                    + " .*run.tldb( --by (tag|activity))?|treeline"
                                                    + " flat --by (tag|activity) .*run.tldb"),
                                "another command"));
    }

    /// The end of the hot path, recomputed; the claim names it by its path or its name.
    private static int checkEnd(Claim claim, NaiveProfile run) {
        int at = run.heaviest(run.roots());
        int end = at;
        while (at >= 0) {
            end = at;
            at = run.heaviest(run.children(end));
            if (at >= 0 && !(run.meanInclusive(at) >= 0.5 * run.meanInclusive(end))) at = -1;
        }
        String path = run.path(end);
        same(claim.text("path"), path.length() <= 48 ? path : run.tree.name(end));
        if (claim.has("metric")) same(claim.text("metric"), "time");
        return end;
    }

    /// The part of a node's value that no callee has.
    private static double itself(NaiveProfile run, int node) {
        double rest = run.meanInclusive(node);
        for (int each : run.children(node))
            if (!Double.isNaN(run.meanInclusive(each))) rest -= run.meanInclusive(each);
        return Math.max(0, rest);
    }

    private static void checkParts(List<Claim> parts, NaiveProfile run, int end) {
        TreeMap<String, Double> shares = new TreeMap<>();
        shares.put("itself", itself(run, end) / run.total());
        for (int each : run.children(end))
            if (!Double.isNaN(run.meanInclusive(each)))
                shares.put(run.tree.name(each), run.meanInclusive(each) / run.total());
        List<Double> large =
                shares.values().stream()
                        .filter(each -> each >= 0.01)
                        .sorted(Comparator.reverseOrder())
                        .toList();
        for (int i = 0; i < parts.size(); i++) {
            Claim part = parts.get(i);
            if (part.has("count")) {
                same(part.number("count"), large.size() - i);
                same(
                        part.number("share"),
                        large.stream().skip(i).mapToDouble(Double::doubleValue).sum());
            } else {
                same(part.number("share"), (double) shares.get(part.text("callee")));
                same(part.number("share"), (double) large.get(i));
            }
        }
        boolean hasOthers = !parts.isEmpty() && parts.getLast().has("count");
        same(parts.size(), hasOthers ? 5 : large.size());
    }

    private static void checkFunctions(int count, double share, NaiveProfile run) {
        TreeMap<String, Double> byName = new TreeMap<>();
        for (int node : run.nodes())
            if (!Double.isNaN(run.meanExclusive(node)))
                byName.merge(run.tree.name(node), run.meanExclusive(node), Double::sum);
        same(count, Math.min(5, byName.size()));
        double first =
                byName.values().stream()
                        .sorted(Comparator.reverseOrder())
                        .limit(count)
                        .mapToDouble(Double::doubleValue)
                        .sum();
        same(share, first / run.total());
    }

    private static void checkCategory(String category, NaiveProfile run) {
        TreeMap<String, Double> byTag = new TreeMap<>();
        for (int node : run.nodes())
            run.tag(node)
                    .filter(_ -> !Double.isNaN(run.meanExclusive(node)))
                    .ifPresent(tag -> byTag.merge(tag, run.meanExclusive(node), Double::sum));
        if (run.tag(0).isEmpty()) return; // activities are the subject of ActivitiesTest
        for (double each : byTag.values())
            require(!(each > byTag.get(category) + 1e-9), "another tag has more");
    }

    private static void addBound(ClaimChecks<RunCase> checks) {
        checks.add(
                "cannot determine whether the run is memory-bound: the profile has no cache, stall"
                        + " or copy metrics",
                (_, asked, _) -> same(asked.run().profile.metrics().size(), 2)); // time and bytes
        checks.add(
                "cannot determine whether the run is communication-bound: {ranks} ranks, but no"
                        + " communication call was recorded",
                (claim, asked, _) -> {
                    same(claim.number("ranks"), asked.run().ranks);
                    same(spent(asked.run(), "communication"), 0.0);
                });
        checks.add(
                "{bound}: {reason}",
                (claim, asked, _) -> {
                    Claim reason = claim.clauses("reason").getFirst();
                    if (reason.template().equals("all threads are idle")
                            || reason.template()
                                    .equals("the profile has neither CPU time nor GPU time")) {
                        require(!(asked.run().total() > 0), "there is time");
                        return;
                    }
                    if (reason.template().equals("the CPU time is infinite")) {
                        same(asked.run().total(), Double.POSITIVE_INFINITY);
                        return;
                    }
                    if (reason.has("shares")) {
                        same(claim.text("bound"), "mixed");
                        for (Claim each : reason.clauses("shares")) checkCause(each, asked.run());
                        return;
                    }
                    checkCause(reason, asked.run());
                    same(
                            claim.text("bound"),
                            switch (reason.text("cause")) {
                                case "computation" -> "compute-bound";
                                case "communication" -> "communication-bound";
                                default -> "I/O-bound";
                            });
                });
    }

    private static void checkCause(Claim claim, NaiveProfile run) {
        same(claim.number("share"), spent(run, claim.text("cause")) / run.total());
    }

    /// Exclusive time by cause.
    private static double spent(NaiveProfile run, String cause) {
        double sum = 0;
        for (int node : run.nodes())
            if (cause(run, node).equals(cause) && !Double.isNaN(run.meanExclusive(node)))
                sum += run.meanExclusive(node);
        return sum;
    }

    /// By the tag of a node or, in runs without tags, by the outermost call of MPI or `write`.
    private static String cause(NaiveProfile run, int node) {
        if (run.tag(node).isPresent())
            return switch (run.tag(node).get()) {
                case "COMM" -> "communication";
                case "IO" -> "I/O";
                default -> "computation";
            };
        String cause = "computation";
        for (int up = node; up >= 0; up = run.tree.parent(up))
            if (run.tree.name(up).startsWith("MPI_")) cause = "communication";
            else if (run.tree.name(up).equals("write")) cause = "I/O";
        return cause;
    }
}
