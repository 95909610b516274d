package treeline.question.claims;

import static treeline.question.claims.Near.require;
import static treeline.question.claims.Near.same;

import treeline.model.Profile;
import treeline.question.answer.Answer;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The checks of statements about builds. Significance is tested by the analyses; here, counts are
/// compared with the table, and claims with the values from which runs were generated.
final class BuildClaimChecks {
    private static final String TOTAL = "(total)";

    private BuildClaimChecks() {}

    static ClaimChecks<BuildCase> ofTwo() {
        var checks = new ClaimChecks<BuildCase>();
        for (String start : List.of("", "failed: "))
            checks.addLike(
                    start
                            + "the two sides seem to be different programs: they have \\{common} of"
                            + " \\{paths} call paths? in common, so their total times are not"
                            + " compared",
                    (claim, builds, _) -> {
                        same(claim.number("common"), 0);
                        require(isOther(builds.before()) != isOther(builds.after()), "the same");
                        same(start.isEmpty(), !isGate(builds));
                    });
        checks.addLike(
                "failed: \\{nodes} (is|are) slower by more than \\{limit} %",
                (claim, builds, answer) -> {
                    same(claim.number("limit"), 5);
                    List<Integer> failing = rows(answer, row -> flag(answer, "fails", row));
                    for (int row : failing)
                        require(
                                ratio(builds, text(answer, "path", row)) > 1.05,
                                "%s is not slower",
                                text(answer, "path", row));
                    checkNodes(claim.clauses("nodes").getFirst(), failing, answer);
                });
        checks.addLike(
                "passed: no node is (significantly )?slower by more than \\{limit} %",
                (claim, builds, answer) -> {
                    same(claim.number("limit"), 5);
                    require(rows(answer, row -> flag(answer, "fails", row)).isEmpty(), "one fails");
                    boolean isClear = builds.before().size() > 4 && builds.after().size() > 4;
                    require(!isClear || ratio(builds, "main/solve") < 1.2, "solve is slower");
                });
        checks.addLike(
                "undecided: the 95 % intervals of \\{nodes} include slowdowns above \\{limit} %"
                        + " \\(largest: \\{largest}, \\{bound}\\); record more runs",
                (claim, _, answer) -> {
                    same(claim.number("limit"), 5);
                    List<Integer> open =
                            rows(
                                    answer,
                                    row ->
                                            text(answer, "status", row).equals("same")
                                                    && number(answer, "ratio_high", row) > 1.05);
                    checkNodes(claim.clauses("nodes").getFirst(), open, answer);
                    double largest =
                            open.stream()
                                    .mapToDouble(row -> number(answer, "ratio_high", row))
                                    .max()
                                    .orElseThrow();
                    Claim bound = claim.clauses("bound").getFirst();
                    if (bound.has("change")) same(bound.number("change"), largest - 1);
                    else same(largest, Double.POSITIVE_INFINITY);
                });
        checks.addLike(
                "noise: estimated from \\{before} and \\{after} runs(, which are assumed to vary"
                        + " equally)?; \\{tests}",
                (claim, builds, answer) -> {
                    int before = builds.before().size();
                    int after = builds.after().size();
                    same(claim.number("before"), before);
                    same(claim.number("after"), after);
                    same(
                            claim.template().contains("equally"),
                            Math.max(before, after) > 2 * Math.min(before, after));
                    checkTests(claim, builds, answer);
                });
        checks.add(
                "noise: estimated from {runs} runs; the side with one run is assumed to vary as"
                        + " much; {tests}",
                (claim, builds, answer) -> {
                    int before = builds.before().size();
                    int after = builds.after().size();
                    same(Math.min(before, after), 1);
                    same(claim.number("runs"), Math.max(before, after));
                    checkTests(claim, builds, answer);
                });
        checks.addLike(
                "noise: unknown, because there is one run per side without repetitions\\. .*",
                (_, builds, _) -> same(builds.before().size() + builds.after().size(), 2));
        checks.addLike(
                "\\{nodes} nodes?: no significant difference",
                (claim, _, answer) ->
                        same(
                                claim.number("nodes"),
                                rows(
                                                answer,
                                                row ->
                                                        text(answer, "status", row).equals("same")
                                                                && !isTotal(answer, row))
                                        .size()));
        checks.addLike(
                "\\{values} values? (has|have) no variance: compared by ratio",
                (claim, builds, answer) -> {
                    long constant =
                            rows(
                                            answer,
                                            row ->
                                                    isConstant(builds, text(answer, "path", row))
                                                            && varies(
                                                                    builds,
                                                                    text(answer, "path", row)))
                                    .size();
                    same(claim.number("values"), (double) constant);
                });
        checks.addLike(
                "\\{nodes} nodes? below \\{share} of the total: not compared; --least-share 0%"
                        + " compares all",
                (claim, builds, _) -> {
                    double share = builds.words().contains("--least-share") ? 0.05 : 0.01;
                    same(claim.number("share"), share);
                    require(claim.number("nodes") >= 1, "none");
                });
        return checks;
    }

