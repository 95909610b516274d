package treeline.dashboard;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRuns;
import treeline.model.CallTree;
import treeline.plot.Figure;
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
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.question.screen.Screen;
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
record QuestionRequests(OpenRuns runs, Questions questions) {
    private static final Quantity QUANTITY = new Quantity(3, true);

    private static final Column CALL_TREE = new Column("call tree", false);

    /// Parameters of a request that are not parameters of a question.
    private static final List<String> RESERVED = List.of("question", "run", "against", "form");

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
    private static Stream<Operand> furtherOperands(Question question) {
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
                .orElseThrow(() -> RefusedRequest.wrong("no question '%s'".formatted(name)));
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
        Answer.writeNotes(answer.notes(), json.end());
        json.name("sections").array();
        sections(answer, json);
        json.end().name("figure");
        answer.figure().map(Figure::svg).ifPresentOrElse(json::value, json::nullValue);
        json.end();
        return text.toString();
    }

    private static void sections(Answer answer, JsonWriter json) {
        String heading = "";
        for (var block : answer.blocks())
            switch (block) {
                case Heading each -> heading = each.text();
                case Statement _, Document _ -> {}
                case TextFigure figure -> {
                    String lines = String.join("\n", figure.lines().apply(Screen.PAGE));
                    if (lines.isBlank()) continue;
                    table(heading, List.of(), json);
                    end(0, "", lines, json);
                    heading = "";
                }
                case Section section -> {
                    write(heading, section, json);
                    heading = "";
                }
                case StatisticTree tree -> write(tree, json);
                case FactList facts -> facts.groups().forEach(each -> write(each, json));
                case TreeSection tree -> write(tree, json);
            }
    }

    /// A column of a table on the page.
    private record Column(String name, String heading, String unit, boolean right) {
        Column(String name, boolean right) {
            this(name, name, "", right);
        }
    }

    /// Starts a table: its heading and columns. Rows follow.
    private static JsonWriter table(String heading, List<Column> columns, JsonWriter json) {
        json.object().name("heading").value(heading).name("columns").array();
        for (Column each : columns) {
            json.object().name("name").value(each.name).name("heading").value(each.heading);
            json.name("unit").value(each.unit).name("right").value(each.right).end();
        }
        return json.end().name("rows").array();
    }

    /// Ends the rows of a table.
    ///
    /// @param more rows that are not shown
    /// @param text the lines of a figure made of characters, or empty
    private static void end(long more, String footnote, String text, JsonWriter json) {
        json.end().name("more").value(more).name("footnote").value(footnote);
        json.name("text").value(text).end();
    }

    private static void write(String heading, Section section, JsonWriter json) {
        List<Section.View> columns = section.columns();
        table(
                heading,
                columns.stream()
                        .map(it -> new Column(it.name(), it.heading(), it.unit(), it.right()))
                        .toList(),
                json);
        for (int row = 0; row < section.shownRows(); row++) {
            json.array();
            for (Section.View column : columns) json.value(column.cell().text(row, Screen.PLAIN));
            json.end();
        }
        end(section.rows() - section.shownRows(), section.footnote(), "", json);
    }

    private static void write(StatisticTree tree, JsonWriter json) {
        List<Column> columns = new ArrayList<>();
        for (StatisticTree.Values each : tree.columns())
            columns.add(new Column(each.heading(), each.heading(), each.unit().symbol(), true));
        columns.add(CALL_TREE);
        table("", columns, json);
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
        end(tree.rows().hidden(), "", "", json);
    }

    private static void write(FactList.Group group, JsonWriter json) {
        table(group.title(), List.of(new Column("", false), new Column("value", false)), json);
        for (FactList.Fact fact : group.facts())
            for (List<String> row : fact.rows())
                json.array().value(fact.label()).value(String.join("  ", row)).end();
        end(0, "", "", json);
    }

    private static void write(TreeSection tree, JsonWriter json) {
        TreeRows rows = tree.shown().apply(true).rows();
        List<Column> columns =
                List.of(new Column("value", true), new Column("share", true), CALL_TREE);
        table(tree.heading(), columns, json);
        for (TreeRows.Row row : rows.rows()) {
            json.array().value(QUANTITY.text(row.value(), rows.metric().unit()));
            json.value(Double.isNaN(row.share()) ? "" : Quantity.percent(row.share()));
            json.value("  ".repeat(row.depth()) + name(tree.profile().tree(), row)).end();
        }
        end(rows.hidden(), "", "", json);
    }

    private static String name(CallTree tree, TreeRows.Row row) {
        return switch (row) {
            case TreeRows.Shown shown -> tree.name(shown.node()) + (shown.hot() ? " ●" : "");
            case TreeRows.Elided elided -> "… %s more".formatted(Quantity.whole(elided.nodes()));
        };
    }
}
