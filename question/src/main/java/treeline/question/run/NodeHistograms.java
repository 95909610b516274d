package treeline.question.run;

import treeline.model.CallTree;
import treeline.model.Unit;
import treeline.numbers.Locations;
import treeline.numbers.Moments;
import treeline.question.answer.TextFigure;
import treeline.question.screen.Colour;
import treeline.question.screen.Histogram;
import treeline.question.screen.Screen;
import treeline.question.screen.TextWidth;
import treeline.single.Distribution;
import treeline.single.LoadImbalance;
import treeline.single.NodePath;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The distribution over ranks at the nodes that lose most: statistics, slowest ranks and a
/// histogram per node.
record NodeHistograms(CallTree tree, LoadImbalance imbalance) {
    static List<TextFigure> of(CallTree tree, LoadImbalance imbalance, int top) {
        var histograms = new NodeHistograms(tree, imbalance);
        int[] nodes = Arrays.copyOf(imbalance.nodes(), Math.min(top, imbalance.nodes().length));
        Distribution[] spreads = imbalance.distributions(nodes);
        List<TextFigure> figures = new ArrayList<>();
        for (int i = 0; i < nodes.length; i++) {
            int node = nodes[i];
            Distribution spread = spreads[i];
            boolean last = i == nodes.length - 1;
            figures.add(new TextFigure(screen -> histograms.lines(node, spread, last, screen)));
        }
        return figures;
    }

    private List<String> lines(int node, Distribution spread, boolean last, Screen screen) {
        Unit unit = imbalance.metric().unit();
        List<String> lines = new ArrayList<>();
        lines.add(screen.paint(TextWidth.printable(NodePath.of(tree, node)), Colour.BOLD));
        lines.add("  " + statistics(node, new Quantity(3, screen.unicode())));
        lines.add("  slowest: " + slowest(spread));
        for (String line : Histogram.lines(spread, unit, screen)) lines.add("  " + line);
        if (!last) lines.add("");
        return lines;
    }

    private String statistics(int node, Quantity quantity) {
        Unit unit = imbalance.metric().unit();
        Moments values = imbalance.spread(node);
        return "max/mean %s, mean %s, max %s%s%s"
                .formatted(
                        Quantity.decimal(values.imbalance()),
                        quantity.text(values.mean(), unit),
                        quantity.text(values.max(), unit),
                        imbalance.isWaiting(node) ? ", waits" : "",
                        ranOn(values));
    }

    private String ranOn(Moments values) {
        Locations places = imbalance.places();
        return values.present() == places.size()
                ? ""
                : ", ran on " + places.counted(values.present());
    }

    private String slowest(Distribution spread) {
        Locations places = imbalance.places();
        return String.join(", ", spread.slowest().stream().mapToObj(places::name).toList());
    }
}
