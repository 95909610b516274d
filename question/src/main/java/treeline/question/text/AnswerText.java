package treeline.question.text;

import treeline.question.answer.Answer;
import treeline.question.answer.Block;
import treeline.question.answer.Heading;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.answer.StatisticTree;
import treeline.question.answer.TreeSection;
import treeline.question.screen.Colour;
import treeline.question.screen.Screen;
import treeline.question.screen.TextOutput;
import treeline.question.screen.TextWidth;
import treeline.source.ReadReport;
import treeline.view.Quantity;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

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

    /// The answer as one string, with its warnings first.
    public static String of(Answer answer, Screen screen) {
        var bytes = new ByteArrayOutputStream();
        try (var printed = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            for (Statement each : answer.warnings())
                TextOutput.of(printed, screen).println("warning: " + each.text());
            if (!answer.warnings().isEmpty()) printed.println();
            print(answer, screen, TextOutput.of(printed, screen));
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private void print(Answer answer) {
        for (ReadReport report : answer.notes()) NotesText.print(report, screen, out);
        if (!answer.title().isEmpty()) out.println(answer.title());
        boolean above = !answer.title().isEmpty();
        boolean titled = above;
        for (Block block : answer.blocks()) {
            if (isWarning(block)) continue;
            if (block instanceof Heading ? above : titled) out.println();
            print(block);
            above = true;
            titled = false;
        }
    }

    /// Warnings are printed apart from the answer.
    private static boolean isWarning(Block block) {
        return block instanceof Statement statement && statement.kind() == Statement.Kind.WARNING;
    }

    private void print(Block block) {
        switch (block) {
            case Heading heading -> {
                if (!heading.text().isEmpty()) out.println(heading.text());
            }
            case Section section -> new SectionText(section, screen).printTo(out);
            case Statement statement -> print(statement);
            case StatisticTree tree -> new StatisticTreeText(tree, screen).printTo(out);
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
