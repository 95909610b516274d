package treeline.app.commands;

import treeline.app.cli.Command;
import treeline.app.cli.OutputPlace;
import treeline.app.commands.builds.JunitXml;
import treeline.app.commands.builds.MarkdownReport;
import treeline.app.commands.output.StandardOutput;
import treeline.app.commands.output.Warnings;
import treeline.app.terminal.Console;
import treeline.question.answer.Answer;
import treeline.question.builds.BuildComparison;
import treeline.question.builds.CompareQuestion;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.source.files.CompleteFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// `treeline compare`: the question of that name, with reports for CI servers and pull requests.
record CompareCommand(CompareQuestion question) {
    private static final Parameter<String> JUNIT =
            Parameter.of(
                    "junit", ParameterType.file("FILE"), "write JUnit XML, one test case per node");
    private static final Parameter<String> MARKDOWN =
            Parameter.of(
                    "markdown", ParameterType.file("FILE"), "write Markdown for a pull request");

    Command command() {
        return QuestionCommand.of(question.question())
                .with(JUNIT, MARKDOWN)
                .example(
                        "treeline compare before.tldb after.tldb --markdown report.md",
                        "one run per side, for a pull request")
                .withActions(_ -> this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        requirePlaces(arguments);
        BuildComparison compared = question.compared(arguments, console);
        Answer answer = CompareQuestion.answer(compared, arguments);
        boolean printed = write(JUNIT, JunitXml.of(compared), arguments, console);
        printed |= write(MARKDOWN, MarkdownReport.of(compared), arguments, console);
        if (!printed) return QuestionCommand.print(answer, arguments, console);
        answer.warnings().forEach(Warnings.to(console));
        return QuestionCommand.exitCode(answer);
    }

    private static void requirePlaces(Arguments arguments) throws IOException {
        for (Parameter<String> option : List.of(JUNIT, MARKDOWN)) {
            Optional<Path> file = arguments.value(option).map(Path::of);
            if (file.isPresent() && !StandardOutput.isMeant(file.get()))
                OutputPlace.require(file.get());
        }
    }

    /// Returns whether the report replaces the text on the standard output.
    private static boolean write(
            Parameter<String> option, String text, Arguments arguments, Console console)
            throws IOException {
        Optional<Path> file = arguments.value(option).map(Path::of);
        if (file.isEmpty()) return false;
        if (StandardOutput.isMeant(file.get())) {
            console.data().print(text);
            return true;
        }
        CompleteFile.write(file.get(), text);
        return false;
    }
}
