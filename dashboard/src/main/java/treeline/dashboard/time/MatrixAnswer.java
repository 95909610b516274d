package treeline.dashboard.time;

import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.view.ColumnFrame;
import treeline.source.Selection;
import treeline.trace.TimeWindow;
import treeline.trace.timeline.MessageGrid;

import java.util.Arrays;
import java.util.stream.IntStream;

/// The communication matrix of an interval: bytes, messages and transfer time from senders to
/// receivers, by ranks or by ranges of neighbouring ranks.
final class MatrixAnswer {
    static final int MAX_BINS = 256;

    private MatrixAnswer() {}

    static Response of(OpenTrace trace, Dependences dependences, RequestParameters question) {
        TimeWindow window = IntervalAnswer.window(trace, question);
        int bins = Math.max(1, question.index("bins", MAX_BINS + 1));
        MessageGrid grid =
                MessageGrid.of(
                        trace.outline(),
                        trace.traces().interactions(),
                        Selection.of(trace.contexts()),
                        window,
                        bins);
        double[][] transfer = grid.transferNanos(dependences.operations(), dependences.messages());
        int size = grid.names().size();
        int[] binOf = new int[trace.outline().contexts().size()];
        Arrays.fill(binOf, -1);
        for (int bin = 0; bin < size; bin++)
            for (int context : grid.contexts(bin)) binOf[context] = bin;
        return new ColumnFrame()
                .real("bytes", cells(size, grid::bytes))
                .real("messages", cells(size, grid::messages))
                .real("transfer", cells(size, (from, to) -> transfer[from][to]))
                .whole("binOf", binOf)
                .with(
                        json -> {
                            json.name("names").values(grid.names());
                            json.name("total").value(grid.total());
                            json.name("elsewhere").value(grid.elsewhere());
                            json.name("from").value(window.fromNanos());
                            json.name("to").value(window.toNanos());
                        });
    }

    @FunctionalInterface
    private interface Cell {
        double at(int sender, int receiver);
    }

    /// Row by row: senders are rows.
    private static double[] cells(int size, Cell cell) {
        return IntStream.range(0, size * size)
                .mapToDouble(i -> cell.at(i / size, i % size))
                .toArray();
    }
}
