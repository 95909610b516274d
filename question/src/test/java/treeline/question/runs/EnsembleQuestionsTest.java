package treeline.question.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.AnswerText;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.Session;
import treeline.question.list.Questions;
import treeline.question.screen.Screen;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.statement.Argument;
import treeline.table.Table;
import treeline.testkit.DrawnFormat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Questions about runs of 4 to 64 ranks: `solve` scales perfectly, `io` does not scale, and `tiny`
/// takes less than 1 % in every run.
class EnsembleQuestionsTest {
    @TempDir Path folder;
    private final Questions questions =
            new Questions(() -> new Formats(List.of(new DrawnFormat()), List.of()));

    @BeforeEach
    void drawRuns() throws IOException {
        for (int ranks : new int[] {4, 8, 16, 32, 64})
            Files.writeString(
                    folder.resolve(ranks + ".run"),
                    """
                    metric time s exclusive
                    path        whole
                    main        0
                    main/solve  %s
                    main/io     2
                    main/tiny   0.001
                    fact ranks %d
                    fact compiler %s
                    """
                            .formatted(640.0 / ranks, ranks, ranks < 16 ? "gcc" : "clang"));
    }

    private Answer answer(String name, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of(folder.toString()));
        words.addAll(List.of(more));
        return questions.named("ensemble " + name).orElseThrow().ask(words, Session.SILENT);
    }

    private static Statement statement(Answer answer, String start) {
        return answer.statements().stream()
                .filter(each -> each.text().startsWith(start))
                .findFirst()
                .orElseThrow();
    }

    private static double amount(Statement statement, int argument) {
        return ((Argument.Amount) statement.arguments().get(argument)).value();
    }

    @Test
    void theGroupHasElevenQuestionsAboutRuns() {
        assertThat(questions.all())
                .filteredOn(each -> each.name().startsWith("ensemble "))
                .extracting(Question::name)
                .containsExactly(
                        "ensemble info",
                        "ensemble metadata",
                        "ensemble values",
                        "ensemble stats",
                        "ensemble tree",
                        "ensemble topdown",
                        "ensemble pivot",
                        "ensemble speedup",
                        "ensemble model",
                        "ensemble cluster",
                        "ensemble variability");
    }

    @Test
    void theLargestLossIsThatOfTheTable() throws IOException {
        Answer answer = answer("speedup");
        Statement losses = statement(answer, "most time is lost");
        Table table = answer.table();
        int io = rowOf(table, "main/io");
        assertThat(losses.arguments().subList(0, 3))
                .containsExactly(Argument.name("ranks"), Argument.name("64"), Argument.name("io"));
        assertThat(amount(losses, 3)).isEqualTo(table.real("own_lost").at(io)).isEqualTo(1.875);
        assertThat(statement(answer, "the whole run").kind()).isEqualTo(Statement.Kind.VERDICT);
    }

    private static int rowOf(Table table, String path) {
        for (int row = 0; row < table.rows(); row++)
            if (table.column("path").text(row).equals(path)) return row;
        throw new AssertionError(path);
    }

    @Test
    void theDominatingNodesAreNamedWithTheirShares() throws IOException {
        Statement largest = statement(answer("model", "--at", "64"), "largest exclusive");
        assertThat(largest.text())
                .startsWith(
                        "largest exclusive time at ranks = 64: solve (10.0 s, 83.3 %), io (2.00 s")
                .contains("; at ranks = 64: solve (10.0 s, 83.3 %)");
    }

    @Test
    void differencesBetweenRunsAreWarningsOfTheAnswer() throws IOException {
        Answer answer = answer("stats");
        assertThat(answer.warnings())
                .extracting(Statement::text)
                .containsExactly(
                        "compiler differs: clang, gcc",
                        "ranks differs: 4, 8, 16, 32, 64; separate such runs with --where or"
                                + " --group-by");
        assertThat(answer.toString())
                .startsWith("warning: compiler differs: clang, gcc\nwarning: ranks differs");
    }

    @Test
    void readersSeeNodesFromOnePercentAndProgramsAllNodes() throws IOException {
        Answer answer = answer("stats");
        Section section =
                (Section)
                        answer.blocks().stream()
                                .filter(Section.class::isInstance)
                                .findFirst()
                                .orElseThrow();
        assertThat(section.table().rows()).isEqualTo(2);
        assertThat(section.footnote())
                .isEqualTo("2 of 4 nodes are below 1 %: --threshold 0 shows them");
        assertThat(answer.table().rows()).isEqualTo(4);
        assertThat(answer("stats", "--threshold", "1").table().rows()).isEqualTo(2);
    }

    @Test
    void groupsHaveAHeadingForReadersAndAKeyForPrograms() throws IOException {
        Answer answer = answer("stats", "--group-by", "compiler", "--statistic", "mean");
        assertThat(answer.table().names()).startsWith("compiler", "node", "path");
        assertThat(AnswerText.of(answer, new Screen(false, 80, false, true)))
                .contains("time (exclusive) of 5 runs\n\ncompiler = clang (3 runs):\npath ");
    }

    @Test
    void runsThatDoNotFitIntoMemoryAreRefusedInOneSentence() {
        var huge =
                new Questions(() -> new Formats(List.of(new HugeFormat()), List.of()))
                        .named("ensemble stats")
                        .orElseThrow();
        assertThatThrownBy(
                        () -> huge.ask(List.of(folder.resolve("4.run").toString()), Session.SILENT))
                .isInstanceOf(IOException.class)
                .hasMessageMatching(
                        "the ensemble, with one value per run, node and metric, does not fit into"
                            + " .* of memory; set TREELINE_OPTS=-Xmx16g, or read them on a cluster"
                            + " with --engine");
    }

    /// A format whose runs need more memory than Java has.
    private static final class HugeFormat implements ProfileFormat {
        @Override
        public String name() {
            return "huge";
        }

        @Override
        public String description() {
            return "runs that do not fit into memory";
        }

        @Override
        public Match sniff(Input input) {
            return Match.CERTAIN;
        }

        @Override
        public ProfileSource open(Input input) {
            throw new OutOfMemoryError("simulated");
        }
    }

    @Test
    void aParameterThatAQuestionDoesNotHonourIsRefused() {
        assertThatThrownBy(() -> answer("metadata", "--threshold", "5"))
                .hasMessageStartingWith("no option '--threshold'");
    }
}
