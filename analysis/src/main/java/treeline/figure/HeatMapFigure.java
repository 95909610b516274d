package treeline.figure;

import treeline.ensemble.NodeThreshold;
import treeline.ensemble.statistics.NamedStatistics;
import treeline.plot.Caption;
import treeline.plot.HeatMap;
import treeline.table.Column;
import treeline.table.TextColumn;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Heat map of node statistics over runs, nodes with the largest value first.
public final class HeatMapFigure {
    private HeatMapFigure() {}

    public static HeatMap of(NamedStatistics statistics, FigureOptions shown) {
        shown.requireNoGroups("a heat map");
        NodeThreshold nodes = statistics.shown(shown.threshold());
        List<Column> rows = statistics.rows(nodes);
        Column paths = rows.get(1);
        int count = shown.count(paths.rows());
        List<String> notes =
                new ArrayList<>(shown.notesOfRest(count, paths.rows(), "nodes", Captions.LARGEST));
        notes.addAll(
                shown.notesOfHidden(nodes.hidden(), statistics.ensemble().tree().size(), "nodes"));
        List<HeatMap.Column> columns = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (Column each : rows.subList(2, rows.size()))
            if (each instanceof TextColumn) texts.add(each.header().heading());
            else columns.add(column(each, count));
        if (!texts.isEmpty())
            notes.add("omitted, because the values are strings: " + String.join(", ", texts));
        notes.addAll(Captions.lacking(statistics.runs(), statistics.asked(), shown.wording()));
        return new HeatMap(
                new Caption(
                        "Statistics of nodes over runs",
                        Captions.of(statistics.asked(), statistics.runs()),
                        notes),
                IntStream.range(0, count).mapToObj(paths::text).toList(),
                columns);
    }

    private static HeatMap.Column column(Column measured, int rows) {
        return new HeatMap.Column(
                measured.header().heading(),
                measured.header().unit(),
                Captions.numbers(measured, rows));
    }
}
