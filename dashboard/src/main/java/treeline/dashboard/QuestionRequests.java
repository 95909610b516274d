package treeline.dashboard;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.model.CallTree;
import treeline.question.CallText;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Document;
import treeline.question.answer.FactList;
import treeline.question.answer.Heading;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.answer.StatisticTree;
import treeline.question.answer.TextFigure;
import treeline.question.answer.TreeSection;
import treeline.question.input.Session;
import treeline.question.list.Questions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.question.screen.Screen;
import treeline.source.ReadReport;
import treeline.table.JsonWriter;
import treeline.view.Quantity;
import treeline.view.TreeRows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The questions of the command palette: their list, and answers about runs that are open.
///
/// Only runs that are open can be asked about, and parameters that name files are not offered, so a
/// page cannot read anything else on this machine.
final class QuestionRequests {
    private static final Quantity QUANTITY = new Quantity(3, true);

    /// Parameters of a request that are not parameters of a question.
    private static final List<String> RESERVED = List.of("question", "run", "against", "form");

    private final OpenRuns runs;
    private final Questions questions;

    QuestionRequests(OpenRuns runs, Questions questions) {
        this.runs = runs;
        this.questions = questions;
    }

    /// All questions about one run, two runs, or all runs that are open.
    Response list() {
        var text = new StringBuilder();
        var json = new JsonWriter(text).array();
        questions.all().stream()
                .filter(QuestionRequests::isOffered)
                .forEach(each -> write(each, json));
        json.end();
        return new Response.Json(text.toString());
    }

    private static boolean isOffered(Question question) {
        return switch (question.subject()) {
            case ONE_RUN, TWO_RUNS, RUNS -> true;
            case BUILDS, ARCHIVE -> false;
        };
    }

    private static void write(Question question, JsonWriter json) {
        json.object().name("name").value(question.name());
        json.name("summary").value(question.summary());
        json.name("subjects").value(subject(question));
        json.name("parameters").array();
        furtherOperands(question)
                .forEach(
                        each -> {
                            json.object().name("name").value(each.name().toLowerCase(Locale.ROOT));
                            json.name("summary").value(each.description());
                            json.name("placeholder").value(each.name());
                            json.name("required").value(each.isNeeded());
                            json.name("choices").array().end().name("flag").value(false);
                            json.name("repeated").value(each.isRepeated()).end();
                        });
        for (Parameter<?> each : question.openParameters()) write(each, json);
        json.end().end();
    }

    private static void write(Parameter<?> parameter, JsonWriter json) {
        ParameterType<?> type = parameter.value();
        json.object().name("name").value(parameter.name());
        json.name("summary").value(parameter.description());
        json.name("placeholder").value(type == null ? "" : type.placeholder());
        json.name("required").value(false).name("choices").array();
        if (type != null) type.choices().get().forEach(json::value);
        json.end().name("flag").value(parameter.isFlag());
        json.name("repeated").value(parameter.repeated()).end();
    }

    private static String subject(Question question) {
        return switch (question.subject()) {
            case ONE_RUN -> "run";
            case TWO_RUNS -> "two";
            case RUNS, BUILDS, ARCHIVE -> "runs";
        };
    }

    /// Operands after those that name runs.
    private static Stream<treeline.question.parameter.Operand> furtherOperands(Question question) {
        return question.operands().stream().filter(each -> !each.value().file());
    }

    /// @param query the parameters of the request, still encoded
    Response ask(String query) throws IOException {
        var request = new Request(RequestParameters.repeated(query));
        Question question = question(request.one("question"));
        List<String> operands = operands(question, request);
        Arguments arguments = arguments(question, request, operands);
        Answer answer = question.ask(arguments, Session.SILENT);
        return switch (request.maybe("form").orElse("page")) {
            case "csv" -> new Response.Text("text/csv; charset=utf-8", csv(answer));
            case "json" -> new Response.Json(json(answer));
            default -> new Response.Json(page(answer, CallText.of(question, operands, arguments)));
        };
    }

