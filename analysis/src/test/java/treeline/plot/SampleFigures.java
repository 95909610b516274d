package treeline.plot;

import treeline.model.Unit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/// A figure of each kind with so many series, drawn from a seeded generator: some names are very
/// long, some values are missing.
public final class SampleFigures {
    private static final String LONG =
            "main/std::vector<std::basic_string<char, std::char_traits<char>>>::emplace_back<int&>"
                    + "(int&)/日本語の関数/𝛌<&\"'>";

    private final Random random = new Random(7);
    private final int count;

    private SampleFigures(int count) {
        this.count = count;
    }

    static List<Figure> of(int count) {
        var sample = new SampleFigures(count);
        return List.of(
                sample.heatMap(),
                sample.histogram(),
                sample.boxes(false),
                sample.boxes(true),
                sample.lines(false),
                sample.lines(true),
                sample.bars(false),
                sample.bars(true),
                sample.regression(),
                sample.clusters(),
                sample.matrix(),
                sample.parallel(),
                sample.trend(),
                sample.timeline(),
                sample.areas(),
                sample.messages());
    }

    public static Caption caption(String title) {
        return new Caption(
                title,
                "time (inclusive) of many runs, mean of 512 ranks",
                List.of("a note that says what was left out of this picture: " + LONG));
    }

    private List<String> names() {
        return IntStream.range(0, count).mapToObj(this::name).toList();
    }

    private String name(int i) {
        return i % 7 == 3 ? LONG + i : "main/solve/node " + i;
    }

    private double value() {
        return Math.exp(random.nextGaussian() * 2 - 3);
    }

    private double maybe() {
        return random.nextInt(10) == 0 ? Double.NaN : value();
    }

