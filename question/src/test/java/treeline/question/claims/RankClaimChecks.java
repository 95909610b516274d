package treeline.question.claims;

import static treeline.question.claims.Near.require;
import static treeline.question.claims.Near.same;

import treeline.ledger.Accounts;
import treeline.question.answer.Answer;
import treeline.table.Table;

import java.util.function.IntToDoubleFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// The checks of statements that compare ranks.
final class RankClaimChecks {
    private static final Pattern PERIOD =
            Pattern.compile("every (second|\\d+)(?:st|nd|rd|th)? rank \\((\\d+), .*");

    private RankClaimChecks() {}

    static void addTo(ClaimChecks<RunCase> checks) {
        addImbalance(checks);
        addRanks(checks);
        addFindings(checks);
    }

    private static Accounts accounts(NaiveProfile run) {
        return Accounts.of(run.profile.outline());
    }

    private static double sum(NaiveProfile run, int rank, boolean waiting) {
        Accounts accounts = accounts(run);
        return run.nodes().stream()
                .filter(node -> accounts.isWaiting(node) == waiting)
                .mapToDouble(node -> orZero(run.exclusive(rank, node)))
                .sum();
    }

    static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    private static double work(NaiveProfile run, int rank) {
        return sum(run, rank, false);
    }

    private static double mean(NaiveProfile run, IntToDoubleFunction ofRank) {
        return IntStream.range(0, run.ranks).mapToDouble(ofRank).sum() / run.ranks;
    }

    private static double meanWork(NaiveProfile run) {
        return mean(run, rank -> work(run, rank));
    }

    private static double max(NaiveProfile run, int node) {
        return IntStream.range(0, run.ranks)
                .mapToDouble(rank -> orZero(run.exclusive(rank, node)))
                .max()
                .orElseThrow();
    }

    private static double min(NaiveProfile run, int node) {
        return IntStream.range(0, run.ranks)
                .mapToDouble(rank -> orZero(run.exclusive(rank, node)))
                .min()
                .orElseThrow();
    }

    private static double meanOf(NaiveProfile run, int node) {
        return mean(run, rank -> orZero(run.exclusive(rank, node)));
    }

    /// Whether the slowest rank of a node has at least 1 % of the largest value of a rank.
    private static boolean isLarge(NaiveProfile run, int node) {
        double largest = run.nodes().stream().mapToDouble(each -> max(run, each)).max().orElse(0);
        return max(run, node) > 0 && max(run, node) >= 0.01 * largest;
    }

    private static boolean isImbalanced(NaiveProfile run, int node) {
        return max(run, node) - meanOf(run, node) > 0.02 * meanOf(run, node);
    }

    private static void addImbalance(ClaimChecks<RunCase> checks) {
        checks.add(
                "{count} {nodes} balanced to {limit}: not listed",
                (claim, asked, _) -> {
                    NaiveProfile run = asked.run();
                    long balanced =
                            run.nodes().stream()
                                    .filter(each -> isLarge(run, each) && !isImbalanced(run, each))
                                    .count();
                    same(claim.number("count"), (double) balanced);
                    same(claim.text("nodes"), balanced == 1 ? "node" : "nodes");
                    same(claim.number("limit"), 0.02);
                });
        checks.add(
                "all nodes are balanced over the whole run",
                (_, asked, _) -> {
                    for (int each : asked.run().nodes())
                        require(
                                !isLarge(asked.run(), each) || !isImbalanced(asked.run(), each),
                                "%s is not",
                                asked.run().path(each));
                });
        checks.addLike(
                "\\Q{place} computes {excess} longer than the mean\\E(, mostly in \\{path}|,"
                        + " \\{part} of it in \\{path})?(; the"
                        + " other \\{places} wait \\{more} longer)?",
                (claim, asked, _) -> {
                    checkSlow(claim, asked.run(), rank(claim, "place"));
                    if (claim.has("path"))
                        checkWorst(
                                claim, claim.number("excess"), asked.run(), rank(claim, "place"));
                    if (claim.has("more")) {
                        same(claim.text("places"), "ranks");
                        same(claim.number("more"), othersWait(asked.run(), rank(claim, "place")));
                    }
                });
        checks.addLike(
                "\\Qranks differ within iterations at {path}: the slowest of each takes \\E"
                        + "\\{(share|longer)}\\Q longer than the mean\\E(; see"
                        + " '\\{command}')?",
                (claim, asked, _) -> {
                    int node = asked.run().at(claim.text("path"));
                    double slowest = 0;
                    double all = 0;
                    for (int i = 0; i < asked.run().iterations(node); i++) {
                        int at = i;
                        slowest +=
                                IntStream.range(0, asked.run().ranks)
                                        .mapToDouble(rank -> asked.run().iteration(rank, node, at))
                                        .max()
                                        .orElseThrow();
                        all += mean(asked.run(), rank -> asked.run().iteration(rank, node, at));
                    }
                    same(claim.number(claim.has("share") ? "share" : "longer"), slowest / all - 1);
                    if (claim.has("run"))
                        require(claim.text("run").endsWith("run.tldb"), "another run");
                });
    }

