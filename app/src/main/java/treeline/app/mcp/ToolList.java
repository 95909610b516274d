package treeline.app.mcp;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import treeline.app.mcp.ToolArgument.Kind;
import treeline.question.Question;
import treeline.question.input.RowLimit;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The tools of the server: one per question of the list, and `runs`.
///
/// Assistants read the whole list before every conversation. A parameter that many questions share
/// is therefore described once, in [#sharedArguments], and not in each tool.
final class ToolList {
    static final String RUNS = "runs";

    private static final String TOP = "top";
    private static final String BASELINE = "baseline";
    private static final String RUN_TEXT = "name of an open run";
    private static final String RUNS_TEXT = "names of open runs, with * as a wildcard";

    /// Parameters that change only how readers see an answer.
    private static final Set<String> FOR_READERS = Set.of("dot", "precision");

    /// A description that appears this often is worth a line in the instructions.
    private static final int SHARED_BY = 4;

    private final List<Tool> all = new ArrayList<>();
    private final Map<String, String> shared = new LinkedHashMap<>();

    /// @param questions all questions; those about archives, which are folders, are not offered
    ToolList(List<Question> questions) {
        List<Question> offered =
                questions.stream()
                        .filter(each -> each.subject() != Question.Subject.ARCHIVE)
                        .toList();
        Map<String, Long> uses =
                offered.stream()
                        .flatMap(ToolList::parameters)
                        .collect(groupingBy(Parameter::description, counting()));
        offered.stream()
                .flatMap(ToolList::parameters)
                .filter(each -> uses.getOrDefault(each.description(), 0L) >= SHARED_BY)
                .forEach(
                        each ->
                                shared.putIfAbsent(
                                        each.description(), ToolArgument.snakeCase(each.name())));
        all.add(
                new Tool(
                        RUNS,
                        "list the open runs (performance profiles); other tools take their names",
                        Optional.empty(),
                        ResponseLimits.arguments(Tool.Limit.ROWS),
                        Tool.Limit.ROWS));
        offered.forEach(each -> all.add(tool(each)));
    }

    private static Stream<Parameter<?>> parameters(Question question) {
        return question.openParameters().stream()
                .filter(each -> !each.name().equals(TOP) && !FOR_READERS.contains(each.name()));
    }

    List<Tool> all() {
        return List.copyOf(all);
    }

    Optional<Tool> named(String name) {
        return all.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /// The full descriptions of the arguments that many tools have, in one line.
    String sharedArguments() {
        return shared.entrySet().stream()
                .map(
                        each ->
                                "%s: %s"
                                        .formatted(
                                                each.getValue(),
                                                ToolArgument.inText(each.getKey())))
                .collect(Collectors.joining(". "));
    }

    private Tool tool(Question question) {
        Tool.Limit limit = limit(question);
        List<ToolArgument> arguments = new ArrayList<>(operands(question));
        parameters(question)
                .map(each -> ToolArgument.of(each, description(each)))
                .forEach(arguments::add);
        arguments.addAll(ResponseLimits.arguments(limit));
        return new Tool(
                ToolArgument.snakeCase(question.name()),
                ToolArgument.inText(question.summary()),
                Optional.of(question),
                arguments,
                limit);
    }

    private String description(Parameter<?> parameter) {
        String text = parameter.description();
        return shared.containsKey(text) ? "" : ToolArgument.inText(text);
    }

    /// A call tree, which has a depth, selects its largest nodes itself: its first rows alone would
    /// be a useless part of it.
    private static Tool.Limit limit(Question question) {
        boolean isTree =
                question.parameters().stream().anyMatch(each -> each.name().equals("depth"));
        boolean hasOwnTop =
                question.parameters().stream()
                        .anyMatch(each -> each.name().equals(TOP) && !each.equals(RowLimit.TOP));
        return isTree && hasOwnTop ? Tool.Limit.TOP : Tool.Limit.ROWS;
    }

    /// Operands that name files are runs, in the order of the subject; others are named as in the
    /// usage of the command.
    private static List<ToolArgument> operands(Question question) {
        List<ToolArgument> arguments = new ArrayList<>();
        Deque<ToolArgument> runs = new ArrayDeque<>(runs(question));
        if (question.subject() == Question.Subject.BUILDS && hasBaseline(question))
            arguments.add(runs.remove());
        for (Operand each : question.operands())
            if (!each.value().file()) arguments.add(ToolArgument.of(each));
            else if (!runs.isEmpty()) arguments.add(runs.remove());
        return arguments;
    }

    private static boolean hasBaseline(Question question) {
        return question.parameters().stream().anyMatch(each -> each.name().equals(BASELINE));
    }

    private static List<ToolArgument> runs(Question question) {
        return switch (question.subject()) {
            case ONE_RUN -> List.of(ToolArgument.of(Kind.RUN, "run", false, RUN_TEXT));
            case TWO_RUNS ->
                    List.of(
                            ToolArgument.of(Kind.RUN, "before", true, "name of the run before"),
                            ToolArgument.of(Kind.RUN, "after", true, "name of the run after"));
            case RUNS ->
                    List.of(
                            ToolArgument.of(
                                    Kind.RUNS, "runs", false, RUNS_TEXT + " (default: all)"));
            case BUILDS ->
                    List.of(
                            ToolArgument.of(
                                    hasBaseline(question) ? Kind.RUNS_PARAMETER : Kind.RUNS,
                                    BASELINE,
                                    true,
                                    RUNS_TEXT),
                            ToolArgument.of(Kind.RUNS, "candidate", true, RUNS_TEXT));
            case ARCHIVE -> List.of();
        };
    }
}