    private List<Double> values(int size) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < size; i++) values.add(maybe());
        return values;
    }

    Figure heatMap() {
        List<HeatMap.Column> columns = new ArrayList<>();
        for (String name : List.of("mean", "std", "time confidence 95 lower", LONG))
            columns.add(new HeatMap.Column(name, Unit.SECONDS, values(count)));
        columns.add(new HeatMap.Column("bytes", Unit.BYTES, values(count)));
        return new HeatMap(caption("Statistics"), names(), columns);
    }

    Figure histogram() {
        List<Histogram.Panel> panels = new ArrayList<>();
        for (String name : names()) {
            double least = value();
            List<Integer> counts = new ArrayList<>();
            for (int i = 0; i < 10; i++) counts.add(random.nextInt(2000));
            panels.add(
                    new Histogram.Panel(name, least, least + value(), least + value() / 3, counts));
        }
        return new Histogram(
                caption("Ranks"),
                "time (exclusive)",
                Unit.SECONDS,
                "ranks",
                random.nextBoolean(),
                panels);
    }

    Figure boxes(boolean violins) {
        List<Boxes.Spread> spreads = new ArrayList<>();
        for (String name : names()) {
            double middle = value();
            double size = middle / 4;
            List<Double> values = new ArrayList<>();
            if (random.nextInt(10) > 0)
                for (int i = 0; i < 20; i++) values.add(middle + random.nextGaussian() * size);
            spreads.add(
                    new Boxes.Spread(
                            name,
                            "",
                            middle - size / 2,
                            middle,
                            middle + size / 2,
                            middle - 2 * size,
                            middle + 2 * size,
                            values));
        }
        return new Boxes(
                caption("Spread"),
                "time (inclusive)",
                Unit.SECONDS,
                violins,
                Boxes.Axes.AUTO,
                spreads);
    }

    Figure lines(boolean fitted) {
        List<ScalingLines.Line> lines = new ArrayList<>();
        for (String name : names()) {
            double start = value();
            List<ScalingLines.Point> points = new ArrayList<>();
            List<ScalingLines.Point> curve = new ArrayList<>();
            for (int ranks = 1; ranks <= 1024; ranks *= 2) {
                double value = random.nextInt(12) == 0 ? Double.NaN : start / Math.sqrt(ranks);
                points.add(new ScalingLines.Point(ranks, value, value * 0.8, value * 1.2));
                double model = start / Math.sqrt(ranks);
                curve.add(new ScalingLines.Point(ranks, model, model * 0.9, model * 1.1));
            }
            var line = ScalingLines.Line.of(name, points);
            if (fitted)
                line =
                        new ScalingLines.Line(
                                name,
                                points,
                                List.of(new ScalingLines.At(4, start / 1.9)),
                                Optional.of(new ScalingLines.Fit("1 + x^0.5", curve, 256)),
                                List.of());
            lines.add(
                    line.withIdeal(
                            List.of(
                                    new ScalingLines.At(1, start),
                                    new ScalingLines.At(1024, start / 1024))));
        }
        return new ScalingLines(
                caption("Scaling"), "ranks", "time (inclusive)", Unit.SECONDS, true, lines);
    }

    Figure bars(boolean shares) {
        List<StackedBars.Part> parts = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            List<Double> values = new ArrayList<>();
            for (int bar = 0; bar < count; bar++)
                values.add(shares ? 1.0 / 8 : bar % 9 == 5 ? Double.NaN : value());
            parts.add(new StackedBars.Part(name(i), values, i == 7));
        }
        return new StackedBars(
                caption("Runs"), "time (exclusive)", Unit.SECONDS, shares, names(), parts);
    }

    Figure regression() {
        List<Scatter.Dot> dots = new ArrayList<>();
        for (int i = 0; i < count; i++)
            dots.add(new Scatter.Dot(name(i), value() * 1e6, value(), -1, i % 3 == 0));
        return new Scatter(
                caption("Regression"),
                new Scatter.Side("bytes", Unit.BYTES),
                new Scatter.Side("time (inclusive)", Unit.SECONDS),
                true,
                List.of(),
                dots,
                Optional.of(new Scatter.Line(1, -14, 0.7)));
    }

    Figure clusters() {
        List<Scatter.Dot> dots = new ArrayList<>();
        for (int i = 0; i < count; i++)
            dots.add(
                    new Scatter.Dot(
                            name(i),
                            i % 4 * 3 + random.nextGaussian(),
                            i % 2 * 5 + random.nextGaussian(),
                            i % 4,
                            true));
        return new Scatter(
                caption("Clusters"),
                new Scatter.Side("pc1", Unit.COUNT),
                new Scatter.Side("pc2", Unit.COUNT),
                false,
                List.of("cluster 0 (3)", "cluster 1", LONG, "cluster 3"),
                dots,
                Optional.empty());
    }

    Figure matrix() {
        int size = Math.min(count, 60);
        List<List<Double>> values = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            List<Double> row = new ArrayList<>();
            for (int j = 0; j < size; j++)
                row.add(i == j ? 1 : (i + j) % 9 == 0 ? Double.NaN : Math.sin(i * 3.0 + j));
            values.add(row);
        }
        return new CorrelationMatrix(caption("Metrics"), names().subList(0, size), values);
    }

    Figure parallel() {
        List<ParallelCoordinates.Side> sides = new ArrayList<>();
        List<Double> ranks = new ArrayList<>();
        List<Double> compiler = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ranks.add((double) (1 << i % 10));
            compiler.add((double) (i % 3));
        }
        sides.add(
                new ParallelCoordinates.Side(
                        "compiler", Unit.COUNT, List.of("clang-9.0.0", "gcc", LONG), compiler));
        sides.add(new ParallelCoordinates.Side("ranks", Unit.COUNT, List.of(), ranks));
        sides.add(
                new ParallelCoordinates.Side(
                        "host",
                        Unit.COUNT,
                        names(),
                        IntStream.range(0, count).mapToObj(i -> (double) i).toList()));
        sides.add(new ParallelCoordinates.Side(LONG, Unit.BYTES, List.of(), values(count)));
        sides.add(new ParallelCoordinates.Side("time", Unit.SECONDS, List.of(), values(count)));
        return new ParallelCoordinates(caption("Settings"), names(), sides, 0);
    }

    /// Half of the series as nodes, all of them as runs.
    Figure trend() {
        List<TrendLines.Line> lines = new ArrayList<>();
        for (int i = 0; i < Math.max(1, count / 10); i++) {
            double before = 1 + value();
            double after = before * (i % 2 == 0 ? 1.4 : 1);
            List<Double> values = new ArrayList<>();
            int change = count / 2;
            for (int run = 0; run < count; run++)
                values.add(
                        run % 11 == 10
                                ? Double.NaN
                                : (run < change ? before : after)
                                        * (1 + random.nextGaussian() * 0.03));
            List<TrendLines.Segment> segments =
                    i % 2 == 1 || change == 0
                            ? List.of(new TrendLines.Segment(0, count, before))
                            : List.of(
                                    new TrendLines.Segment(0, change, before),
                                    new TrendLines.Segment(change, count, after));
            lines.add(new TrendLines.Line(name(i), values, segments));
        }
        List<String> runs = IntStream.range(0, count).mapToObj("commit %04x"::formatted).toList();
        return new TrendLines(
                caption("Trend"), "commit", "time (inclusive)", Unit.SECONDS, runs, lines);
    }

    /// As many contexts, activities and messages.
    Figure timeline() {
        List<TimelineChart.Category> categories = new ArrayList<>();
        for (int i = 0; i < 7; i++)
            categories.add(new TimelineChart.Category(name(i), 0.125, TimelineChart.Role.NAMED, i));
        categories.add(new TimelineChart.Category("(other)", 0.1, TimelineChart.Role.OTHER, 0));
        categories.add(
                new TimelineChart.Category("no activity", 0.025, TimelineChart.Role.IDLE, 0));
        List<TimelineChart.Row> rows = new ArrayList<>();
        List<TimelineChart.Message> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<TimelineChart.Stretch> stretches = new ArrayList<>();
            for (int at = i % 5; at < 90; at += 10)
                stretches.add(new TimelineChart.Stretch(at, at + 10, random.nextInt(9)));
            rows.add(new TimelineChart.Row(name(i), stretches));
            messages.add(new TimelineChart.Message(i, 1 + i * 1e-9, (i + 1) % count, 1 + i * 2e-9));
        }
        return new TimelineChart(
                caption("Timeline"), 1, 1.0000005, 100, categories, rows, messages);
    }

    Figure areas() {
        List<Double> edges = new ArrayList<>();
        for (int i = 0; i <= count; i++) edges.add(0.25 * i);
        List<StackedAreas.Part> parts = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            List<Double> shares = new ArrayList<>();
            for (int bin = 0; bin < count; bin++) shares.add(bin % 4 == i ? 0 : 0.16);
            parts.add(new StackedAreas.Part(i == 3 ? LONG : "activity " + i, shares, i - 2));
        }
        return new StackedAreas(caption("Utilisation"), "share of contexts", edges, parts);
    }

    Figure messages() {
        int size = Math.min(count, 100);
        List<List<Double>> values = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            List<Double> row = new ArrayList<>();
            for (int j = 0; j < size; j++) row.add((i + j) % 5 == 0 ? value() * 1e6 : 0);
            values.add(row);
        }
        return new MessageMatrix(caption("Messages"), Unit.BYTES, names().subList(0, size), values);
    }
}
