package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.OneRun;
import treeline.RunEnsemble;
import treeline.Treeline;
import treeline.app.ListedQuestions;
import treeline.app.Session;
import treeline.app.mcp.McpParity;
import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.runs.OpenRuns;
import treeline.ensemble.statistics.TopDown;
import treeline.formats.Formats;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.question.CallText;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.AnswerText;
import treeline.question.answer.Block;
import treeline.question.answer.Statement;
import treeline.question.answer.TextFigure;
import treeline.question.html.AnswerHtml;
import treeline.question.html.Html;
import treeline.question.parameter.Parameter;
import treeline.question.screen.Screen;
import treeline.store.db.DatabaseExporter;
import treeline.table.JsonWriter;
import treeline.testkit.Drawing;
import treeline.testkit.RandomProfiles;
import treeline.view.Quantity;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Every question through every interface: the command line, the library, notebooks, the dashboard
/// and MCP give the same table, units and sentences, or refuse. Tables are the same to the last
/// digit; MCP rounds numbers and counts the rows that it omits. The test walks the list of
/// questions, so a new one is covered from its first day.
class ParityTest {
    private static final Quantity ON_PAGES = new Quantity(3, true);

    /// Questions whose tables differ if a run is read in parts, with the reason.
    private static final Map<String, String> DIFFERENT_IN_PARTS =
            Map.of("info", "values are counted in memory only; 'counted' says whether they were");

    @TempDir Path folder;
    private final Session commandLine = new Session(Formats.all(), Screen.PLAIN);

    /// The number of calls that the MCP server proposed and that have an answer.
    private int nextCalls;

    /// What was asked, and what the question itself answers or why it refuses.
    ///
    /// @param further the operands after the runs
    /// @param parameters by name
    private record Asked(
            Question question,
            List<String> runs,
            List<String> further,
            Map<String, String> parameters,
            Optional<Answer> answer,
            String refusal) {

        List<String> operands() {
            return Stream.concat(runs.stream(), further.stream()).toList();
        }

        /// As on a command line: `--top=2`.
        Stream<String> options() {
            return parameters.entrySet().stream()
                    .map(each -> "--%s=%s".formatted(each.getKey(), each.getValue()));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8})
    void questionsAboutOneRun(long seed) throws Exception {
        Profile profile = RandomProfiles.of(seed);
        List<String> run = List.of(written("run.tldb", profile));
        for (Question question : ListedQuestions.aboutOneRun()) everywhere(question, run, profile);
        assertThat(nextCalls).isPositive();
    }

    @Test
    void parametersMeanTheSameEverywhere() throws Exception {
        Profile profile = RandomProfiles.of(2);
        List<String> run = List.of(written("run.tldb", profile));
        Map<String, String> given =
                Map.of("top", "2", "metric", "m:0", "rank", "~3", "threshold", "1", "of", "max");
        for (Question question : ListedQuestions.aboutOneRun())
            for (Parameter<?> each : question.openParameters())
                if (given.containsKey(each.name()))
                    everywhere(
                            asked(
                                    question,
                                    run,
                                    profile,
                                    and(question, each.name(), given.get(each.name()))));
    }

    private static Map<String, String> and(Question question, String name, String value) {
        Map<String, String> all = new TreeMap<>(ListedQuestions.needed(question));
        all.put(name, value);
        return all;
    }

    @Test
    void questionsAboutARunWithTraces() throws Exception {
        Path file =
                Files.writeString(
                        folder.resolve("run.json"),
                        """
                        [{"name": "main", "ph": "X", "ts": 0, "dur": 90, "pid": 0, "tid": 0},
                         {"name": "solve", "ph": "X", "ts": 10, "dur": 50, "pid": 0, "tid": 0},
                         {"name": "main", "ph": "X", "ts": 5, "dur": 80, "pid": 1, "tid": 0}]
                        """);
        try (OneRun run = Treeline.open(file.toString())) {
            for (Question question : ListedQuestions.aboutOneRun())
                everywhere(question, List.of(file.toString()), run.profile());
            assertThat(run.trace().isTable()).isTrue();
        }
    }

    @Test
    void questionsAboutTwoRuns() throws Exception {
        Profile profile = RandomProfiles.of(2);
        List<String> runs =
                List.of(written("a.tldb", profile), written("b.tldb", RandomProfiles.of(3)));
        for (Question question : ListedQuestions.about(Question.Subject.TWO_RUNS))
            everywhere(question, runs, profile);
    }

    @Test
    void questionsAboutSeveralRuns() throws Exception {
        aboutRuns(_ -> RandomProfiles.of(21));
    }

