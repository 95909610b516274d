package treeline.question.claims;

import static treeline.question.claims.Near.require;
import static treeline.question.claims.Near.same;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The checks of statements about ensembles.
final class EnsembleClaimChecks {
    private static final double EFFICIENT = 0.8;

    private EnsembleClaimChecks() {}

    static ClaimChecks<EnsembleCase> all() {
        var checks = new ClaimChecks<EnsembleCase>();
        addVariability(checks);
        addScaling(checks);
        addMetadata(checks);
        addClusters(checks);
        addModels(checks);
        checks.except(
                "error: each measured point predicted from the others",
                "explains a column, without an argument");
        return checks;
    }

    /// The runs that a claim about a number of runs covers: all, or those of one compiler.
    private static int[] covered(EnsembleCase runs, int count) {
        IntStream all = IntStream.range(0, runs.profiles().size());
        return switch (count) {
            case 6 -> all.toArray();
            case 4 -> all.filter(run -> runs.ranks(run) >= 4).toArray();
            case 2 -> all.filter(run -> runs.ranks(run) < 4).toArray();
            default -> throw new AssertionError(count + " runs");
        };
    }

    private static double total(EnsembleCase runs, int run) {
        return runs.run(run).total();
    }

    private static int named(EnsembleCase runs, String name) {
        return IntStream.range(0, runs.paths().size())
                .filter(run -> runs.paths().get(run).endsWith("/" + name))
                .findFirst()
                .orElseThrow();
    }

    private static void addVariability(ClaimChecks<EnsembleCase> checks) {
        checks.add(
                "{metric} of {runs} runs varies by {variation} around its mean",
                (claim, runs, _) -> {
                    same(claim.text("metric"), "time");
                    double[] totals =
                            Arrays.stream(covered(runs, (int) claim.number("runs")))
                                    .mapToDouble(run -> total(runs, run))
                                    .toArray();
                    double mean = Arrays.stream(totals).sum() / totals.length;
                    double squares =
                            Arrays.stream(totals).map(each -> (each - mean) * (each - mean)).sum();
                    same(
                            claim.number("variation"),
                            Math.sqrt(squares / (totals.length - 1)) / mean);
                });
        for (String which : List.of("fastest", "median ", "slowest"))
            checks.add(
                    which + "  {value}  {run}",
                    (claim, runs, _) -> {
                        int run = named(runs, claim.text("run"));
                        double value = total(runs, run);
                        same(claim.number("value"), value);
                        boolean grouped = runs.words().contains("--group-by");
                        int[] peers = covered(runs, grouped ? runs.ranks(run) < 4 ? 2 : 4 : 6);
                        long smaller =
                                Arrays.stream(peers)
                                        .filter(each -> total(runs, each) < value)
                                        .count();
                        long larger =
                                Arrays.stream(peers)
                                        .filter(each -> total(runs, each) > value)
                                        .count();
                        require(
                                switch (which) {
                                    case "fastest" -> smaller == 0;
                                    case "slowest" -> larger == 0;
                                    default -> Math.max(smaller, larger) <= peers.length / 2;
                                },
                                "%d are faster and %d slower",
                                smaller,
                                larger);
                    });
    }

    private static boolean isWeak(EnsembleCase runs) {
        return runs.words().contains("weak_efficiency");
    }

    private static double efficiency(EnsembleCase runs, int run) {
        double perfect = isWeak(runs) ? 1 : runs.ranks(0) / (double) runs.ranks(run);
        return total(runs, 0) * perfect / total(runs, run);
    }

