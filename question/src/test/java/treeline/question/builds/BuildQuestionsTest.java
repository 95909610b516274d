package treeline.question.builds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.archive.Archive;
import treeline.archive.RunLabel;
import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.input.Session;
import treeline.question.list.Questions;
import treeline.statement.Argument;
import treeline.testkit.DrawnFormat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;

/// Questions about builds of which `main/solve` takes 10 s, or 11 s in the newer ones.
class BuildQuestionsTest {
    private static final Instant START = Instant.parse("2026-11-01T12:00:00Z");

    @TempDir Path folder;
    private final Questions questions =
            new Questions(() -> new Formats(List.of(new DrawnFormat()), List.of()));

    private Path run(String name, double solve) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, drawn(solve));
    }

    private static String drawn(double solve) {
        return "path rank0\nmain 1\nmain/solve %s\nmain/io 2".formatted(solve);
    }

    private void archive(int builds, int slowFrom) throws IOException {
        Archive archive = Archive.atOrNew(folder.resolve("perf"));
        for (int build = 0; build < builds; build++) {
            double solve = (build < slowFrom ? 10 : 11) + 0.01 * (build * 7 % 5) + 1e-6 * build;
            Profile profile = profileOf(drawn(solve));
            archive.add(
                    profile,
                    RunLabel.of(profile.metadata(), START)
                            .at(START.plus(build, ChronoUnit.DAYS))
                            .ofBranch("main")
                            .ofCommit("c%02d".formatted(build)));
        }
    }

    private Answer ask(String question, String... words) throws IOException {
        return questions.named(question).orElseThrow().ask(List.of(words), Session.SILENT);
    }

    private Answer askArchive(String question, String... words) throws IOException {
        return ask(
                question,
                Stream.concat(
                                Stream.of(words),
                                Stream.of("--archive", folder.resolve("perf").toString()))
                        .toArray(String[]::new));
    }

    private static Statement verdict(Answer answer) {
        return answer.statements().stream()
                .filter(each -> each.kind() == Statement.Kind.VERDICT)
                .findFirst()
                .orElseThrow();
    }

    private Answer compared(String... options) throws IOException {
        for (int i = 0; i < 4; i++) {
            run("old/%d.d".formatted(i), 10 + 0.01 * (i % 3) + 1e-6 * i);
            run("new/%d.d".formatted(i), 12 + 0.01 * (i % 3) + 1e-5 * i);
        }
        return ask(
                "compare",
                Stream.concat(
                                Stream.of("old", "new")
                                        .map(each -> folder.resolve(each).toString()),
                                Stream.of(options))
                        .toArray(String[]::new));
    }

    @Test
    void aVerdictCountsTheNodesThatFail() throws IOException {
        Answer answer = compared("--fail-above", "5%");
        assertThat(answer.gate()).isEqualTo(Answer.Gate.FAILED);
        assertThat(verdict(answer).text())
                .isEqualTo("failed: the whole run and 1 of 3 nodes are slower by more than 5 %");
        var nodes = (Argument.Clauses) verdict(answer).arguments().getFirst();
        assertThat(nodes.clauses().getFirst().arguments())
                .containsExactly(Argument.count(1), Argument.count(3));
        long failing =
                answer.table()
                        .filter(row -> answer.table().column("fails").number(row) == 1)
                        .rows();
        assertThat(failing).as("with the whole run").isEqualTo(2);
    }

    @Test
    void aComparisonWithoutALimitHasNoGate() throws IOException {
        Answer answer = compared();
        assertThat(answer.gate()).isEqualTo(Answer.Gate.NONE);
        assertThat(answer.statements())
                .extracting(Statement::kind)
                .doesNotContain(Statement.Kind.VERDICT, Statement.Kind.WARNING);
    }

    @Test
    void differentProgramsAreAWarningOfTheAnswer() throws IOException {
        Path one = run("one.d", 1);
        Path other = Files.writeString(folder.resolve("other.d"), "path rank0\nother 20");
        Answer answer = ask("compare", one.toString(), other.toString());
        assertThat(answer.warnings())
                .singleElement()
                .extracting(Statement::text)
                .asString()
                .startsWith(
                        "the two sides seem to be different programs: they have 0 of 1 call path");
        assertThat(answer.toString()).startsWith("warning: the two sides");
    }

    @Test
    void theHistoryOfANodeHasAFigure() throws IOException {
        archive(20, 12);
        Answer answer = askArchive("archive trend", "solve", "--fail-on-change");
        assertThat(answer.figure()).isPresent();
        assertThat(answer.gate()).isEqualTo(Answer.Gate.FAILED);
        assertThat(verdict(answer).text()).isEqualTo("failed: 1 slowdown");
        assertThat(answer.statements().getLast().arguments())
                .containsExactly(Argument.count(1), Argument.level(0.01));
        assertThat(answer.table().rows()).isEqualTo(20);
    }

    @Test
    void aShortHistoryIsNotTested() throws IOException {
        archive(3, 12);
        Answer answer = askArchive("archive trend", "--fail-on-change", "--newest", "1");
        assertThat(answer.gate()).isEqualTo(Answer.Gate.NOT_TESTED);
        assertThat(verdict(answer).text()).isEqualTo("not tested: 3 builds, at least 10 required");
    }

    @Test
    void runsAreListedNewestFirst() throws IOException {
        archive(3, 12);
        Answer answer = askArchive("archive list");
        assertThat(answer.title()).isEqualTo("3 runs");
        assertThat(answer.table().column("commit").text(0)).isEqualTo("c02");
        assertThat(
                        askArchive("archive query", "--sql", "SELECT count(*) AS runs FROM runs")
                                .table())
                .extracting(table -> table.column("runs").number(0))
                .isEqualTo(3.0);
    }

    private static final String ENDLESS =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT %s FROM n";

    @Test
    void aQueryWithoutAnEndIsStoppedAtTheTimeLimit() throws IOException {
        archive(3, 12);
        assertThatThrownBy(
                        () ->
                                askArchive(
                                        "archive query",
                                        "--sql",
                                        ENDLESS.formatted("count(*)"),
                                        "--timeout",
                                        "1"))
                .hasMessage("SQL: the query was stopped after 1 s without a complete result")
                .extracting("hint")
                .isEqualTo("restrict the query, or raise the limit with --timeout SECONDS");
    }

    @Test
    void aQueryWithTooManyRowsIsCutWithAWarning() throws IOException {
        archive(3, 12);
        Answer answer =
                askArchive(
                        "archive query",
                        "--sql",
                        ENDLESS.formatted("i"),
                        "--limit",
                        "4",
                        "-n",
                        "2");
        assertThat(answer.warnings())
                .extracting(Statement::text)
                .containsExactly(
                        "the query found more than 4 rows: the others were not read; raise the"
                                + " limit with --limit ROWS");
        assertThat(answer.table().rows()).isEqualTo(2);
        assertThat(askArchive("archive query", "--sql", "SELECT 1", "--limit", "1").warnings())
                .isEmpty();
    }

    @Test
    void limitsOfSqlAreNotForConditions() throws IOException {
        archive(3, 12);
        assertThatThrownBy(
                        () -> askArchive("archive query", "--where", "ranks > 0", "--limit", "4"))
                .hasMessage("--timeout and --limit are for --sql");
    }
}
