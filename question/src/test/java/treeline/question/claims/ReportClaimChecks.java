package treeline.question.claims;

import static treeline.question.claims.Near.require;
import static treeline.question.claims.Near.same;

import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// Checks of the statements of `report` and `hpcreport`: the end of the hot path, its parts, and
/// the bottleneck.
final class ReportClaimChecks {
    private ReportClaimChecks() {}

    static void addTo(ClaimChecks<RunCase> checks) {
        addReport(checks);
        addBound(checks);
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
                    same(RunClaimChecks.names(asked.run()).size() >= 1, true);
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
                                                        + " .*run.tldb'?( --by"
                                                        + " (tag|activity))?|treeline flat --by"
                                                        + " (tag|activity) .*run.tldb'?"),
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
        if (run.tag(0).isEmpty()) return; // accounts are the subject of AccountsTest
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
                "cannot determine what bounds the run: some of its times cannot be true, see"
                        + " 'info'",
                (_, asked, _) -> require(negative(asked.run()) > 0, "no time is negative"));
        checks.add(
                "{bound}: {reason}",
                (claim, asked, _) -> {
                    Claim reason = claim.clauses("reason").getFirst();
                    if (reason.template().equals("all threads are idle")
                            || reason.template().equals("all times are 0")
                            || reason.template().equals("the profile has no values of time")) {
                        require(!(asked.run().total() > 0), "there is time");
                        return;
                    }
                    if (reason.template().equals("{broken} of {all} values of time are negative")) {
                        same(claim.text("bound"), "undetermined");
                        same(reason.number("broken"), negative(asked.run()));
                        return;
                    }
                    if (reason.template().equals("the time is infinite")) {
                        same(asked.run().total(), Double.POSITIVE_INFINITY);
                        return;
                    }
                    if (reason.template()
                            .equals("{share} of {time} is computation, as far as recorded")) {
                        same(claim.text("bound"), "undetermined");
                        same(
                                reason.number("share"),
                                spent(asked.run(), "computation") / asked.run().total());
                        same(spent(asked.run(), "communication"), 0.0);
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
                            switch (reason.text("account")) {
                                case "computation" -> "compute-bound";
                                case "communication" -> "communication-bound";
                                default -> "I/O-bound";
                            });
                });
    }

    /// Nodes with a negative time.
    private static int negative(NaiveProfile run) {
        return (int) run.nodes().stream().filter(each -> run.meanExclusive(each) < 0).count();
    }

    private static void checkCause(Claim claim, NaiveProfile run) {
        same(claim.number("share"), spent(run, claim.text("account")) / run.total());
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
