package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.OneRun;
import treeline.Treeline;
import treeline.app.Session;
import treeline.formats.Formats;
import treeline.model.CallTree;
import treeline.model.Profile;
import treeline.question.CallText;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.AnswerText;
import treeline.question.answer.Statement;
import treeline.question.html.AnswerHtml;
import treeline.question.html.Html;
import treeline.question.list.Questions;
import treeline.question.parameter.Operand;
import treeline.question.screen.Screen;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.RandomProfiles;
import treeline.view.Quantity;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Every question through every interface: the command line, the library, notebooks and the
/// dashboard give the same table, units and sentences, to the last digit, or refuse in the same
/// words. It walks the list of questions, so a new one is covered from its first day.
class ParityTest {
    private static final Quantity ON_PAGES = new Quantity(3, true);

    @TempDir Path folder;
    private final Session commandLine = new Session(Formats.all(), Screen.PLAIN);
    private final Questions questions = new Questions(Formats::all);

    /// What was asked, and what the question itself answers or why it refuses.
    private record Asked(
            Question question, List<String> operands, Optional<Answer> answer, String refusal) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8})
    void questionsAboutOneRun(long seed) throws Exception {
        Profile profile = RandomProfiles.of(seed);
        String path = written("run.tldb", profile);
        for (Question question : about(Question.Subject.ONE_RUN))
            everywhere(question, operands(question, List.of(path), profile));
    }

    @Test
    void questionsAboutTwoRuns() throws Exception {
        Profile profile = RandomProfiles.of(2);
        List<String> paths =
                List.of(written("a.tldb", profile), written("b.tldb", RandomProfiles.of(3)));
        for (Question question : about(Question.Subject.TWO_RUNS))
            everywhere(question, operands(question, paths, profile));
    }

    @Test
    void aRunThatIsReadInPartsHasTheSameAnswersOrARefusal() throws Exception {
        Profile profile = RandomProfiles.of(4);
        String path = written("run.tldb", profile);
        for (Question question : about(Question.Subject.ONE_RUN)) {
            List<String> operands = operands(question, List.of(path), profile);
            Asked whole = asked(question, operands);
            String before = System.setProperty("treeline.memory", "1000");
            try {
                Asked inParts = asked(question, operands);
                if (inParts.answer.filter(ParityTest::omitsSections).isPresent())
                    assertThat(csv(whole).lines()).as(question.name()).containsAll(lines(inParts));
                else if (inParts.answer.isPresent())
                    assertThat(csv(inParts)).as(question.name()).isEqualTo(csv(whole));
                else if (whole.answer.isPresent())
                    assertThat(inParts.refusal).as(question.name()).contains("values in memory");
            } finally {
                if (before == null) System.clearProperty("treeline.memory");
                else System.setProperty("treeline.memory", before);
            }
        }
    }

    /// Whether an answer says that parts of it are missing because the run is read in parts.
    private static boolean omitsSections(Answer answer) {
        return answer.statements().stream()
                .anyMatch(
                        each ->
                                each.kind() == Statement.Kind.OMISSION
                                        && each.text(ON_PAGES).contains("read in parts"));
    }

    private static List<String> lines(Asked asked) throws IOException {
        return csv(asked).lines().toList();
    }

    private List<Question> about(Question.Subject subject) {
        return questions.all().stream().filter(each -> each.subject() == subject).toList();
    }

    private String written(String name, Profile profile) throws IOException {
        Path file = folder.resolve(name);
        new DatabaseExporter().export(profile, file);
        return file.toString();
    }

    /// The runs, and a value for every further operand that is needed.
    private static List<String> operands(Question question, List<String> paths, Profile profile) {
        CallTree tree = profile.tree();
        List<String> operands = new ArrayList<>(paths);
        for (Operand each : question.operands()) {
            if (each.value().file() || !each.isNeeded()) continue;
            operands.add(
                    switch (each.name()) {
                        case "QUERY" -> "MATCH (\"*\")";
                        case "FUNCTION" -> tree.name(tree.size() - 1);
                        case "NODE", "CALLPATH" -> tree.name(0);
                        default -> throw new IllegalStateException(each.name());
                    });
        }
        return operands;
    }

    private void everywhere(Question question, List<String> operands) throws Exception {
        Asked asked = asked(question, operands);
        onTheCommandLine(asked);
        inTheLibrary(asked);
        inTheDashboard(asked);
        asked.answer.ifPresent(ParityTest::inNotebooks);
    }

    private static Asked asked(Question question, List<String> operands) throws IOException {
        List<String> words = Stream.concat(Stream.of("--"), operands.stream()).toList();
        try {
            Answer answer = question.ask(words, treeline.question.input.Session.SILENT);
            return new Asked(question, operands, Optional.of(answer), "");
        } catch (IllegalArgumentException refused) {
            return new Asked(
                    question, operands, Optional.empty(), String.valueOf(refused.getMessage()));
        }
    }

    private static String csv(Asked asked) throws IOException {
        return asked.answer.isPresent() ? csv(asked.answer.get()) : asked.refusal;
    }

    private static String csv(Answer answer) throws IOException {
        var text = new StringBuilder();
        if (answer.isTable()) answer.writeCsv(text);
        else answer.writeJson(text);
        return text.toString();
    }

    private static String json(Answer answer) {
        var text = new StringBuilder();
        answer.writeJson(text);
        return text.toString();
    }

    private void onTheCommandLine(Asked asked) throws IOException {
        String name = asked.question.name();
        Session.Answer json = run(asked, "--json");
        if (asked.answer.isEmpty()) {
            assertThat(json.err()).as(name).contains(firstLine(asked.refusal));
            return;
        }
        Answer answer = asked.answer.get();
        assertThat(json.out()).as(name + " --json " + json.err()).isEqualTo(json(answer));
        if (answer.isTable())
            assertThat(run(asked, "--csv").out()).as(name + " --csv").isEqualTo(csv(answer));
        assertThat(run(asked).out()).as(name).isEqualTo(AnswerText.of(answer, Screen.PLAIN));
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private Session.Answer run(Asked asked, String... options) {
        return commandLine.run(
                Stream.of(
                                Arrays.stream(asked.question.name().split(" ")),
                                Arrays.stream(options),
                                Stream.of("--"),
                                asked.operands.stream())
                        .flatMap(each -> each)
                        .toArray(String[]::new));
    }

    private static void inTheLibrary(Asked asked) throws Exception {
        String name = asked.question.name();
        try (OneRun run = Treeline.open(asked.operands.getFirst())) {
            Answer answer;
            try {
                answer = answer(run, asked);
            } catch (InvocationTargetException failed) {
                assertThat(asked.answer).as(name + ": " + failed.getCause()).isEmpty();
                assertThat(failed.getCause()).as(name).hasMessage(asked.refusal);
                return;
            }
            assertThat(asked.answer).as(name).isPresent();
            assertThat(csv(answer)).as(name).isEqualTo(csv(asked));
            assertThat(answer).as(name).hasToString(asked.answer.get().toString());
        }
    }

    private static Answer answer(OneRun run, Asked asked) throws Exception {
        String name = CallText.method(asked.question.name());
        List<String> further = asked.operands.subList(1, asked.operands.size());
        boolean two = asked.question.subject() == Question.Subject.TWO_RUNS;
        for (Method method : OneRun.class.getMethods()) {
            if (!method.getName().equals(name) || method.getReturnType() != Answer.class) continue;
            if (method.getParameterCount() != further.size()) continue;
            Object[] given =
                    two
                            ? new Object[] {Treeline.open(further.getFirst())}
                            : further.toArray(Object[]::new);
            return (Answer) method.invoke(run, given);
        }
        return fail("OneRun has no method %s with %d operands".formatted(name, further.size()));
    }

    private void inTheDashboard(Asked asked) throws IOException {
        String name = asked.question.name();
        try (var runs = new OpenRuns(Formats.all())) {
            asked.operands.stream()
                    .limit(asked.question.subject() == Question.Subject.TWO_RUNS ? 2 : 1)
                    .forEach(each -> assertThat(runs.open(each, Optional.empty())).isEmpty());
            var answers = new Answers(runs, "");
            String answer =
                    new String(answers.of("ask", query(asked)).bytes(), StandardCharsets.UTF_8);
            assertThat(answer).as(name).isEqualTo(csv(asked));
        } catch (RefusedRequest | IllegalArgumentException refused) {
            assertThat(asked.answer).as(name + ": " + refused.getMessage()).isEmpty();
            assertThat(refused).as(name).hasMessage(asked.refusal);
        }
    }

    private static String query(Asked asked) throws IOException {
        boolean two = asked.question.subject() == Question.Subject.TWO_RUNS;
        var query = new StringBuilder("question=" + encoded(asked.question.name()));
        query.append(two ? "&run=1&against=0" : "&run=0");
        query.append(
                asked.answer.isPresent() && !asked.answer.get().isTable()
                        ? "&form=json"
                        : "&form=csv");
        int at = two ? 2 : 1;
        for (Operand each : asked.question.operands())
            if (!each.value().file() && each.isNeeded())
                query.append('&')
                        .append(each.name().toLowerCase(Locale.ROOT))
                        .append('=')
                        .append(encoded(asked.operands.get(at++)));
        return query.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static void inNotebooks(Answer answer) {
        String html = AnswerHtml.of(answer);
        assertThat(html).contains(Html.escaped(answer.title()));
        answer.statements()
                .forEach(each -> assertThat(html).contains(Html.escaped(each.text(ON_PAGES))));
    }
}