    private static boolean isGate(BuildCase builds) {
        return builds.words().contains("--fail-above");
    }

    private static boolean isOther(List<Profile> runs) {
        return runs.getFirst().tree().name(0).equals("other");
    }

    /// The mean of the exclusive values of a node, or of the total.
    private static double mean(List<Profile> runs, String path) {
        double sum = 0;
        for (Profile each : runs) {
            var run = new NaiveProfile(each);
            if (path.equals(TOTAL)) sum += run.total();
            else
                for (int node : run.nodes())
                    if (run.path(node).equals(path)) sum += run.meanExclusive(node);
        }
        return sum / runs.size();
    }

    private static double ratio(BuildCase builds, String path) {
        return mean(builds.after(), path) / mean(builds.before(), path);
    }

    private static List<Integer> rows(Answer answer, IntPredicate which) {
        return IntStream.range(0, answer.table().rows()).filter(which).boxed().toList();
    }

    private static boolean flag(Answer answer, String column, int row) {
        return answer.table().column(column).number(row) == 1;
    }

    private static String text(Answer answer, String column, int row) {
        return answer.table().column(column).text(row);
    }

    private static double number(Answer answer, String column, int row) {
        return answer.table().column(column).number(row);
    }

    private static boolean isTotal(Answer answer, int row) {
        return text(answer, "path", row).equals(TOTAL);
    }

    /// `the whole run and 1 of 4 nodes`, `main/solve` or `the whole run`.
    private static void checkNodes(Claim claim, List<Integer> rows, Answer answer) {
        long nodes = rows.stream().filter(row -> !isTotal(answer, row)).count();
        same(
                claim.template().contains("the whole run"),
                rows.stream().anyMatch(row -> isTotal(answer, row)));
        if (claim.has("path")) same(claim.text("path"), text(answer, "path", rows.getFirst()));
        else if (claim.has("nodes")) {
            same(claim.number("nodes"), (double) nodes);
            same(
                    claim.number("compared"),
                    rows(
                                    answer,
                                    row ->
                                            !isTotal(answer, row)
                                                    && !text(answer, "status", row)
                                                            .matches("new|gone|small"))
                            .size());
        } else same((double) nodes, 0);
    }

    /// Nodes that are large enough and vary are tested.
    private static void checkTests(Claim claim, BuildCase builds, Answer answer) {
        Claim tests = claim.clauses("tests").getFirst();
        if (!tests.has("tests")) return;
        same(
                tests.number("tests"),
                rows(
                                answer,
                                row ->
                                        !text(answer, "status", row).matches("new|gone|small")
                                                && !isConstant(builds, text(answer, "path", row)))
                        .size());
        same(tests.number("level"), 0.05);
    }

    /// Whether no side varies.
    private static boolean isConstant(BuildCase builds, String path) {
        return !varies(new BuildCase(builds.before(), List.of(), List.of()), path)
                && !varies(new BuildCase(List.of(), builds.after(), List.of()), path);
    }

    private static boolean varies(BuildCase builds, String path) {
        return Stream.concat(builds.before().stream(), builds.after().stream())
                        .map(each -> mean(List.of(each), path))
                        .distinct()
                        .count()
                > 1;
    }

