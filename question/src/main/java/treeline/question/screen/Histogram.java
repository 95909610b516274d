package treeline.question.screen;

import treeline.model.Unit;
import treeline.single.Distribution;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.List;

/// A histogram in the terminal: one bar per bin, with the percentiles below.
public final class Histogram {
    private static final int BAR_COLUMNS = 30;

    private Histogram() {}

    public static List<String> lines(Distribution spread, Unit unit, Screen screen) {
        var quantity = new Quantity(3, screen.unicode());
        int[] counts = spread.histogram().toArray();
        double least = spread.percentiles().at(0);
        double most = spread.percentiles().at(spread.percentiles().size() - 1);
        int largest = 1;
        for (int count : counts) largest = Math.max(largest, count);
        List<String> lines = new ArrayList<>();
        for (int bin = 0; bin < counts.length; bin++) {
            double from = least + (most - least) * bin / counts.length;
            String bar = Bar.of((double) counts[bin] / largest, BAR_COLUMNS, screen);
            lines.add(
                    (TextWidth.padLeft(quantity.text(from, unit), 9)
                                    + "  "
                                    + bar
                                    + " "
                                    + (counts[bin] == 0 ? "" : Quantity.whole(counts[bin])))
                            .stripTrailing());
        }
        lines.add(percentiles(spread, quantity, unit));
        return lines;
    }

    private static String percentiles(Distribution spread, Quantity quantity, Unit unit) {
        var text = new StringBuilder("percentiles");
        for (int i = 0; i < Distribution.PERCENTILES.size(); i++)
            text.append(i == 0 ? " " : ", ")
                    .append(Math.round(Distribution.PERCENTILES.get(i) * 100))
                    .append(" %: ")
                    .append(quantity.text(spread.percentiles().at(i), unit));
        return text.toString();
    }
}
