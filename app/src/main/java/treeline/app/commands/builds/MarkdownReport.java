package treeline.app.commands.builds;

import treeline.compare.ComparedNode;
import treeline.compare.ComparedNode.Status;
import treeline.model.Unit;
import treeline.question.screen.TextWidth;
import treeline.view.Quantity;

import java.util.List;

/// A comparison as a comment on a pull request: the verdict, the changes, and the noise.
final class MarkdownReport {
    private static final int MAX_ROWS = 30;

    private MarkdownReport() {}

    static String of(ComparisonAnswer answer) {
        var text = new StringBuilder();
        String verdict = answer.verdict().isEmpty() ? answer.summary() : answer.verdict();
        text.append(
                "### treeline: %s\n\n%s\n\n".formatted(plain(verdict), plain(answer.heading())));
        if (!answer.caution().isEmpty())
            text.append("**warning: ").append(plain(answer.caution())).append("**\n\n");
        table(answer.changed(), answer, text);
        if (!answer.undecided().isEmpty())
            text.append("\n**").append(plain(answer.undecided())).append("**\n");
        unchanged(answer, text);
        text.append('\n');
        for (String line : answer.counts()) text.append("- ").append(plain(line)).append('\n');
        text.append("- ").append(plain(answer.noise())).append('\n');
        if (answer.comparison().tested() > 0)
            text.append(
                    "- p adjusted: probability that any node differs this much between equal"
                            + " builds\n");
        return text.toString();
    }

    private static void table(List<ComparedNode> nodes, ComparisonAnswer answer, StringBuilder to) {
        to.append("| | call path | before | after | change | 95 % interval | p adjusted |\n");
        to.append("|---|---|---:|---:|---:|---:|---:|\n");
        nodes.stream().limit(MAX_ROWS).map(node -> row(node, answer)).forEach(to::append);
        if (nodes.size() > MAX_ROWS) to.append("\n%d more\n".formatted(nodes.size() - MAX_ROWS));
    }

    /// Folded away: most readers want to know what changed.
    private static void unchanged(ComparisonAnswer answer, StringBuilder to) {
        List<ComparedNode> same =
                answer.comparison().with(Status.SAME).stream()
                        .filter(node -> !node.isTotal())
                        .toList();
        if (same.isEmpty()) return;
        to.append(
                "\n"
                        + "<details><summary>nodes without a significant"
                        + " difference</summary>\n\n");
        table(same, answer, to);
        to.append("\n</details>\n");
    }

    private static String row(ComparedNode node, ComparisonAnswer answer) {
        var quantity = new Quantity(3, true);
        Unit unit = answer.comparison().metric().unit();
        String status = answer.word(node.status());
        return "| %s | %s | %s | %s | %s | %s | %s |\n"
                .formatted(
                        node.fails() ? "**" + status + ", fails**" : status,
                        node.isTotal() ? "**whole run**" : code(node.path()),
                        quantity.text(node.before(), unit),
                        quantity.text(node.after(), unit),
                        node.fails()
                                ? "**" + ComparisonAnswer.relative(node.ratio()) + "**"
                                : ComparisonAnswer.relative(node.ratio()),
                        ComparisonAnswer.interval(node),
                        quantity.text(node.adjusted(), Unit.COUNT));
    }

    /// Names of functions are full of what Markdown takes for its own.
    private static String plain(String text) {
        return TextWidth.printable(text).replaceAll("([\\\\`*_<>|\\[\\]])", "\\\\$1");
    }

    private static String code(String path) {
        return "`" + TextWidth.printable(path).replace('`', '\'').replace("|", "\\|") + "`";
    }
}