    static ClaimChecks<BuildCase> ofHistory() {
        var checks = new ClaimChecks<BuildCase>();
        checks.addLike(
                "failed: \\{slowdowns} slowdowns?\\{newest}",
                (claim, builds, answer) -> {
                    boolean ofSolve = builds.words().contains("solve");
                    require(isSlower(builds) || !ofSolve, "it is not slower");
                    require(builds.words().contains("--fail-on-change"), "no gate");
                    checkNewest(claim, builds);
                    if (builds.words().contains("solve")) same(claim.number("slowdowns"), 1);
                    else
                        same(
                                claim.number("slowdowns"),
                                rows(answer, row -> number(answer, "ratio", row) > 1).size());
                });
        checks.add(
                "passed: no significant slowdown{newest}",
                (claim, builds, _) -> {
                    checkNewest(claim, builds);
                    require(
                            !isSlower(builds) || builds.words().contains("--newest"),
                            "it is slower");
                });
        checks.add(
                "not tested: {builds} builds, at least {minimum} required",
                (claim, builds, _) -> {
                    same(claim.number("builds"), builds.before().size());
                    same(claim.number("minimum"), 10);
                    require(builds.before().size() < 10, "there are enough");
                });
        checks.add(
                "no change can be significant with fewer than {minimum} builds; use 'treeline"
                        + " compare' for two builds",
                (claim, builds, _) -> {
                    same(claim.number("minimum"), 10);
                    require(builds.before().size() < 10, "there are enough");
                });
        checks.add(
                "no significant change",
                (_, builds, _) ->
                        require(
                                !isSlower(builds)
                                        || builds.words().contains("io")
                                        || builds.before().size() < 10,
                                "solve changed"));
        checks.add(
                "permutation test of the build means at level {level}, adjusted for all nodes",
                (claim, builds, _) -> {
                    same(claim.number("level"), 0.01);
                    require(builds.before().size() >= 10, "too few builds");
                });
        checks.addLike(
                "\\{builds} outlier builds?, excluded from the level means",
                (claim, builds, _) -> {
                    long outliers =
                            builds.before().stream()
                                    .filter(each -> mean(List.of(each), "main/solve") > 30)
                                    .count();
                    same(claim.number("builds"), (double) outliers);
                });
        checks.addLike(
                "\\{changes} changes? \\(permutation test of the build means at level \\{level}\\)",
                (claim, builds, _) -> {
                    boolean ofNoise = builds.words().contains("io"); // 1 % of such tests err
                    require(isSlower(builds) || ofNoise, "it did not change");
                    same(claim.number("changes"), 1);
                    same(claim.number("level"), 0.01);
                });
        checks.addLike(
                "\\{changes} changes? in \\{changed} of \\{tested} nodes?",
                (claim, builds, answer) -> {
                    same(
                            rows(answer, row -> text(answer, "path", row).equals("main/solve"))
                                    .isEmpty(),
                            !isSlower(builds));
                    same(claim.number("changes"), answer.table().rows());
                    same(
                            claim.number("changed"),
                            (double)
                                    IntStream.range(0, answer.table().rows())
                                            .mapToObj(row -> text(answer, "path", row))
                                            .distinct()
                                            .count());
                });
        checks.addLike(
                "\\{nodes} nodes? below \\{share} of the total: not tested; --least-share 0% tests"
                        + " all",
                (claim, builds, _) -> {
                    same(claim.number("share"), 0.01);
                    double small =
                            mean(builds.before(), "main/small") / mean(builds.before(), TOTAL);
                    require(small < 0.01, "small is %s of the total", small);
                    same(claim.number("nodes"), 1);
                });
        checks.addLike(
                "\\{runs} runs? without the node: not part of the history",
                (claim, builds, _) -> {
                    same(builds.words(), List.of("io"));
                    long without =
                            builds.before().stream()
                                    .map(NaiveProfile::new)
                                    .filter(
                                            run ->
                                                    run.nodes().stream()
                                                            .noneMatch(
                                                                    node ->
                                                                            run.path(node)
                                                                                    .equals(
                                                                                            "main/io")))
                                    .count();
                    same(claim.number("runs"), (double) without);
                });
        return checks;
    }

    private static void checkNewest(Claim claim, BuildCase builds) {
        same(claim.clauses("newest").isEmpty(), !builds.words().contains("--newest"));
        for (Claim each : claim.clauses("newest")) same(each.number("builds"), 3);
    }

    /// Whether `solve` takes longer in the newest build than in the oldest.
    private static boolean isSlower(BuildCase builds) {
        return mean(List.of(builds.before().getLast()), "main/solve")
                > mean(List.of(builds.before().getFirst()), "main/solve") + 1;
    }
}
