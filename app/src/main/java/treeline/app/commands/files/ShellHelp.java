package treeline.app.commands.files;

import treeline.OneRun;
import treeline.RunEnsemble;
import treeline.formats.Formats;
import treeline.question.CallText;
import treeline.question.Question;
import treeline.question.list.Questions;
import treeline.question.parameter.Operand;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The help of the shell: one line per question about `run` and `runs`.
final class ShellHelp {
    private static final String ENSEMBLE = "ensemble ";
    private static final String SELECTION =
            """
            select first: run.metric("cycles").rank("0-63").flat(), runs.where("ranks >= 64").speedup()
            any option of a command: run.with("top", 5).flat()
            exact values: run.flat().table(); as a file: Treeline.save(run.flat(), Path.of("flat.csv"))
            figures: Figures.ranks(run.profile()).svg()
            /help explains the Java shell, /exit leaves\
            """;

    private ShellHelp() {}

    static String text() {
        List<Question> questions = new Questions(Formats::all).all();
        return Stream.of(
                        lines(
                                "run, as in: var run = Treeline.open(\"run.tldb\")",
                                questions.stream().filter(ShellHelp::isAboutRun).toList()),
                        lines(
                                "runs, as in: var runs = Treeline.openAll(\"runs/*.tldb\")",
                                questions.stream().filter(ShellHelp::isAboutRuns).toList()),
                        SELECTION)
                .collect(Collectors.joining("\n\n"));
    }

    private static boolean isAboutRuns(Question question) {
        return question.name().startsWith(ENSEMBLE);
    }

    /// `info` takes several runs on the command line, and one in the library.
    private static boolean isAboutRun(Question question) {
        return switch (question.subject()) {
            case ONE_RUN, TWO_RUNS -> true;
            case RUNS -> !isAboutRuns(question);
            case BUILDS, ARCHIVE -> false;
        };
    }

    private static String lines(String title, List<Question> questions) {
        Map<String, String> summaries = new TreeMap<>();
        for (Question each : questions) summaries.put(call(each), each.summary());
        int width = summaries.keySet().stream().mapToInt(String::length).max().orElse(0);
        return Stream.concat(
                        Stream.of(title),
                        summaries.entrySet().stream()
                                .map(
                                        each ->
                                                "  %s  %s"
                                                        .formatted(
                                                                padded(each.getKey(), width),
                                                                each.getValue())))
                .collect(Collectors.joining("\n"));
    }

    private static String padded(String call, int width) {
        return call + " ".repeat(width - call.length());
    }

    static String call(Question question) {
        String operands =
                question.subject() == Question.Subject.TWO_RUNS
                        ? "after"
                        : question.operands().stream()
                                .filter(each -> !each.value().file() && each.isNeeded())
                                .map(Operand::name)
                                .map(name -> name.toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "));
        boolean many = isAboutRuns(question);
        String run = many ? "runs" : "run";
        String method = CallText.method(question.name());
        if (hasMethod(many ? RunEnsemble.class : OneRun.class, method))
            return "%s.%s(%s)".formatted(run, method, operands);
        String name = question.name().replaceFirst("^" + ENSEMBLE, "");
        return "%s.ask(\"%s\"%s)".formatted(run, name, operands.isEmpty() ? "" : ", " + operands);
    }

    private static boolean hasMethod(Class<?> type, String name) {
        return Stream.of(type.getMethods()).anyMatch(each -> each.getName().equals(name));
    }
}
