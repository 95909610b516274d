package treeline.app.commands.output;

import treeline.app.terminal.Console;
import treeline.question.answer.Answer;
import treeline.question.answer.AnswerText;
import treeline.question.answer.Section;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.UsageException;

import java.io.IOException;

/// The options `--json` and `--csv`: an answer as text for readers, or as data for programs
/// (docs/reference/json.md).
public final class OutputFormat {
    public static final Parameter<Boolean> JSON =
            Parameter.flag("json", "print machine-readable JSON");
    public static final Parameter<Boolean> CSV =
            Parameter.flag("csv", "print machine-readable CSV");

    private OutputFormat() {}

    /// Whether the output is for programs.
    public static boolean isData(Arguments arguments) {
        return arguments.has(JSON) || arguments.has(CSV);
    }

    public static void requireOne(Arguments arguments) {
        if (arguments.has(JSON) && arguments.has(CSV))
            throw new UsageException("--json and --csv cannot be combined", "omit one of them");
    }

    /// Prints an answer.
    public static void print(Answer answer, Arguments arguments, Console console)
            throws IOException {
        if (!wroteData(answer, arguments, console))
            AnswerText.print(answer, console.screen(), console.out());
    }

    /// Prints an answer if the output is for programs.
    ///
    /// @return whether it was printed
    public static boolean wroteData(Answer answer, Arguments arguments, Console console)
            throws IOException {
        if (arguments.has(JSON)) answer.writeJson(console.data());
        else if (arguments.has(CSV)) answer.writeCsv(console.data());
        return isData(arguments);
    }

    /// Prints a table for readers.
    public static void print(Section table, Console console) {
        AnswerText.print(table, console.screen(), console.out());
    }
}
