package treeline.app.commands.output;

import treeline.app.terminal.Console;
import treeline.question.answer.Statement;
import treeline.question.screen.TextWidth;
import treeline.view.Quantity;

import java.util.function.Consumer;

/// Prints the warnings of an answer on the error stream.
public final class Warnings {
    private static final int DIGITS = 3;

    private Warnings() {}

    public static Consumer<Statement> to(Console console) {
        var quantity = new Quantity(DIGITS, console.screen().unicode());
        return each -> console.warn(TextWidth.printable(each.text(quantity)));
    }
}
