package treeline.question.claims;

import static treeline.question.claims.Near.require;
import static treeline.question.claims.Near.same;

import java.util.Map;
import java.util.TreeMap;

/// The checks of statements about the difference of two runs.
final class DiffClaimChecks {
    private DiffClaimChecks() {}

    static void addTo(ClaimChecks<RunCase> checks) {
        checks.add(
                "{metric}: {totalBefore} in {beforeRun} ({beforeContexts}), {totalAfter} in"
                        + " {afterRun} ({afterContexts})",
                (claim, asked, _) -> {
                    same(claim.text("metric"), "time (exclusive)");
                    same(claim.number("totalBefore"), asked.run().total());
                    same(claim.number("totalAfter"), asked.other().total());
                    require(claim.text("beforeRun").endsWith("run.tldb"), "another run");
                    require(claim.text("afterRun").endsWith("other.tldb"), "another run");
                    same(claim.text("beforeContexts"), contexts(asked.run()));
                    same(claim.text("afterContexts"), contexts(asked.other()));
                });
        checks.add(
                "total: {totalChange} ({relative})",
                (claim, asked, _) -> {
                    double before = asked.run().total();
                    double after = asked.other().total();
                    same(claim.number("totalChange"), after - before);
                    same(claim.number("relative"), after / before - 1);
                    require(Double.isFinite(before), "a share of infinity");
                });
        checks.add(
                "total: {totalChange}",
                (claim, asked, _) ->
                        same(
                                claim.number("totalChange"),
                                asked.other().total() - asked.run().total()));
        checks.add(
                "total: infinite in both runs",
                (_, asked, _) -> {
                    same(asked.run().total(), Double.POSITIVE_INFINITY);
                    same(asked.other().total(), Double.POSITIVE_INFINITY);
                });
        checks.add(
                "{rows} {nouns} changed by less than {threshold} of the total: not listed",
                (claim, asked, _) -> {
                    same(claim.text("threshold"), "5 %");
                    double least = 0.05 * asked.run().total();
                    checkRows(
                            claim,
                            changes(asked).values().stream()
                                    .filter(
                                            each ->
                                                    !(Math.abs(each.change) >= least)
                                                            || each.isSame())
                                    .count(),
                            asked);
                });
        checks.add(
                "{rows} {nouns} unchanged: not listed",
                (claim, asked, _) ->
                        checkRows(
                                claim,
                                changes(asked).values().stream().filter(Change::isSame).count(),
                                asked));
        checks.add(
                "{metric}, {contexts}: no difference{limit} among {rows} {nouns}, {total}",
                (claim, asked, _) -> {
                    Map<String, Change> changes = changes(asked);
                    boolean limited = !claim.clauses("limit").isEmpty();
                    double least = limited ? 0.05 * asked.run().total() : 0;
                    for (Change each : changes.values())
                        require(
                                each.isSame() || Math.abs(each.change) < least,
                                "a row changed by %s",
                                each.change);
                    checkRows(claim, changes.size(), asked);
                    same(claim.text("metric"), "time (exclusive)");
                    Claim total = claim.clauses("total").getFirst();
                    if (total.has("amount")) {
                        same(total.number("amount"), asked.run().total());
                        same(asked.other().total(), asked.run().total());
                    } else
                        same(
                                total.number("totalChange"),
                                asked.other().total() - asked.run().total());
                });
    }

    private static void checkRows(Claim claim, long rows, RunCase asked) {
        same(claim.number("rows"), (double) rows);
        String noun = asked.words().contains("function") ? "function" : "call path";
        same(claim.text("nouns"), noun + (rows == 1 ? "" : "s"));
    }

    private static String contexts(NaiveProfile run) {
        return run.ranks == 1 ? "rank 0" : "mean of %d ranks".formatted(run.ranks);
    }

    /// @param isInBoth whether both runs have the row
    private record Change(double change, boolean isInBoth) {
        boolean isSame() {
            return isInBoth && !(Math.abs(change) > 0);
        }
    }

    /// The change of each call path or function. A row without a value has 0.
    private static Map<String, Change> changes(RunCase asked) {
        boolean byName = asked.words().contains("function");
        Map<String, Double> before = values(asked.run(), byName);
        Map<String, Double> after = values(asked.other(), byName);
        Map<String, Change> all = new TreeMap<>();
        before.forEach(
                (key, value) ->
                        all.put(
                                key,
                                new Change(
                                        RankClaimChecks.orZero(after.getOrDefault(key, 0.0))
                                                - RankClaimChecks.orZero(value),
                                        after.containsKey(key))));
        after.forEach(
                (key, value) ->
                        all.putIfAbsent(key, new Change(RankClaimChecks.orZero(value), false)));
        return all;
    }

    private static Map<String, Double> values(NaiveProfile run, boolean byName) {
        Map<String, Double> values = new TreeMap<>();
        for (int node : run.nodes())
            if (!Double.isNaN(run.meanExclusive(node)))
                values.merge(
                        byName ? run.tree.name(node) : run.path(node),
                        run.meanExclusive(node),
                        Double::sum);
        return values;
    }
}
