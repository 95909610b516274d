package treeline.app.commands;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Failure;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.OutputFormat;
import treeline.app.commands.output.Warnings;
import treeline.app.terminal.Console;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;

import java.io.IOException;
import java.util.List;

/// The command of a question: its parameters as options, its answer as text, JSON or CSV.
final class QuestionCommand {
    private QuestionCommand() {}

    static Command of(Question question) {
        return new Command(
                question.name(),
                question.summary(),
                question.operands(),
                Parameter.all(question.parameters(), List.of(OutputFormat.JSON, OutputFormat.CSV)),
                question.examples(),
                (arguments, console) -> print(question.ask(arguments, console), arguments, console),
                List.of());
    }

    /// Prints an answer in the form that the options select; returns the exit code.
    static int print(Answer answer, Arguments arguments, Console console) throws IOException {
        answer.warnings().forEach(Warnings.to(console));
        OutputFormat.print(answer, arguments, console);
        if (OutputFormat.isData(arguments) || answer.isDocument())
            tellNotes(answer, arguments, console);
        if (!answer.failures().isEmpty()) return tellFailures(answer, console);
        return exitCode(answer);
    }

    static int exitCode(Answer answer) {
        return switch (answer.gate()) {
            case NONE, PASSED -> ExitCode.SUCCESS;
            case FAILED -> ExitCode.GATE_FAILED;
            case NOT_TESTED -> ExitCode.BAD_INPUT;
        };
    }

    /// Several files of a run may fail for the same reason, which is printed once.
    private static int tellFailures(Answer answer, Console console) {
        List<Failure> failures = answer.failures().stream().map(Failure::of).toList();
        failures.stream()
                .map(Failure::message)
                .distinct()
                .forEach(message -> console.say("treeline: " + message));
        return failures.stream().mapToInt(Failure::exitCode).max().orElseThrow();
    }

    /// CSV and documents have no room for notes; JSON contains them, and lost values are worth a
    /// warning there, too.
    private static void tellNotes(Answer answer, Arguments arguments, Console console) {
        if (arguments.has(OutputFormat.JSON)) Notes.warn(answer.notes(), console);
        else Notes.warnOfAll(answer.notes(), console);
        if (arguments.has(OutputFormat.CSV) && answer.isEstimated())
            answer.statements().stream()
                    .filter(each -> each.kind() == Statement.Kind.OMISSION)
                    .forEach(each -> console.say("note: " + each.sentence().text()));
    }
}