    private static int rank(Claim claim, String name) {
        return RunClaimChecks.rank(claim.text(name));
    }

    /// The rank works longest, by an excess over the mean. An excess of less than 1 % of the mean
    /// time of a rank is trivial.
    private static void checkSlow(Claim claim, NaiveProfile run, int rank) {
        same(claim.number("excess"), work(run, rank) - meanWork(run));
        double meanTime = meanWork(run) + mean(run, each -> sum(run, each, true));
        for (int other = 0; other < run.ranks; other++)
            require(
                    work(run, other) <= work(run, rank) + 1e-9
                            || work(run, other) - meanWork(run) <= 0.01 * meanTime,
                    "rank %d works %s",
                    other,
                    work(run, other));
    }

    private static void checkWorst(Claim claim, double excess, NaiveProfile run, int rank) {
        int worst = run.at(claim.text("path"));
        double beyond = orZero(run.exclusive(rank, worst)) - meanOf(run, worst);
        require(beyond > 0, "the rank does not exceed the mean");
        boolean mostly = beyond > excess / 2;
        require(mostly != claim.has("part"), "%s of %s", beyond, excess);
        if (!mostly) same(claim.number("part"), beyond);
        Accounts accounts = accounts(run);
        require(!accounts.isWaiting(worst), "it waits");
        for (int each : run.nodes())
            require(
                    accounts.isWaiting(each)
                            || orZero(run.exclusive(rank, each)) - meanOf(run, each)
                                    <= beyond + 1e-9,
                    "it exceeds the mean more in %s",
                    run.path(each));
    }

    private static double othersWait(NaiveProfile run, int rank) {
        double others =
                IntStream.range(0, run.ranks)
                        .filter(each -> each != rank)
                        .mapToDouble(each -> sum(run, each, true))
                        .sum();
        return others / (run.ranks - 1) - sum(run, rank, true);
    }

    private static void addRanks(ClaimChecks<RunCase> checks) {
        checks.add(
                "no distinct clusters of {ranks} (by share of time per node)",
                (claim, _, answer) -> {
                    same(claim.text("ranks"), "ranks");
                    same(answer.table().rows(), 1);
                });
        checks.add(
                "total work of {ranks} ranges from {least} to {most}",
                (claim, asked, _) -> checkWork(claim, "least", "most", asked.run()));
        checks.add(
                "total work of each of the {ranks}: {work}",
                (claim, asked, _) -> {
                    for (int rank = 0; rank < asked.run().ranks; rank++)
                        require(
                                work(asked.run(), rank) == claim.number("work")
                                        || Math.abs(work(asked.run(), rank) - claim.number("work"))
                                                <= 0.01 * Math.abs(claim.number("work")),
                                "rank %d works %s",
                                rank,
                                work(asked.run(), rank));
                });
        checks.addLike(
                "\\Qsilhouette {silhouette}: {structure}; --clusters auto finds clusters only if"
                        + " they are clear\\E",
                (claim, _, answer) -> same(claim.number("silhouette"), silhouette(answer)));
        checks.add(
                "{without} of {ranks} {have} a total of 0 or infinity: shares count as 0 at every"
                        + " node",
                (claim, asked, _) -> {
                    NaiveProfile run = asked.run();
                    long without =
                            IntStream.range(0, run.ranks)
                                    .mapToDouble(
                                            rank ->
                                                    run.nodes().stream()
                                                            .mapToDouble(
                                                                    node ->
                                                                            orZero(
                                                                                    run.exclusive(
                                                                                            rank,
                                                                                            node)))
                                                            .sum())
                                    .filter(each -> each == 0 || Double.isInfinite(each))
                                    .count();
                    same(claim.number("without"), (double) without);
                    same(claim.text("ranks"), run.ranks + " ranks");
                    same(claim.text("have"), without == 1 ? "has" : "have");
                });
    }

