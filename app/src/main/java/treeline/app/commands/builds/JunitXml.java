package treeline.app.commands.builds;

import treeline.compare.ComparedNode;
import treeline.compare.ComparedNode.Status;
import treeline.compare.Comparison;
import treeline.question.screen.TextWidth;
import treeline.view.Quantity;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A comparison as CI servers show tests: every node that was compared is a test case, and what the
/// gate fails on is a failure. Nodes too small to be compared are not listed.
final class JunitXml {
    private JunitXml() {}

    static String of(ComparisonAnswer answer) {
        Comparison comparison = answer.comparison();
        List<ComparedNode> cases =
                comparison.nodes().stream().filter(node -> node.status() != Status.SMALL).toList();
        var xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append(
                "<testsuite name=\"treeline compare\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"0\">\n"
                        .formatted(cases.size(), comparison.failures().size()));
        for (ComparedNode node : cases) xml.append(testCase(node, answer));
        xml.append("  <system-out>%s</system-out>\n".formatted(escaped(text(answer))));
        return xml.append("</testsuite>\n").toString();
    }

    private static String text(ComparisonAnswer answer) {
        return Stream.of(
                        answer.heading(),
                        answer.verdict(),
                        answer.caution(),
                        answer.undecided(),
                        answer.noise())
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private static String testCase(ComparedNode node, ComparisonAnswer answer) {
        String start =
                "  <testcase classname=\"%s\" name=\"%s\""
                        .formatted(
                                escaped(answer.comparison().metric().toString()),
                                escaped(node.path()));
        if (!node.fails()) return start + "/>\n";
        return start
                + ">\n    <failure message=\"%s\"/>\n  </testcase>\n"
                        .formatted(escaped(message(node, answer)));
    }

    private static String message(ComparedNode node, ComparisonAnswer answer) {
        var quantity = new Quantity(3, true);
        var unit = answer.comparison().metric().unit();
        String sure =
                Double.isNaN(node.p())
                        ? "noise is unknown"
                        : node.hasNoVariance()
                                ? "no variance"
                                : "95 %% interval %s, adjusted p %s"
                                        .formatted(
                                                ComparisonAnswer.interval(node),
                                                Quantity.decimal(node.adjusted()));
        return "%s %s: %s to %s (%s)"
                .formatted(
                        ComparisonAnswer.relative(node.ratio()),
                        answer.word(Status.SLOWER),
                        quantity.text(node.before(), unit),
                        quantity.text(node.after(), unit),
                        sure);
    }

    /// Control characters have no place in XML, whatever they are written as.
    private static String escaped(String text) {
        return text.lines()
                .map(TextWidth::printable)
                .reduce((one, other) -> one + "\n" + other)
                .orElse("")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
