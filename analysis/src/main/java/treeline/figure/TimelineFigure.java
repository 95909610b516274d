package treeline.figure;

import treeline.ledger.Account;
import treeline.plot.Caption;
import treeline.plot.TimelineChart;
import treeline.plot.draw.Theme;
import treeline.source.trace.TraceLine;
import treeline.trace.timeline.CategoryTimes;
import treeline.trace.timeline.NodeCategories;
import treeline.trace.timeline.Timeline;
import treeline.trace.timeline.TimelineMessages;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Timeline of a trace: contexts by time, coloured by function, activity or tag.
public final class TimelineFigure {
    /// Columns of the raster: about one per pixel of a page.
    public static final int COLUMNS = 720;

    /// Maximum number of rows: one per pixel.
    public static final int MAX_ROWS = 400;

    /// Messages are drawn up to this number; more lines would hide the rows.
    public static final int MAX_MESSAGES = 300;

    private static final int COLOURED = Theme.COLOURS - 1;
    private static final int NO_CATEGORY = -1;

    private final Timeline timeline;
    private final NodeCategories categories;
    private final CategoryTimes times;
    private final List<TimelineChart.Category> legend = new ArrayList<>();
    private final int[] legendOf;
    private int idle = NO_CATEGORY;

    private TimelineFigure(Timeline timeline, NodeCategories categories, CategoryTimes times) {
        this.timeline = timeline;
        this.categories = categories;
        this.times = times;
        this.legendOf = new int[categories.size()];
    }

    /// The timeline as a figure.
    ///
    /// @param by what colours mean
    /// @param times of the same contexts and window; percentages are shares of this time
    /// @param subtitle the contexts and the window
    public static TimelineChart of(
            Timeline timeline,
            NodeCategories categories,
            NodeCategories.By by,
            CategoryTimes times,
            TimelineMessages messages,
            String subtitle) {
        var figure = new TimelineFigure(timeline, categories, times);
        if (by == NodeCategories.By.ACTIVITY) figure.addAccounts();
        else figure.addLargestCategories();
        figure.addIdle();
        return figure.chart(new Caption("Timeline", subtitle, figure.notes(messages)), messages);
    }

    private double share(long nanos) {
        return times.traced() == 0 ? 0 : (double) nanos / (double) times.traced();
    }

    private void addAccounts() {
        Arrays.fill(legendOf, NO_CATEGORY);
        for (Account account : Account.values())
            if (times.total(account.ordinal()) > 0)
                add(account.ordinal(), AccountColour.of(account));
    }

    private void addLargestCategories() {
        List<Integer> largest = times.largest();
        int named = largest.size() <= Theme.COLOURS ? largest.size() : COLOURED;
        Arrays.fill(legendOf, NO_CATEGORY);
        for (int category : largest.subList(0, named)) add(category, legend.size());
        if (named == largest.size()) return;
        List<Integer> others = largest.subList(named, largest.size());
        long rest = others.stream().mapToLong(times::total).sum();
        String name = String.format(Locale.ROOT, "%,d other functions", others.size());
        for (int category : others) legendOf[category] = legend.size();
        legend.add(
                new TimelineChart.Category(
                        name, share(rest), TimelineChart.Role.OTHER, Theme.COLOURS - 1));
    }

    private void add(int category, int colour) {
        legendOf[category] = legend.size();
        legend.add(
                new TimelineChart.Category(
                        categories.name(category),
                        share(times.total(category)),
                        TimelineChart.Role.NAMED,
                        colour));
    }

    private void addIdle() {
        if (times.totalIdle() == 0) return;
        idle = legend.size();
        legend.add(
                new TimelineChart.Category(
                        TraceLine.NO_ACTIVITY,
                        share(times.totalIdle()),
                        TimelineChart.Role.IDLE,
                        0));
    }

    private List<String> notes(TimelineMessages messages) {
        List<String> notes = new ArrayList<>();
        notes.add(
                "a cell shows the activity in the middle of its column; percentages are shares of"
                        + " the traced time, not of cells");
        if (timeline.rows() < timeline.contexts())
            notes.add(
                    String.format(
                            Locale.ROOT,
                            "%,d of %,d contexts, chosen by an even stride",
                            timeline.rows(),
                            timeline.contexts()));
        if (messages.total() > messages.lines().size())
            notes.add(
                    "%s not drawn: at most %d are readable; choose a shorter window or fewer contexts"
                            .formatted(
                                    ContextSummary.counted(messages.total(), "message"),
                                    MAX_MESSAGES));
        if (messages.elsewhere() > 0)
            notes.add(
                    "%s messages from or to contexts without a row are not drawn"
                            .formatted(Quantity.whole(messages.elsewhere())));
        return notes;
    }

    private TimelineChart chart(Caption caption, TimelineMessages messages) {
        List<TimelineChart.Row> rows = new ArrayList<>();
        for (int row = 0; row < timeline.rows(); row++)
            rows.add(new TimelineChart.Row(timeline.name(row), stretches(row)));
        return new TimelineChart(
                caption,
                seconds(timeline.window().fromNanos()),
                seconds(timeline.window().toNanos()),
                timeline.columns(),
                legend,
                rows,
                messages.lines().stream()
                        .map(
                                line ->
                                        new TimelineChart.Message(
                                                line.senderRow(),
                                                seconds(line.sentNanos()),
                                                line.receiverRow(),
                                                seconds(line.receivedNanos())))
                        .toList());
    }

    private List<TimelineChart.Stretch> stretches(int row) {
        List<TimelineChart.Stretch> stretches = new ArrayList<>();
        int from = 0;
        for (int column = 1; column <= timeline.columns(); column++) {
            int category = category(row, from);
            if (column < timeline.columns() && category(row, column) == category) continue;
            if (category != NO_CATEGORY)
                stretches.add(new TimelineChart.Stretch(from, column, category));
            from = column;
        }
        return stretches;
    }

    private int category(int row, int column) {
        int node = timeline.node(row, column);
        if (node >= 0) return legendOf[categories.of(node)];
        return node == Timeline.NO_NODE ? idle : NO_CATEGORY;
    }

    private static double seconds(long nanos) {
        return (double) nanos / 1e9;
    }
}
