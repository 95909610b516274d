package treeline.question.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Call;
import treeline.question.answer.Statement;
import treeline.question.input.Session;
import treeline.question.list.Questions;
import treeline.statement.Argument;
import treeline.store.db.DatabaseExporter;
import treeline.table.Table;
import treeline.testkit.Drawing;
import treeline.testkit.RandomContexts;
import treeline.view.Quantity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Every argument of every statement is recomputed from the profile by plain loops, over random
/// profiles. A template without a check fails.
class StatementsAreTrueTest {
    private static final int PROFILES = 300;
    private static final String SLOWEST = "{place} computes {excess} longer than the mean";
    private static final String MOSTLY = ", mostly in {path}";
    private static final String PARTLY = ", {part} of it in {path}";
    private static final String OTHERS = "; the other {places} wait {more} longer";

    @TempDir Path folder;
    private final Questions questions = new Questions(Formats::all);
    private final Set<String> checked = new HashSet<>();

    @Test
    void argumentsOfImbalanceAreThoseOfTheProfile() throws IOException {
        for (Profile profile : profiles())
            for (Statement each : ask("imbalance", profile).statements())
                checkImbalance(each, new NaiveRun(profile));
        assertThat(checked)
                .contains(
                        "{count} {nodes} balanced to {limit}: not listed",
                        SLOWEST + MOSTLY + OTHERS,
                        SLOWEST + PARTLY + OTHERS);
    }

    @Test
    void argumentsOfRanksAreThoseOfTheProfile() throws IOException {
        for (Profile profile : profiles()) {
            checkRanks(ask("ranks", profile), new NaiveRun(profile));
            inTwoClusters(profile).ifPresent(answer -> checkRanks(answer, new NaiveRun(profile)));
        }
        assertThat(checked)
                .contains(
                        "total work of {ranks} ranges from {least} to {most}",
                        "silhouette {silhouette}: {structure}; --clusters auto finds clusters only"
                                + " if they are clear");
    }

    /// Empty if all ranks are the same, so that two clusters are refused.
    private Optional<Answer> inTwoClusters(Profile profile) throws IOException {
        try {
            return Optional.of(ask("ranks", profile, "--clusters", "2"));
        } catch (IllegalArgumentException refused) {
            assertThat(refused).hasMessageContaining("cannot be divided into 2 clusters");
            return Optional.empty();
        }
    }

    @Test
    void ranksThatAreSlowInTurnAreSlowByAsMuch() throws IOException {
        var random = new Random(1);
        for (int i = 0; i < 20; i++) {
            int ranks = random.nextInt(2, 6);
            double[] taken = random.doubles(ranks, 1, 9).toArray();
            taken[0] = 20;
            Answer answer = ask("imbalance", Drawing.profileOf(inTurn(taken)));
            Statement found =
                    answer.statements().stream()
                            .filter(each -> each.template().contains("within iterations"))
                            .findFirst()
                            .orElseThrow();
            double sum = IntStream.range(0, ranks).mapToDouble(rank -> taken[rank]).sum();
            assertThat(path(found, 0)).isEqualTo("main/step");
            assertThat(number(found, 1)).isCloseTo((ranks * 20 - sum) / sum, within(1e-9));
            var iterations = new Call("iterations", List.of(folder.resolve("run.tldb").toString()));
            assertThat(found.next()).contains(iterations);
            assertThat(name(found, 2)).isEqualTo(iterations.command());
            assertThat(answer.statements().getFirst().text(new Quantity(3, true)))
                    .isEqualTo("all nodes are balanced over the whole run");
        }
    }

    /// Rank 1 takes in iteration 1 what rank 0 takes in iteration 0, and so on.
    private static String inTurn(double[] taken) {
        int ranks = taken.length;
        var text = new StringBuilder("metric time s inclusive\npath");
        for (int rank = 0; rank < ranks; rank++) text.append(" rank").append(rank);
        text.append("\nmain/step");
        for (int rank = 0; rank < ranks; rank++) {
            int first = rank;
            text.append(' ')
                    .append(
                            IntStream.range(0, ranks)
                                    .mapToObj(i -> "" + taken[(i + first) % ranks])
                                    .collect(Collectors.joining("+")));
        }
        return text.append('\n').toString();
    }

    private static List<Profile> profiles() {
        List<Profile> profiles = new ArrayList<>();
        for (long seed = 0; seed < PROFILES; seed++) {
            Profile profile = RandomContexts.of(seed);
            if (NaiveRun.isComparable(profile.contexts())) profiles.add(profile);
        }
        assertThat(profiles).hasSizeGreaterThan(PROFILES / 20);
        return profiles;
    }

    private Answer ask(String name, Profile profile, String... more) throws IOException {
        Path file = folder.resolve("run.tldb");
        Files.deleteIfExists(file);
        new DatabaseExporter().export(profile, file);
        Question question = questions.named(name).orElseThrow();
        List<String> words = new ArrayList<>(List.of(file.toString()));
        words.addAll(List.of(more));
        return question.ask(words, Session.SILENT);
    }

