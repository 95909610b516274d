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
    private final Answer.Gate gate;

    private AnswerText(Screen screen, PrintStream out, Answer.Gate gate) {
        this.screen = screen;
        this.out = out;
        this.gate = gate;
    }

    public static void print(Answer answer, Screen screen, PrintStream out) {
        new AnswerText(screen, out, answer.gate()).print(answer);
    }

    /// Prints one block of an answer.
    public static void print(Block block, Screen screen, PrintStream out) {
        new AnswerText(screen, out, Answer.Gate.NONE).print(block);
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
        if (answer.isDocument()) answer.blocks().forEach(this::print);
        else printAll(answer);
    }

    private void printAll(Answer answer) {
        List<Block> all = answer.blocks(); // reading streamed rows adds notes
        NotesText.print(answer.notes(), screen, out);
        List<Block> blocks = all.stream().filter(each -> !isWarning(each)).toList();
        int lead = lead(blocks);
        boolean titled = !answer.title().isEmpty();
        if (titled) out.println(answer.title());
        blocks.subList(0, lead).forEach(this::print);
        boolean above = titled || lead > 0;
        boolean gap = above;
        for (Block block : blocks.subList(lead, blocks.size())) {
            if (block instanceof Heading ? above : gap) out.println();
            print(block);
            above = true;
            gap = false;
        }
    }

    /// Warnings are printed apart from the answer.
    private static boolean isWarning(Block block) {
        return block instanceof Statement statement && statement.kind() == Statement.Kind.WARNING;
    }

    /// The number of statements before the first table, which form one paragraph with the title.
    private static int lead(List<Block> blocks) {
        int lead = 0;
        while (lead < blocks.size() && blocks.get(lead) instanceof Statement) lead++;
        boolean table =
                lead < blocks.size()
                        && (blocks.get(lead) instanceof Section
                                || blocks.get(lead) instanceof StatisticTree
                                || blocks.get(lead) instanceof TreeSection);
        return table ? lead : 0;
    }

    private void print(Block block) {
        switch (block) {
            case FactList facts -> new FactText(facts, screen).printTo(out);
            case Document document -> out.print(document.text());
            case Heading heading -> {
                if (!heading.text().isEmpty()) out.println(heading.text());
            }
            case Section section -> new SectionText(section, screen).printTo(out);
            case Statement statement -> print(statement);
            case StatisticTree tree -> new StatisticTreeText(tree, screen).printTo(out);
            case TextFigure figure -> figure.lines().apply(screen).forEach(out::println);
            case TreeSection tree -> print(tree);
        }
    }

    private void print(Statement statement) {
        String text = TextWidth.printable(statement.text(new Quantity(DIGITS, screen.unicode())));
        out.println(
                switch (statement.kind()) {
                    case OMISSION -> screen.paint(text, Colour.GREY);
                    case VERDICT -> verdict(text);
                    case FINDING, ADVICE, WARNING -> text;
                });
    }

    private String verdict(String text) {
        return switch (gate) {
            case NONE -> text;
            case PASSED -> screen.paint(text, Colour.GREEN);
            case FAILED, NOT_TESTED -> screen.paint(text, Colour.BOLD_RED);
        };
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
