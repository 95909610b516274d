package treeline.app;

import treeline.formats.Formats;
import treeline.question.Question;
import treeline.question.list.Questions;
import treeline.question.parameter.Operand;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The list of questions for tests that cover all of them, with a command line for each.
public final class ListedQuestions {
    private static final Questions ALL = new Questions(Formats::all);

    /// Parameters without which a question has no answer.
    private static final Map<String, Map<String, String>> NEEDED =
            Map.of("prune", Map.of("prune", "1%"));

    private ListedQuestions() {}

    public static List<Question> about(Question.Subject subject) {
        return ALL.all().stream().filter(each -> each.subject() == subject).toList();
    }

    /// The questions that accept a single run. Ensembles of one run are refused or trivial.
    public static List<Question> aboutOneRun() {
        return ALL.all().stream()
                .filter(
                        each ->
                                switch (each.subject()) {
                                    case ONE_RUN -> true;
                                    case RUNS -> !each.name().startsWith("ensemble ");
                                    case TWO_RUNS, BUILDS, ARCHIVE -> false;
                                })
                .toList();
    }

    /// The questions about one run that have a parameter.
    public static List<Question> aboutOneRunWith(String parameter) {
        return aboutOneRun().stream()
                .filter(each -> each.parameters().stream().anyMatch(its -> its.isCalled(parameter)))
                .toList();
    }

    public static Map<String, String> needed(Question question) {
        return NEEDED.getOrDefault(question.name(), Map.of());
    }

    /// The operands that a question needs in addition to runs.
    public static Stream<Operand> further(Question question) {
        return question.operands().stream().filter(each -> !each.value().file() && each.isNeeded());
    }

    /// A value for each operand of [#further].
    ///
    /// @param node the name of a node and function of the run
    public static List<String> further(Question question, String node) {
        return further(question)
                .map(
                        each ->
                                switch (each.name()) {
                                    case "QUERY" -> "MATCH(\"*\")";
                                    case "FUNCTION", "NODE", "CALLPATH" -> node;
                                    default -> throw new IllegalStateException(each.name());
                                })
                .toList();
    }

    /// The words of a command about a run: `prune run.tldb --prune=1%`.
    public static Object[] words(Question question, Object run, String node, String... options) {
        List<Object> words = new ArrayList<>(List.of(question.name().split(" ")));
        words.add(run);
        words.addAll(further(question, node));
        needed(question).forEach((name, value) -> words.add("--%s=%s".formatted(name, value)));
        words.addAll(List.of(options));
        return words.toArray();
    }
}
