package treeline.app.commands.builds;

import treeline.compare.ComparedNode;
import treeline.compare.ComparedNode.Status;
import treeline.compare.Comparison;
import treeline.question.answer.Statement;
import treeline.question.builds.BuildComparison;
import treeline.question.screen.TextWidth;
import treeline.view.Quantity;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// JUnit XML report of a comparison, for CI servers: each compared node is a test case, which fails
/// if the gate fails on the node. Nodes below `--least-share` are not listed.
public final class JunitXml {
    private JunitXml() {}

    public static String of(BuildComparison answer) {
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

    private static String text(BuildComparison answer) {
        Stream<Statement> statements =
                Stream.of(
                                answer.verdict(),
                                answer.caution(),
                                answer.undecided(),
                                Optional.of(answer.noise()))
                        .flatMap(Optional::stream);
        return Stream.concat(Stream.of(answer.heading()), statements.map(Statement::text))
                .collect(Collectors.joining("\n"));
    }

    private static String testCase(ComparedNode node, BuildComparison answer) {
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

    private static String message(ComparedNode node, BuildComparison answer) {
        var quantity = new Quantity(3, true);
        var unit = answer.comparison().metric().unit();
        String sure =
                Double.isNaN(node.p())
                        ? "noise is unknown"
                        : node.hasNoVariance()
                                ? "no variance"
                                : "95 %% interval %s, adjusted p %s"
                                        .formatted(
                                                BuildComparison.interval(node),
                                                Quantity.decimal(node.adjusted()));
        return "%s %s: %s to %s (%s)"
                .formatted(
                        BuildComparison.relative(node.ratio()),
                        answer.word(Status.SLOWER),
                        quantity.text(node.before(), unit),
                        quantity.text(node.after(), unit),
                        sure);
    }

    /// XML 1.0 has no notation for control characters.
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
