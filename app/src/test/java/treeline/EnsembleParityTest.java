package treeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;
import treeline.app.mcp.McpParity;
import treeline.formats.Formats;
import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.AnswerText;
import treeline.question.html.AnswerHtml;
import treeline.question.html.Html;
import treeline.question.list.Questions;
import treeline.question.screen.Screen;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Drawing;
import treeline.view.Quantity;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Every question about an ensemble has the same answer by [RunEnsemble], as an MCP tool and on the
/// command line: the same table, units and sentences, or the same reason to refuse.
class EnsembleParityTest {
    private static final Quantity ON_PAGES = new Quantity(3, true);

    @TempDir Path folder;
    private final Session commandLine = new Session(Formats.all(), Screen.PLAIN);
    private final List<Question> questions =
            new Questions(Formats::all)
                    .all().stream().filter(each -> each.name().startsWith("ensemble ")).toList();

    @BeforeEach
    void writeRuns() throws IOException {
        for (int ranks = 1; ranks <= 16; ranks *= 2) {
            Profile profile =
                    Drawing.profileOf(
                            """
                            path        rank0  rank1
                            main            1     %2$d
                            main/solve     %1$d     %1$d
                            main/io         2      4
                            """
                                    .formatted(64 / ranks, ranks % 3));
            Metadata metadata =
                    Metadata.NONE
                            .with("ranks", ranks)
                            .with("compiler", ranks < 4 ? "gcc" : "clang");
            new DatabaseExporter()
                    .export(profile.withMetadata(metadata), folder.resolve(ranks + ".tldb"));
        }
    }

    @Test
    void everyQuestionHasTheSameAnswerInTheLibrary() throws Exception {
        int answered = 0;
        for (Question question : questions) if (isSame(question)) answered++;
        assertThat(answered).isGreaterThanOrEqualTo(questions.size() - 1); // no top-down counters
    }

    @Test
    void parametersAreThoseOfTheCommandLine() throws Exception {
        for (Question question : questions)
            isSame(question, "where", "ranks > 1", "key", "ranks", "skip-unreadable", "");
    }

    /// @param options names and values, which are empty for flags
    /// @return whether there is an answer
    private boolean isSame(Question question, String... options) throws Exception {
        String name = question.name();
        RunEnsemble runs = Treeline.openAll(pattern());
        List<String> words = new ArrayList<>();
        for (int i = 0; i < options.length; i += 2) {
            boolean flag = options[i + 1].isEmpty();
            runs = flag ? runs.with(options[i]) : runs.with(options[i], options[i + 1]);
            words.add("--" + options[i] + (flag ? "" : "=" + options[i + 1]));
        }
        inAssistants(question, options);
        Session.Answer json = run(name, words, "--json");
        Answer answer;
        try {
            answer = runs.ask(name.replaceFirst("^ensemble ", ""));
        } catch (IllegalArgumentException refused) {
            String reason = String.valueOf(refused.getMessage());
            assertThat(json.exitCode()).as(name + ": " + reason).isNotZero();
            assertThat(json.err()).as(name).contains(reason.lines().findFirst().orElse(""));
            return false;
        }
        assertThat(json(answer)).as(name + " " + json.err()).isEqualTo(json.out());
        assertThat(csv(answer)).as(name).isEqualTo(run(name, words, "--csv").out());
        assertThat(printed(answer)).as(name).isEqualTo(run(name, words).out());
        inNotebooks(answer);
        return true;
    }

    private void inAssistants(Question question, String... options) throws IOException {
        Map<String, String> parameters = new TreeMap<>();
        for (int i = 0; i < options.length; i += 2) parameters.put(options[i], options[i + 1]);
        List<String> runs = new ArrayList<>();
        for (int ranks = 1; ranks <= 16; ranks *= 2)
            runs.add(folder.resolve(ranks + ".tldb").toString());
        new McpParity(runs).check(question, List.of(), parameters);
    }

    private String pattern() {
        return folder + "/*.tldb";
    }

    private Session.Answer run(String name, List<String> words, String... more) {
        return commandLine.run(
                Stream.of(
                                Arrays.stream(name.split(" ")),
                                Stream.of(pattern()),
                                words.stream(),
                                Arrays.stream(more))
                        .flatMap(each -> each)
                        .toArray(String[]::new));
    }

    private static String json(Answer answer) {
        var text = new StringBuilder();
        answer.writeJson(text);
        return text.toString();
    }

    private static String csv(Answer answer) throws IOException {
        var text = new StringBuilder();
        answer.writeCsv(text);
        return text.toString();
    }

    private static void inNotebooks(Answer answer) {
        String html = AnswerHtml.of(answer);
        assertThat(html).contains(Html.escaped(answer.title()));
        answer.statements()
                .forEach(each -> assertThat(html).contains(Html.escaped(each.text(ON_PAGES))));
        answer.figure().ifPresent(each -> assertThat(each.svg()).startsWith("<svg"));
    }

    /// The text on standard output; warnings go to the error stream.
    private static String printed(Answer answer) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            AnswerText.print(answer, Screen.PLAIN, out);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