    private static void addScaling(ClaimChecks<EnsembleCase> checks) {
        checks.add(
                "the whole run is below 80 % efficiency from {parameter} = {setting} on",
                (claim, runs, _) -> {
                    int first = checkFirstBelow(claim, runs);
                    for (int run = first; run < runs.profiles().size(); run++)
                        require(
                                efficiency(runs, run) < EFFICIENT,
                                "it is %s with %d ranks",
                                efficiency(runs, run),
                                runs.ranks(run));
                });
        checks.add(
                "the whole run is first below 80 % efficiency at {parameter} = {setting}, and not"
                        + " everywhere beyond",
                (claim, runs, _) -> {
                    int first = checkFirstBelow(claim, runs);
                    require(
                            IntStream.range(first, runs.profiles().size())
                                    .anyMatch(run -> efficiency(runs, run) >= EFFICIENT),
                            "it stays below");
                });
        checks.add(
                "the whole run has an efficiency of at least 80 % throughout",
                (_, runs, _) -> {
                    for (int run = 0; run < runs.profiles().size(); run++)
                        require(efficiency(runs, run) >= EFFICIENT, "run %d is", run);
                });
        checks.addLike(
                "\\Qmost time is lost at {parameter} = {setting} in {node} ({lost})\\E(\\Q,"
                        + " {secondNode} ({secondLost})\\E)?(\\Q, {thirdNode} ({thirdLost})\\E)?",
                (claim, runs, _) -> {
                    same(claim.text("parameter"), "ranks");
                    same(claim.text("setting"), "32");
                    double before = Double.POSITIVE_INFINITY;
                    for (String which : List.of("", "second", "third")) {
                        String node = which.isEmpty() ? "node" : which + "Node";
                        if (!claim.has(node)) continue;
                        double lost = lost(runs, claim.text(node));
                        same(claim.number(which.isEmpty() ? "lost" : which + "Lost"), lost);
                        require(lost <= before, "the order is wrong");
                        before = lost;
                    }
                    for (int node : runs.run(0).nodes())
                        require(
                                lost(runs, runs.run(0).tree.name(node))
                                        <= claim.number("lost") + 1e-9,
                                "another node loses more");
                });
        checks.add(
                "{group}times decrease with more processes; if the problem size is constant, use"
                        + " --kind strong_efficiency",
                (claim, runs, _) -> {
                    require(isWeak(runs), "weak scaling was not asked for");
                    require(total(runs, 5) < total(runs, 0), "they do not");
                    same(claim.text("group"), "");
                });
        checks.add(
                "{group}times do not decrease with more processes; if the problem grows with them,"
                        + " use --kind weak_efficiency",
                (_, runs, _) -> {
                    require(!isWeak(runs), "weak scaling was asked for");
                    require(total(runs, 5) >= 0.9 * total(runs, 0), "they do");
                });
        checks.add(
                "{runs} run has {setting} = {value}: a speedup compares runs with different values"
                        + " of {parameter}",
                (claim, _, _) -> {
                    same(claim.number("runs"), 1);
                    same(claim.text("setting"), "ranks");
                    same(claim.text("value"), "4");
                    same(claim.text("parameter"), "ranks");
                });
    }

    private static int checkFirstBelow(Claim claim, EnsembleCase runs) {
        same(claim.text("parameter"), "ranks");
        int first =
                IntStream.range(0, runs.profiles().size())
                        .filter(run -> claim.text("setting").equals("" + runs.ranks(run)))
                        .findFirst()
                        .orElseThrow();
        require(efficiency(runs, first) < EFFICIENT, "it is efficient there");
        for (int run = 0; run < first; run++)
            require(efficiency(runs, run) >= EFFICIENT, "run %d is below", run);
        return first;
    }

    /// The exclusive time of a node with 32 ranks over its perfect time.
    private static double lost(EnsembleCase runs, String name) {
        double perfect = isWeak(runs) ? 1 : 1 / 32.0;
        return exclusive(runs.run(5), name) - perfect * exclusive(runs.run(0), name);
    }

    private static double exclusive(NaiveProfile run, String name) {
        return run.nodes().stream()
                .filter(node -> run.tree.name(node).equals(name))
                .mapToDouble(node -> RankClaimChecks.orZero(run.meanExclusive(node)))
                .sum();
    }

    private static void addMetadata(ClaimChecks<EnsembleCase> checks) {
        checks.add(
                "the same in all runs: {metadata}",
                (claim, _, _) -> {
                    Claim only = claim.clauses("metadata").getFirst();
                    same(claim.clauses("metadata").size(), 1);
                    same(only.text("name"), "machine");
                    same(only.text("value"), "one");
                });
        checks.addLike(
                "\\{setting} differs: \\{values}(; .*)?",
                (claim, runs, _) -> {
                    String setting = claim.text("setting");
                    TreeSet<String> values = new TreeSet<>();
                    for (int run = 0; run < runs.profiles().size(); run++)
                        if (isCovered(runs, run))
                            values.add(
                                    runs.profiles()
                                            .get(run)
                                            .metadata()
                                            .get(setting)
                                            .orElseThrow()
                                            .toString());
                    TreeSet<String> claimed =
                            Arrays.stream(claim.text("values").split(", "))
                                    .collect(Collectors.toCollection(TreeSet::new));
                    require(values.containsAll(claimed) && claimed.size() > 1, "it has %s", values);
                });
    }

    private static boolean isCovered(EnsembleCase runs, int run) {
        return !runs.words().contains("--where") || runs.ranks(run) == 4;
    }