    private static void checkWork(Claim claim, String least, String most, NaiveProfile run) {
        same(claim.text("ranks"), "ranks");
        same(
                claim.number(least),
                IntStream.range(0, run.ranks).mapToDouble(rank -> work(run, rank)).min().orElse(0));
        same(
                claim.number(most),
                IntStream.range(0, run.ranks).mapToDouble(rank -> work(run, rank)).max().orElse(0));
    }

    /// The mean over ranks of the silhouettes in the table.
    private static double silhouette(Answer answer) {
        Table clusters = answer.table();
        double sum = 0;
        double ranks = 0;
        for (int row = 0; row < clusters.rows(); row++) {
            double members = clusters.column("ranks").number(row);
            sum += members * clusters.column("silhouette").number(row);
            ranks += members;
        }
        return sum / ranks;
    }

    private static void addFindings(ClaimChecks<RunCase> checks) {
        checks.add(
                "{rank} computes {excess} longer than the mean {noun}{worst}{wait}",
                (claim, asked, _) -> {
                    int rank = rank(claim, "rank");
                    checkSlow(claim, asked.run(), rank);
                    same(claim.text("noun"), "rank");
                    for (Claim worst : claim.clauses("worst"))
                        checkWorst(worst, claim.number("excess"), asked.run(), rank);
                    for (Claim wait : claim.clauses("wait"))
                        same(wait.number("wait"), othersWait(asked.run(), rank));
                });
        checks.add(
                "{rank} computes {excess} longer than the mean of {ranks}, and the other ranks wait"
                        + " {wait} longer",
                (claim, asked, _) -> {
                    int rank = rank(claim, "rank");
                    checkSlow(claim, asked.run(), rank);
                    same(claim.text("ranks"), asked.run().ranks + " ranks");
                    same(claim.number("wait"), othersWait(asked.run(), rank));
                });
        checks.add(
                "{who} {excess} longer than the mean of {ranks} at {path}{ran}{threads}",
                (claim, asked, _) -> checkFinding(claim, asked.run()));
        checks.addLike(
                "\\Qonly {ranks} has a value above 0 at {path}\\E|\\{ranks} (computes|waits)\\Q"
                        + " {share} longer than the others at {path}\\E",
                (claim, asked, _) -> checkPattern(claim, asked.run()));
    }

    private static void checkFinding(Claim claim, NaiveProfile run) {
        int node = run.at(claim.text("path"));
        double excess = max(run, node) - meanOf(run, node);
        same(claim.number("excess"), excess);
        same(claim.text("ranks"), run.ranks + " ranks");
        Claim who = claim.clauses("who").getFirst();
        boolean waits = accounts(run).isWaiting(node);
        require(who.template().contains("wait") == waits, "waiting is %s", waits);
        boolean several = Near.reaches(meanOf(run, node) - min(run, node), 2 * excess);
        if (who.has("rank")) same(orZero(run.exclusive(rank(who, "rank"), node)), max(run, node));
        else require(several, "one rank is slow");
        long ran =
                IntStream.range(0, run.ranks)
                        .filter(rank -> !Double.isNaN(run.exclusive(rank, node)))
                        .count();
        same(claim.clauses("ran").isEmpty(), ran == run.ranks);
        for (Claim each : claim.clauses("ran"))
            same(each.text("ranks"), "%d of %d ranks".formatted(ran, run.ranks));
    }

    private static void checkPattern(Claim claim, NaiveProfile run) {
        MatchResult found = PERIOD.matcher(claim.text("ranks")).results().findFirst().orElseThrow();
        int every = found.group(1).equals("second") ? 2 : Integer.parseInt(found.group(1));
        int offset = Integer.parseInt(found.group(2));
        int node = run.at(claim.text("path"));
        double these = 0;
        double others = 0;
        int count = 0;
        boolean onlyThese = true;
        for (int rank = 0; rank < run.ranks; rank++) {
            double value = run.exclusive(rank, node);
            if (rank % every == offset) {
                these += orZero(value);
                count++;
            } else {
                others += orZero(value);
                onlyThese &= !(value > 0);
            }
        }
        if (claim.template().startsWith("only")) {
            require(onlyThese, "other ranks do, too");
            return;
        }
        double ratio = these / count / (others / (run.ranks - count));
        same(claim.number("share"), ratio - 1);
        same(claim.template().contains("waits"), accounts(run).isWaiting(node));
    }
}
