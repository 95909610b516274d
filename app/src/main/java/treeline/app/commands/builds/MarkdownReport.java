package treeline.app.commands.builds;

import treeline.compare.ComparedNode;
import treeline.compare.ComparedNode.Status;
import treeline.model.Unit;
import treeline.question.answer.Statement;
import treeline.question.builds.BuildComparison;
import treeline.question.screen.TextWidth;
import treeline.view.Quantity;

import java.util.List;

/// Markdown report of a comparison, for a comment on a pull request: verdict, changes, noise.
public final class MarkdownReport {
    /// Rows of a table; longer comments are hard to read.
    private static final int MAX_ROWS = 30;

    private MarkdownReport() {}

    public static String of(BuildComparison answer) {
        var text = new StringBuilder();
        String verdict =
                answer.verdict().map(Statement::text).orElseGet(() -> answer.summary().text());
        text.append(
                "### treeline: %s\n\n%s\n\n".formatted(plain(verdict), plain(answer.heading())));
        answer.caution()
                .ifPresent(
                        each -> text.append("**warning: %s**\n\n".formatted(plain(each.text()))));
        table(answer.changed(), answer, text);
        answer.undecided()
                .ifPresent(each -> text.append("\n**%s**\n".formatted(plain(each.text()))));
        unchanged(answer, text);
        text.append('\n');
        for (Statement each : answer.counts()) text.append(item(each));
        text.append(item(answer.noise()));
        if (answer.comparison().tested() > 0)
            text.append(
                    "- p adjusted: probability that any node differs this much between equal"
                            + " builds\n");
        return text.toString();
    }

    private static String item(Statement statement) {
        return "- %s\n".formatted(plain(statement.text()));
    }

    private static void table(List<ComparedNode> nodes, BuildComparison answer, StringBuilder to) {
        to.append("| | call path | before | after | change | 95 % interval | p adjusted |\n");
        to.append("|---|---|---:|---:|---:|---:|---:|\n");
        nodes.stream().limit(MAX_ROWS).map(node -> row(node, answer)).forEach(to::append);
        if (nodes.size() > MAX_ROWS) to.append("\n%d more\n".formatted(nodes.size() - MAX_ROWS));
    }

    /// Folded away: most readers want to know what changed.
    private static void unchanged(BuildComparison answer, StringBuilder to) {
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

    private static String row(ComparedNode node, BuildComparison answer) {
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
                                ? "**" + BuildComparison.relative(node.ratio()) + "**"
                                : BuildComparison.relative(node.ratio()),
                        BuildComparison.interval(node),
                        quantity.text(node.adjusted(), Unit.COUNT));
    }

    /// Escapes the characters of function names that are Markdown syntax.
    private static String plain(String text) {
        return TextWidth.printable(text).replaceAll("([\\\\`*_<>|\\[\\]])", "\\\\$1");
    }

    private static String code(String path) {
        return "`" + TextWidth.printable(path).replace('`', '\'').replace("|", "\\|") + "`";
    }
}
