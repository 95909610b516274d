package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.Objects.requireNonNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;
import treeline.formats.Formats;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.list.Questions;
import treeline.question.parameter.Operand;
import treeline.table.Column;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// docs/reference/json.md names every field that `--json` of a command writes.
class JsonGuideTest {
    private static final Path GUIDE = Path.of("../docs/reference/json.md");
    private static final Pattern FIELD = Pattern.compile("\"(\\w+)\": ");
    private static final Pattern WORD = Pattern.compile("`([\\w-]+)`");

    /// The first line of an answer's row, on one line as all rows are.
    private static final Pattern ROW = Pattern.compile("(?m)^    (\\{.*\\}),?$");

    /// Fields that are called by what was measured.
    private static final Pattern OF_DATA =
            Pattern.compile("(time|bytes)(_\\w+)?|main|solve|step|wait|MPI_Send|[1-5]");

    /// What every answer may have.
    private static final List<String> COMMON =
            List.of(
                    "schema",
                    "run",
                    "path",
                    "format",
                    "metric",
                    "unit",
                    "scope",
                    "combined",
                    "of",
                    "ranks",
                    "threads",
                    "repetitions",
                    "text",
                    "notes",
                    "lossy",
                    "total",
                    "units",
                    "statements",
                    "kind",
                    "arguments",
                    "rows");

    /// Sentences, whose arguments are named by their templates.
    private static final Pattern STATEMENTS =
            Pattern.compile("(?s)(\"statements\": ).*(?=,\n  \"rows\": )");

    @TempDir Path folder;
    private final Session session = Session.plain();

    @Test
    void everyFieldIsDescribed() throws IOException {
        Map<String, Set<String>> described = described();
        Path run =
                Files.writeString(
                        folder.resolve("run.txt"),
                        """
                        path             tag   rank0  rank1  rank2  rank3
                        main             -         1      1      1      1
                        main/step        COMP    1+2    1+2    1+2    1+2
                        main/solve       COMP     10     10     10     40
                        main/solve/wait  COMM     30     30     30      -
                        main/MPI_Send    -         1      1      1      1
                        note a place was unclear
                        trace 0 60 0 0 10 2
                        trace 1 60 0 0 10 -1
                        trace 2 60 0 0
                        trace 3 60 0 0
                        message 0 1 1 64 20 21 5 22
                        message 1 2 1 64 30 31 8 32
                        message 2 3 1 64 40 41 9 42

                        metric bytes B exclusive
                        path             rank0  rank1  rank2  rank3
                        main/solve         100    100    100    400
                        main/solve/wait    100    110    120      -
                        """);
        Files.writeString(
                folder.resolve("run.txt.again"), Files.readString(run).replace("40", "41"));
        Files.writeString(
                folder.resolve("gpu.json"),
                """
                [{"name": "main", "ph": "X", "ts": 0, "dur": 90, "pid": 0, "tid": 0},
                 {"name": "cudaLaunchKernel", "cat": "cuda_runtime", "ph": "X", "ts": 10, "dur": 5,
                  "pid": 0, "tid": 0, "args": {"correlation": 1}},
                 {"name": "gemm", "cat": "kernel", "ph": "X", "ts": 20, "dur": 50, "pid": 0,
                  "tid": 7, "args": {"correlation": 1, "stream": 7, "device": 0}}]
                """);
        for (int ranks = 1; ranks <= 5; ranks++)
            Files.writeString(
                    folder.resolve("model-%d.txt".formatted(ranks)),
                    "path whole\nmain %d\nfact ranks %d\n".formatted(ranks, ranks));
        for (List<String> command : commands(run.toString())) {
            String name = schemaOf(command);
            Session used = name.equals("gpu") ? new Session(Formats.all(), Session.PLAIN) : session;
            Session.Answer answer = used.run(command.toArray(String[]::new));
            assertThat(answer.err()).as(name).isEmpty();
            assertThat(answer.out())
                    .as(name)
                    .startsWith("{\n  \"schema\": \"treeline/%s/1\"".formatted(name))
                    .contains("\"rows\": [");
            Set<String> undescribed = fields(STATEMENTS.matcher(answer.out()).replaceAll("$1[]"));
            COMMON.forEach(undescribed::remove);
            assertThat(described).as("docs/reference/json.md").containsKey(name);
            undescribed.removeAll(described.get(name));
            undescribed.removeIf(OF_DATA.asMatchPredicate());
            assertThat(undescribed).as(name).isEmpty();
            for (String meaning : meanings(command, used))
                assertThat(row(name)).as(name).contains(meaning);
        }
    }

    /// What the columns of an answer declare that they mean: `` `excess` (duration - median)``.
    private static List<String> meanings(List<String> command, Session used) throws IOException {
        String line = String.join(" ", command);
        Optional<Question> question =
                new Questions(used::formats)
                        .all().stream()
                                .filter(each -> line.startsWith(each.name() + " "))
                                .max(Comparator.comparing(each -> each.name().length()));
        if (question.isEmpty()) return List.of();
        int words = question.get().name().split(" ").length;
        Answer answer =
                question.get()
                        .ask(
                                command.subList(words, command.size() - 1),
                                treeline.question.input.Session.SILENT);
        return answer.table().columns().stream()
                .map(Column::header)
                .filter(each -> !each.meaning().isEmpty())
                .map(each -> "`%s` (%s)".formatted(each.name(), each.meaning()))
                .toList();
    }