    private static void addClusters(ClaimChecks<EnsembleCase> checks) {
        checks.add(
                "{rows} {kind} in {clusters} clusters, silhouette {silhouette}",
                (claim, runs, answer) -> {
                    same(claim.number("rows"), runs.profiles().size());
                    same(claim.text("kind"), "runs");
                    long clusters =
                            IntStream.range(0, answer.table().rows())
                                    .mapToObj(row -> answer.table().column("cluster").text(row))
                                    .distinct()
                                    .count();
                    same(claim.number("clusters"), (double) clusters);
                    require(Math.abs(claim.number("silhouette")) <= 1, "no silhouette");
                });
        checks.add(
                "silhouette {silhouette}: no substantial structure (1: clear, 0: none); these"
                        + " clusters are probably random",
                (claim, _, _) -> require(claim.number("silhouette") <= 0.25, "it is clearer"));
        checks.add(
                "silhouette {silhouette}: weak structure (1: clear, 0: none); these clusters may be"
                        + " random",
                (claim, _, _) ->
                        require(
                                claim.number("silhouette") > 0.25
                                        && claim.number("silhouette") <= 0.5,
                                "it is not weak"));
        checks.add(
                "features: {features}",
                (claim, runs, _) -> {
                    TreeSet<String> paths = new TreeSet<>();
                    for (int run = 0; run < runs.profiles().size(); run++)
                        for (int node : runs.run(run).nodes()) paths.add(runs.run(run).path(node));
                    require(paths.containsAll(claim.names("features")), "other nodes");
                });
        checks.add(
                "the highest silhouette of 2 to {most} clusters",
                (claim, runs, _) -> same(claim.number("most"), runs.profiles().size() - 1));
    }

    private static void addModels(ClaimChecks<EnsembleCase> checks) {
        checks.add(
                "backtest: predicting {parameter} = {value} from the smaller runs, the median error"
                        + " is {error}, and {covered} of {nodes} nodes are within their interval",
                (claim, runs, _) -> {
                    same(claim.text("parameter"), "ranks");
                    same(claim.number("value"), 32);
                    require(claim.number("covered") <= claim.number("nodes"), "more than all");
                    require(claim.number("nodes") <= runs.run(0).tree.size() + 1, "too many nodes");
                    require(claim.number("error") >= 0, "a negative error");
                });
        checks.addLike(
                "from and to: \\{level} % prediction interval.*",
                (claim, _, _) -> same(claim.number("level"), 95));
        checks.add(
                "{parameter} = {value} is {distance} times beyond the measured range",
                (claim, _, _) -> {
                    same(claim.text("parameter"), "ranks");
                    same(claim.number("distance"), claim.number("value") / 32);
                });
        checks.addLike(
                "the models of \\{nodes} nodes? predict a value below 0 at \\{parameter} ="
                        + " \\{value}, .*",
                (claim, runs, _) -> {
                    same(claim.text("parameter"), "ranks");
                    require(claim.number("nodes") <= runs.run(0).tree.size() + 1, "too many nodes");
                });
        checks.addLike(
                "\\{nodes} nodes? gets? faster with more \\{parameter} and (was|were) fitted as"
                        + " \\{total}\\. .*",
                (claim, runs, _) -> {
                    same(claim.text("parameter"), "ranks");
                    same(claim.text("total"), "time x ranks");
                    String node = claim.text("node");
                    require(
                            runs.run(5).meanInclusive(end(runs.run(5), node))
                                    < runs.run(0).meanInclusive(end(runs.run(0), node)),
                            "it does not");
                    require(claim.number("errorAsTotal") >= 0, "a negative error");
                });
        checks.addLike(
                "largest exclusive \\{metric} at \\{parameter} = \\{value}: .*",
                (claim, runs, _) -> {
                    same(claim.text("metric"), "time");
                    same(claim.number("value"), 32);
                    require(claim.number("secondValue") > 32, "not a prediction");
                    checkLargest(claim);
                });
    }

    private static int end(NaiveProfile run, String name) {
        return run.nodes().stream()
                .filter(node -> run.tree.name(node).equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// Shares are those of one total, and amounts fall. The two halves of the sentence have three
    /// nodes each, or fewer.
    private static void checkLargest(Claim claim) {
        List<String> numbers =
                claim.arguments().keySet().stream()
                        .filter(each -> each.matches(".*([aA]mount|[sS]hare)|secondValue"))
                        .toList();
        double whole = Double.NaN;
        double before = Double.POSITIVE_INFINITY;
        double amount = Double.NaN;
        for (String each : numbers) {
            if (each.equals("secondValue")) {
                whole = Double.NaN;
                before = Double.POSITIVE_INFINITY;
            } else if (each.matches(".*[aA]mount")) {
                amount = claim.number(each);
                require(amount <= before, "the order is wrong");
                before = amount;
            } else {
                if (Double.isNaN(whole)) whole = amount / claim.number(each);
                same(claim.number(each), amount / whole);
            }
        }
    }
}