    /// The decoded parameters of a request.
    private record Request(Map<String, List<String>> parameters) {
        Optional<String> maybe(String name) {
            return parameters.getOrDefault(name, List.of()).stream().findFirst();
        }

        String one(String name) {
            return maybe(name)
                    .orElseThrow(
                            () ->
                                    RefusedRequest.wrong(
                                            "parameter '%s' is missing".formatted(name)));
        }
    }

    private Question question(String name) {
        return questions
                .named(name)
                .filter(QuestionRequests::isOffered)
                .orElseThrow(
                        () -> RefusedRequest.wrong("there is no question '%s'".formatted(name)));
    }

    private List<String> operands(Question question, Request request) {
        List<String> operands = new ArrayList<>(paths(question, request));
        furtherOperands(question)
                .forEach(
                        each -> {
                            String name = each.name().toLowerCase(Locale.ROOT);
                            if (each.isNeeded()) operands.add(request.one(name));
                            else request.maybe(name).ifPresent(operands::add);
                        });
        return operands;
    }

    private List<String> paths(Question question, Request request) {
        return switch (question.subject()) {
            case ONE_RUN -> List.of(path(request.one("run")));
            case TWO_RUNS -> List.of(path(request.one("against")), path(request.one("run")));
            case RUNS, BUILDS, ARCHIVE ->
                    Stream.of(request.one("run").split(",")).map(this::path).toList();
        };
    }

    private String path(String id) {
        int runsThere = runs.entries().size();
        return runs.run(RequestParameters.of("run=" + id).index("run", runsThere)).path();
    }

    private static Arguments arguments(Question question, Request request, List<String> operands) {
        List<String> words = new ArrayList<>();
        request.parameters.forEach(
                (name, values) -> {
                    if (isParameter(question, name)) words.addAll(words(question, name, values));
                });
        words.add("--");
        words.addAll(operands);
        try {
            return question.signature().parse("treeline", words);
        } catch (UsageException wrong) {
            throw RefusedRequest.wrong(String.valueOf(wrong.getMessage()));
        }
    }

    private static boolean isParameter(Question question, String name) {
        return !RESERVED.contains(name)
                && furtherOperands(question)
                        .noneMatch(each -> each.name().toLowerCase(Locale.ROOT).equals(name));
    }