    @Test
    void questionsAboutRunsThatScale() throws Exception {
        assertThat(aboutRuns(ParityTest::scaled)).allMatch(each -> each.answer.isPresent());
    }

    private List<Asked> aboutRuns(IntFunction<Profile> withRanks) throws Exception {
        List<String> runs = new ArrayList<>();
        for (int ranks = 1; ranks <= 32; ranks *= 2) {
            Profile profile = withRanks.apply(ranks);
            Metadata metadata = profile.metadata().with("ranks", ranks);
            runs.add(written(ranks + ".tldb", profile.withMetadata(metadata)));
        }
        List<Asked> all = new ArrayList<>();
        for (Question question : ListedQuestions.about(Question.Subject.RUNS))
            all.add(everywhere(question, runs, withRanks.apply(1)));
        return all;
    }

    /// `solve` scales and `exchange` does not. All top-down metrics are alike.
    private static Profile scaled(int ranks) {
        String drawing =
                "path%s\nmain%s\nmain/solve%s\nmain/exchange%s\n"
                        .formatted(
                                row(ranks, rank -> "rank" + rank),
                                row(ranks, _ -> "0.5"),
                                row(ranks, rank -> "" + (320.0 / ranks + rank % 2)),
                                row(ranks, rank -> "" + (7 + rank % 3)));
        Profile profile = Drawing.profileOf(drawing);
        MetricColumn time = profile.column("time:exclusive");
        for (TopDown.Slot each : TopDown.Slot.values())
            profile =
                    profile.with(
                            new Metric(each.title(), Unit.COUNT, Metric.Scope.EXCLUSIVE), time);
        return profile;
    }

    private static String row(int ranks, IntFunction<String> cell) {
        return IntStream.range(0, ranks)
                .mapToObj(rank -> " " + cell.apply(rank))
                .collect(Collectors.joining());
    }