    private void checkImbalance(Statement statement, NaiveRun run) {
        checked.add(statement.template());
        if (statement.template().startsWith(SLOWEST)) {
            checkSlowest(statement, run);
            return;
        }
        switch (statement.template()) {
            case "{count} {nodes} balanced to {limit}: not listed" -> {
                int balanced = run.reaching(0.01, false);
                assertThat(number(statement, 0)).isEqualTo(balanced);
                assertThat(name(statement, 1)).isEqualTo(balanced == 1 ? "node" : "nodes");
                assertThat(number(statement, 2)).isEqualTo(0.02);
            }
            case "all nodes are balanced over the whole run" ->
                    assertThat(run.reaching(0.01, true)).isZero();
            case "there are no values of {metric}" -> {
                assertThat(name(statement, 0)).isEqualTo("time");
                assertThat(run.largest()).isZero();
            }
            default -> throw new AssertionError("no check of: " + statement.template());
        }
    }

    private static void checkSlowest(Statement statement, NaiveRun run) {
        int rank = Integer.parseInt(name(statement, 0).split(" ")[1]);
        double excess = run.work(rank) - run.meanWork();
        assertThat(number(statement, 1)).isCloseTo(excess, within(1e-9));
        for (int other : run.ranks())
            assertThat(run.work(other)).isLessThanOrEqualTo(run.work(rank) + 1e-9);
        double more = run.othersWait(rank);
        String where =
                Stream.of(MOSTLY, PARTLY)
                        .filter(statement.template()::contains)
                        .findFirst()
                        .orElse("");
        String others = more > 1e-9 ? OTHERS : "";
        assertThat(statement.template()).isEqualTo(SLOWEST + where + others);
        int at = where.equals(PARTLY) ? 3 : 2;
        if (!where.isEmpty()) assertThat(run.worstPaths(rank)).contains(path(statement, at));
        else assertThat(run.worstPaths(rank)).isEmpty();
        if (others.isEmpty()) return;
        int last = statement.arguments().size() - 1;
        assertThat(name(statement, last - 1)).isEqualTo("ranks");
        assertThat(number(statement, last)).isCloseTo(more, within(1e-9));
    }

    private void checkRanks(Answer answer, NaiveRun run) {
        for (Statement statement : answer.statements()) {
            checked.add(statement.template());
            switch (statement.template()) {
                case "no distinct clusters of {ranks} (by share of time per node)" -> {
                    assertThat(name(statement, 0)).isEqualTo("ranks");
                    assertThat(answer.table().rows()).isOne();
                }
                case "total work of {ranks} ranges from {least} to {most}" -> {
                    assertThat(name(statement, 0)).isEqualTo("ranks");
                    assertThat(number(statement, 1)).isCloseTo(run.leastWork(), within(1e-9));
                    assertThat(number(statement, 2)).isCloseTo(run.mostWork(), within(1e-9));
                }
                case "total work of each of the {ranks}: {work}" -> {
                    assertThat(name(statement, 0)).isEqualTo("ranks");
                    assertThat(number(statement, 1)).isCloseTo(run.mostWork(), within(1e-9));
                }
                case "silhouette {silhouette}: {structure}; --clusters auto finds clusters only if"
                                + " they are clear" ->
                        assertThat(number(statement, 0))
                                .isCloseTo(silhouette(answer.table()), within(1e-9));
                case "{without} of {ranks} {have} a total of 0 or infinity: shares count as 0 at"
                                + " every node" -> {
                    assertThat(number(statement, 0)).isEqualTo((double) run.withoutTime());
                    assertThat(name(statement, 1)).isEqualTo(run.ranks().size() + " ranks");
                }
                default -> throw new AssertionError("no check of: " + statement.template());
            }
        }
    }

    /// The mean over ranks of the silhouettes in the table.
    private static double silhouette(Table clusters) {
        double sum = 0;
        double ranks = 0;
        for (int row = 0; row < clusters.rows(); row++) {
            double members = clusters.column("ranks").number(row);
            sum += members * clusters.column("silhouette").number(row);
            ranks += members;
        }
        return sum / ranks;
    }

    private static double number(Statement statement, int at) {
        return switch (statement.arguments().get(at)) {
            case Argument.Amount(double value, _) -> value;
            case Argument.Share(double value) -> value;
            case Argument.Count(long value) -> value;
            case Argument.Decimal(double value, _) -> value;
            default -> throw new AssertionError(statement.arguments().get(at) + " is not a number");
        };
    }

    private static String name(Statement statement, int at) {
        return ((Argument.Name) statement.arguments().get(at)).value();
    }

    private static String path(Statement statement, int at) {
        return ((Argument.Path) statement.arguments().get(at)).value();
    }
}
