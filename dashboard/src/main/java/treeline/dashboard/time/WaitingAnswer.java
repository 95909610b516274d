package treeline.dashboard.time;

import treeline.dashboard.http.Response;
import treeline.dashboard.view.ColumnFrame;
import treeline.table.Column;
import treeline.table.Table;
import treeline.trace.waiting.WaitTable;

import java.util.stream.IntStream;

/// The time that each context waits, and the time that others wait for it directly, by which rows
/// are sorted.
final class WaitingAnswer {
    private WaitingAnswer() {}

    static Response of(OpenTrace trace, Dependences dependences) {
        Table times = WaitTable.contexts(dependences.waits().waits(), trace.outline(), _ -> true);
        return new ColumnFrame()
                .real("waited", seconds(times.column("waited")))
                .real("caused", seconds(times.column("caused")))
                .with(_ -> {});
    }

    private static double[] seconds(Column column) {
        return IntStream.range(0, column.rows()).mapToDouble(column::number).toArray();
    }
}