    private static List<String> words(Question question, String name, List<String> values) {
        Parameter<?> parameter =
                question.openParameters().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        RefusedRequest.wrong(
                                                "'%s' has no parameter '%s'"
                                                        .formatted(question.name(), name)));
        return parameter.isFlag()
                ? List.of(parameter.written())
                : values.stream().map(each -> parameter.written() + "=" + each).toList();
    }

    private static String csv(Answer answer) throws IOException {
        var text = new StringBuilder();
        answer.writeCsv(text);
        return text.toString();
    }

    private static String json(Answer answer) {
        var text = new StringBuilder();
        answer.writeJson(text);
        return text.toString();
    }

    private static String page(Answer answer, CallText call) {
        var text = new StringBuilder();
        var json = new JsonWriter(text).object();
        json.name("question").value(answer.question()).name("title").value(answer.title());
        json.name("command").value(call.command()).name("java").value(call.java());
        json.name("python").value(call.python()).name("table").value(answer.isTable());
        json.name("statements").array();
        for (Statement each : answer.statements()) {
            json.object().name("kind").value(each.kind().name().toLowerCase(Locale.ROOT));
            json.name("text").value(each.text(QUANTITY)).end();
        }
        json.end().name("notes").array();
        for (ReadReport.Entry entry : answer.notes().entries()) {
            json.object().name("text").value(entry.toString());
            json.name("lossy").value(entry.lossy()).end();
        }
        json.end().name("sections").array();
        sections(answer, json);
        json.end().name("figure");
        if (answer.figure().isPresent()) json.value(answer.figure().get().svg());
        else json.nullValue();
        json.end();
        return text.toString();
    }

    private static void sections(Answer answer, JsonWriter json) {
        String heading = "";
        for (var block : answer.blocks())
            switch (block) {
                case Heading each -> heading = each.text();
                case Statement _, Document _, TextFigure _ -> {}
                case Section section -> {
                    write(heading, section, json);
                    heading = "";
                }
                case StatisticTree tree -> write(tree, json);
                case FactList facts -> facts.groups().forEach(each -> write(each, json));
                case TreeSection tree -> write(tree, json);
            }
    }

    private static void write(String heading, Section section, JsonWriter json) {
        json.object().name("heading").value(heading).name("columns").array();
        for (Section.View column : section.columns()) {
            json.object().name("name").value(column.name()).name("heading").value(column.heading());
            json.name("unit").value(column.unit()).name("right").value(column.right()).end();
        }
        json.end().name("rows").array();
        for (int row = 0; row < section.shownRows(); row++) {
            json.array();
            for (Section.View column : section.columns())
                json.value(column.cell().text(row, Screen.PLAIN));
            json.end();
        }
        json.end().name("more").value(section.rows() - section.shownRows());
        json.name("footnote").value(section.footnote()).end();
    }

    private static void write(StatisticTree tree, JsonWriter json) {
        json.object().name("heading").value("").name("columns").array();
        for (StatisticTree.Values each : tree.columns()) {
            json.object().name("name").value(each.heading()).name("heading").value(each.heading());
            json.name("unit").value(each.unit().symbol()).name("right").value(true).end();
        }
        json.object().name("name").value("call tree").name("heading").value("call tree");
        json.name("unit").value("").name("right").value(false).end();
        json.end().name("rows").array();
        for (TreeRows.Row row : tree.rows().rows()) {
            json.array();
            for (StatisticTree.Values each : tree.columns())
                json.value(
                        row instanceof TreeRows.Shown shown
                                ? QUANTITY.text(
                                        each.value().applyAsDouble(shown.node()), each.unit())
                                : "");
            json.value("  ".repeat(row.depth()) + name(tree.tree(), row)).end();
        }
        json.end().name("more").value(tree.rows().hidden()).name("footnote").value("").end();
    }

    private static void write(FactList.Group group, JsonWriter json) {
        json.object().name("heading").value(group.title()).name("columns").array();
        for (String column : List.of("", "value")) {
            json.object().name("name").value(column).name("heading").value(column);
            json.name("unit").value("").name("right").value(false).end();
        }
        json.end().name("rows").array();
        for (FactList.Fact fact : group.facts())
            for (List<String> row : fact.rows())
                json.array().value(fact.label()).value(String.join("  ", row)).end();
        json.end().name("more").value(0).name("footnote").value("").end();
    }

    private static void write(TreeSection tree, JsonWriter json) {
        TreeRows rows = tree.shown().apply(true).rows();
        json.object().name("heading").value(tree.heading()).name("columns").array();
        for (String column : List.of("value", "share", "call tree")) {
            json.object().name("name").value(column).name("heading").value(column);
            json.name("unit").value("").name("right").value(!column.equals("call tree")).end();
        }
        json.end().name("rows").array();
        for (TreeRows.Row row : rows.rows()) {
            json.array().value(QUANTITY.text(row.value(), rows.metric().unit()));
            json.value(Double.isNaN(row.share()) ? "" : Quantity.percent(row.share()));
            json.value("  ".repeat(row.depth()) + name(tree.profile().tree(), row)).end();
        }
        json.end().name("more").value(rows.hidden()).name("footnote").value("").end();
    }

    private static String name(CallTree tree, TreeRows.Row row) {
        return switch (row) {
            case TreeRows.Shown shown -> tree.name(shown.node()) + (shown.hot() ? " ●" : "");
            case TreeRows.Elided elided -> "… %s more".formatted(Quantity.whole(elided.nodes()));
        };
    }
}
