package treeline.question.answer;

import treeline.question.screen.Colour;
import treeline.question.screen.Screen;
import treeline.question.screen.TextOutput;
import treeline.question.screen.TextWidth;
import treeline.source.ReadReport;
import treeline.view.Quantity;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Prints answers for readers: notes of the reader first, then the title and the blocks.
public final class AnswerText {
    private static final int DIGITS = 3;

    private final Screen screen;
    private final PrintStream out;

    private AnswerText(Screen screen, PrintStream out) {
        this.screen = screen;
        this.out = out;
    }

    public static void print(Answer answer, Screen screen, PrintStream out) {
        new AnswerText(screen, out).print(answer);
    }

    /// The answer as one string.
    public static String of(Answer answer, Screen screen) {
        var bytes = new ByteArrayOutputStream();
        try (var printed = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            print(answer, screen, TextOutput.of(printed, screen));
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private void print(Answer answer) {
        List<Block> blocks = answer.blocks(); // reading streamed rows adds notes
        for (ReadReport report : answer.notes()) NotesText.print(report, screen, out);
        if (!answer.title().isEmpty()) out.println(answer.title() + "\n");
        blocks.forEach(this::print);
    }

    private void print(Block block) {
        switch (block) {
            case FactList facts -> new FactText(facts, screen).printTo(out);
            case Heading heading -> out.println("\n" + heading.text());
            case Section section -> new SectionText(section, screen).printTo(out);
            case Statement statement -> print(statement);
            case TreeSection tree -> print(tree);
        }
    }

    private void print(Statement statement) {
        String text = TextWidth.printable(statement.text(new Quantity(DIGITS, screen.unicode())));
        boolean aside = statement.kind() == Statement.Kind.OMISSION;
        out.println(aside ? screen.paint(text, Colour.GREY) : text);
    }

    private void print(TreeSection tree) {
        TreeSection.Shown shown = tree.shown().apply(screen.terminal());
        new TreeText(
                        tree.profile(),
                        shown.rows(),
                        tree.heading(),
                        screen,
                        new Quantity(tree.digits(), screen.unicode()),
                        tree.mark())
                .printTo(out);
        shown.remarks().forEach(this::print);
    }
}