    @Test
    void aRunThatIsReadInPartsHasTheSameAnswersOrARefusal() throws Exception {
        Profile profile = RandomProfiles.of(4);
        List<String> run = List.of(written("run.tldb", profile));
        for (Question question : ListedQuestions.aboutOneRun()) {
            if (DIFFERENT_IN_PARTS.containsKey(question.name())) continue;
            Asked whole = asked(question, run, profile, ListedQuestions.needed(question));
            String before = System.setProperty("treeline.memory", "1000");
            try {
                Asked inParts = asked(question, run, profile, ListedQuestions.needed(question));
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

    private String written(String name, Profile profile) throws IOException {
        Path file = folder.resolve(name);
        new DatabaseExporter().export(profile, file);
        return file.toString();
    }

    private Asked everywhere(Question question, List<String> runs, Profile profile)
            throws Exception {
        Asked asked = asked(question, runs, profile, ListedQuestions.needed(question));
        everywhere(asked);
        return asked;
    }

    private void everywhere(Asked asked) throws Exception {
        onTheCommandLine(asked);
        inTheLibrary(asked);
        inTheDashboard(asked);
        asked.answer.ifPresent(ParityTest::inNotebooks);
        nextCalls +=
                new McpParity(asked.runs).check(asked.question, asked.further, asked.parameters);
    }

    private static Asked asked(
            Question question, List<String> runs, Profile profile, Map<String, String> parameters)
            throws IOException {
        List<String> further = ListedQuestions.further(question, profile.tree().name(0));
        var asked = new Asked(question, runs, further, parameters, Optional.empty(), "");
        List<String> words =
                Stream.of(asked.options(), Stream.of("--"), asked.operands().stream())
                        .flatMap(each -> each)
                        .toList();
        try {
            Answer answer = question.ask(words, treeline.question.input.Session.SILENT);
            return new Asked(question, runs, further, parameters, Optional.of(answer), "");
        } catch (IllegalArgumentException refused) {
            String why = String.valueOf(refused.getMessage());
            return new Asked(question, runs, further, parameters, Optional.empty(), why);
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
        assertThat(run(asked).out()).as(name).isEqualTo(printed(answer));
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private Session.Answer run(Asked asked, String... options) {
        return commandLine.run(
                Stream.of(
                                Arrays.stream(asked.question.name().split(" ")),
                                Arrays.stream(options),
                                asked.options(),
                                Stream.of("--"),
                                asked.operands().stream())
                        .flatMap(each -> each)
                        .toArray(String[]::new));
    }

    private static void inTheLibrary(Asked asked) throws Exception {
        if (asked.question.subject() == Question.Subject.RUNS && asked.runs.size() > 1) return;
        String name = asked.question.name();
        try (OneRun run = Treeline.open(asked.runs.getFirst())) {
            OneRun with = run;
            for (var each : asked.parameters.entrySet())
                with = with.with(each.getKey(), each.getValue());
            List<Object> further = new ArrayList<>(asked.further);
            for (String other : asked.runs.subList(1, asked.runs.size()))
                further.add(Treeline.open(other));
            Answer answer;
            try {
                answer = called(with, name, further);
            } catch (InvocationTargetException | IllegalArgumentException failed) {
                Throwable refused = failed.getCause() == null ? failed : failed.getCause();
                assertThat(asked.answer).as(name + ": " + refused).isEmpty();
                assertThat(refused).as(name).hasMessage(asked.refusal);
                return;
            }
            assertThat(asked.answer).as(name).isPresent();
            assertThat(csv(answer)).as(name).isEqualTo(csv(asked));
            assertThat(answer).as(name).hasToString(asked.answer.get().toString());
        }
    }

    /// By the method that is named after the question; by `ask` if there is none.
    private static Answer called(OneRun run, String name, List<Object> given) throws Exception {
        String methodName = CallText.method(name);
        for (Method method : OneRun.class.getMethods())
            if (method.getName().equals(methodName)
                    && method.getReturnType() == Answer.class
                    && method.getParameterCount() == given.size())
                return (Answer) method.invoke(run, given.toArray());
        return run.ask(
                name,
                given.stream()
                        .map(each -> each instanceof OneRun other ? other.path() : each.toString())
                        .toArray(String[]::new));
    }

    @Test
    void theMethodsOfTheLibraryAreNamedAfterQuestions() {
        List<String> questions =
                Stream.of(Question.Subject.values())
                        .flatMap(subject -> ListedQuestions.about(subject).stream())
                        .map(each -> CallText.method(each.name()))
                        .toList();
        List<String> methods =
                Stream.of(OneRun.class, RunEnsemble.class)
                        .flatMap(type -> Stream.of(type.getMethods()))
                        .filter(each -> each.getReturnType() == Answer.class)
                        .map(Method::getName)
                        .filter(name -> !name.equals("ask"))
                        .toList();
        assertThat(questions).containsAll(methods);
    }

    private void inTheDashboard(Asked asked) throws IOException {
        String name = asked.question.name();
        try (var runs = new OpenRuns(Formats.all())) {
            asked.runs.forEach(each -> assertThat(runs.open(each, Optional.empty())).isEmpty());
            var answers = new Answers(runs, "");
            String query = query(asked);
            assertThat(asked(answers, query)).as(name).isEqualTo(csv(asked));
            String page = asked(answers, query.replaceFirst("&form=\\w+", ""));
            asked.answer.ifPresent(answer -> onThePage(answer, page));
        } catch (RefusedRequest | IllegalArgumentException refused) {
            assertThat(asked.answer).as(name + ": " + refused.getMessage()).isEmpty();
            assertThat(refused).as(name).hasMessage(asked.refusal);
        }
    }

    private static String asked(Answers answers, String query) throws IOException {
        return new String(answers.of("ask", query).bytes(), StandardCharsets.UTF_8);
    }

    /// The sentences and the figures made of characters.
    private static void onThePage(Answer answer, String page) {
        for (Block block : answer.blocks())
            if (block instanceof TextFigure figure)
                assertThat(page)
                        .contains(quoted(String.join("\n", figure.lines().apply(Screen.PAGE))));
        for (Statement each : answer.statements())
            assertThat(page).contains(quoted(each.text(ON_PAGES)));
    }

    private static String quoted(String text) {
        return text.isBlank() ? "" : JsonWriter.quoted(text);
    }

    private static String query(Asked asked) {
        var query = new StringBuilder("question=" + encoded(asked.question.name()));
        query.append(
                asked.question.subject() == Question.Subject.TWO_RUNS
                        ? "&run=1&against=0"
                        : "&run=" + encoded(numbers(asked.runs.size())));
        boolean table = asked.answer.map(Answer::isTable).orElse(true);
        query.append(table ? "&form=csv" : "&form=json");
        asked.parameters.forEach(
                (name, value) -> query.append('&').append(name).append('=').append(encoded(value)));
        Iterator<String> values = asked.further.iterator();
        ListedQuestions.further(asked.question)
                .forEach(
                        each ->
                                query.append('&')
                                        .append(each.name().toLowerCase(Locale.ROOT))
                                        .append('=')
                                        .append(encoded(values.next())));
        return query.toString();
    }

    /// `0,1,2`.
    private static String numbers(int count) {
        return IntStream.range(0, count)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(","));
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

    /// The text on standard output; warnings go to the error stream.
    private static String printed(Answer answer) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            AnswerText.print(answer, Screen.PLAIN, out);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
