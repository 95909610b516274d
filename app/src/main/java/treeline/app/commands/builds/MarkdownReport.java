package treeline.app.commands.builds;

import treeline.app.terminal.Quantity;
import treeline.app.terminal.TextWidth;
import treeline.compare.ComparedNode;
import treeline.model.Unit;

import java.util.List;

/// A comparison as a comment on a pull request: the verdict, what changed, and what is known of
/// noise.
final class MarkdownReport {
    private static final int MOST = 30;

    private MarkdownReport() {}

    static String of(ComparisonAnswer answer) {
        List<ComparedNode> changed = answer.changed();
        var text = new StringBuilder();
        String verdict = answer.verdict().isEmpty() ? "comparison" : answer.verdict();
        text.append(
                "### treeline: %s\n\n%s\n\n".formatted(plain(verdict), plain(answer.heading())));
        text.append("| | change | 95 % interval | p | before | after | call path |\n");
        text.append("|---|---:|---:|---:|---:|---:|---|\n");
        changed.stream().limit(MOST).map(node -> row(node, answer)).forEach(text::append);
        if (changed.size() > MOST) text.append("\n%d more\n".formatted(changed.size() - MOST));
        text.append('\n');
        for (String line : answer.counts()) text.append("- ").append(plain(line)).append('\n');
        return text.append("- ").append(plain(answer.noise())).append('\n').toString();
    }

    private static String row(ComparedNode node, ComparisonAnswer answer) {
        var quantity = new Quantity(3, true);
        Unit unit = answer.comparison().metric().unit();
        String status = answer.word(node.status());
        return "| %s | %s | %s | %s | %s | %s | %s |\n"
                .formatted(
                        node.fails() ? "**" + status + ", fails**" : status,
                        ComparisonAnswer.relative(node.ratio()),
                        ComparisonAnswer.interval(node),
                        quantity.text(node.adjusted(), Unit.COUNT),
                        quantity.text(node.before(), unit),
                        quantity.text(node.after(), unit),
                        code(node.path()));
    }

    /// Names of functions are full of what Markdown takes for its own.
    private static String plain(String text) {
        return TextWidth.printable(text).replaceAll("([\\\\`*_<>|\\[\\]])", "\\\\$1");
    }

    private static String code(String path) {
        return "`" + TextWidth.printable(path).replace('`', '\'').replace("|", "\\|") + "`";
    }
}