    private static String row(String schema) throws IOException {
        String row =
                Files.readAllLines(GUIDE).stream()
                        .filter(line -> line.matches("\\| .*`%s`.*".formatted(schema)))
                        .filter(line -> line.split("\\|")[1].contains("`" + schema + "`"))
                        .findFirst()
                        .orElseThrow();
        boolean asTree = List.of("callers", "query").contains(schema);
        return asTree ? row + row("tree") : row;
    }

    private static String schemaOf(List<String> command) {
        if (command.contains("--sample")) return command.getFirst() + "-sample";
        return List.of("ensemble", "table").contains(command.getFirst())
                ? command.getFirst() + "-" + command.get(1)
                : command.getFirst();
    }

    /// The operands of questions, by their names.
    private static final Map<String, String> OPERANDS =
            Map.of("QUERY", "MATCH (p)", "NODE", "main/step");

    /// Every question of the list once, and the forms of commands that answer in several.
    private static List<List<String>> commands(String run) {
        Stream<List<String>> questions =
                new Questions(Formats::all)
                        .all().stream()
                                .filter(each -> !ANSWERED_BELOW.contains(each.subject()))
                                .filter(each -> !each.name().equals("gpu"))
                                .map(each -> words(each, run));
        return Stream.concat(questions, forms(run).stream()).distinct().toList();
    }

    /// Subjects of questions that [#forms] asks with runs of their own.
    private static final Set<Question.Subject> ANSWERED_BELOW =
            Set.of(Question.Subject.RUNS, Question.Subject.BUILDS, Question.Subject.ARCHIVE);

    private static List<String> words(Question question, String run) {
        return Stream.of(
                        Stream.of(question.name().split(" ")),
                        question.operands().stream()
                                .filter(Operand::isNeeded)
                                .map(each -> each.value().file() ? run : OPERANDS.get(each.name())),
                        Stream.of("--json"))
                .flatMap(each -> each)
                .toList();
    }

    private static List<List<String>> forms(String run) {
        return List.of(
                List.of("imbalance", run, "--json"),
                List.of("imbalance", run, "--sample", "2", "--json"),
                List.of("ranks", run, "--clusters", "2", "--json"),
                List.of("communication", run, "--json"),
                List.of("hpcreport", run, "--json"),
                List.of("report", run, "--json"),
                List.of("iterations", run, "--json"),
                List.of("correlate", run, "--at-least", "0", "--json"),
                List.of("compare", run, run + ".again", "--json"),
                List.of("prune", run, "--prune", "1%,mpi", "--json"),
                List.of("prune", run, "--table", "--json"),
                List.of("prune", run, run, "--table", "--json"),
                List.of("table", "metrics", run, "--json"),
                List.of("table", "contexts", run, "--json"),
                List.of("table", "tree", run, "--json"),
                List.of("table", "slice", run, "--json"),
                List.of("trace", run, "--json"),
                List.of("trace", run, "--samples", "--json"),
                List.of("trace", run, "--bins", "2", "--json"),
                List.of("waits", run, "--occurrences", "--json"),
                List.of("gpu", run.replace("run.txt", "gpu.json"), "--json"),
                List.of("gpu", run.replace("run.txt", "gpu.json"), "--by", "device", "--json"),
                List.of("gpu", run.replace("run.txt", "gpu.json"), "--by", "kernel", "--json"),
                List.of("waits", run, "--waves", "--json"),
                List.of("critical-path", run, "--segments", "--json"),
                List.of("messages", run, "--by", "size", "--json"),
                List.of("messages", run, "--by", "context", "--json"),
                List.of("messages", run, "--by", "time", "--json"),
                List.of("instances", run, "--longest", "--json"),
                List.of("info", run, "--json"),
                List.of("formats", "--json"),
                List.of("ensemble", "info", run, "--json"),
                List.of("ensemble", "metadata", run, "--json"),
                List.of("ensemble", "values", run, "--json"),
                List.of("ensemble", "stats", run, "--json"),
                List.of("ensemble", "tree", run, "--json"),
                List.of("ensemble", "pivot", run, "--json"),
                List.of(
                        "ensemble",
                        "speedup",
                        run.replace("run.txt", "model-*.txt"),
                        "--kind",
                        "weak_efficiency",
                        "--json"),
                List.of("ensemble", "model", run.replace("run.txt", "model-*.txt"), "--json"),
                List.of("ensemble", "cluster", run, "--k", "1", "--json"),
                List.of("ensemble", "variability", run, run + ".again", "--json"));
    }

    /// All names; of a report only those of its sections, which have the rows of other commands.
    private static Set<String> fields(String json) {
        boolean report = json.contains("treeline/report/1");
        String text =
                report
                        ? ROW.matcher(json)
                                .replaceAll(row -> Matcher.quoteReplacement(head(row.group(1))))
                        : json;
        Set<String> fields = new TreeSet<>();
        Matcher field = FIELD.matcher(text);
        while (field.find()) fields.add(field.group(1));
        return fields;
    }

    private static String head(String section) {
        int rows = section.indexOf("\"rows\"");
        return rows < 0 ? section : section.substring(0, rows);
    }

    private static Map<String, Set<String>> described() throws IOException {
        Map<String, Set<String>> described = new LinkedHashMap<>();
        for (String line : Files.readAllLines(GUIDE)) {
            Matcher word = WORD.matcher(line);
            if (!line.startsWith("| `") || !word.find()) continue;
            Set<String> words = new TreeSet<>();
            String command = word.group(1);
            while (word.find()) words.add(word.group(1));
            described.put(command, words);
        }
        Set<String> tree = requireNonNull(described.get("tree"));
        requireNonNull(described.get("callers")).addAll(tree);
        requireNonNull(described.get("query")).addAll(tree);
        return described;
    }
}
