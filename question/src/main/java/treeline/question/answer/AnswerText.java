package treeline.question.answer;

import treeline.question.screen.Colour;
import treeline.question.screen.Screen;
import treeline.question.screen.TextOutput;
import treeline.question.screen.TextWidth;
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
        if (answer.isDocument()) answer.blocks().forEach(this::print);
        else printAll(answer);
    }

    private void printAll(Answer answer) {
        List<Block> blocks = answer.blocks(); // reading streamed rows adds notes
        NotesText.print(answer.notes(), screen, out);
        int lead = lead(blocks);
        if (!answer.title().isEmpty()) out.println(answer.title() + (lead == 0 ? "\n" : ""));
        blocks.subList(0, lead).forEach(this::print);
        if (lead > 0) out.println();
        blocks.subList(lead, blocks.size()).forEach(this::print);
    }

    /// The number of statements before the first table, which form one paragraph with the title.
    private static int lead(List<Block> blocks) {
        int lead = 0;
        while (lead < blocks.size() && blocks.get(lead) instanceof Statement) lead++;
        boolean table =
                lead < blocks.size()
                        && (blocks.get(lead) instanceof Section
                                || blocks.get(lead) instanceof TreeSection);
        return table ? lead : 0;
    }

    private void print(Block block) {
        switch (block) {
            case FactList facts -> new FactText(facts, screen).printTo(out);
            case Document document -> out.print(document.text());
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
