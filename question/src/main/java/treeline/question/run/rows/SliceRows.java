package treeline.question.run.rows;

import treeline.model.Metric;
import treeline.query.NodeSet;
import treeline.question.answer.RowStream;
import treeline.question.input.PartitionedRows;
import treeline.question.input.Recording;
import treeline.question.input.Session;
import treeline.select.Tables;
import treeline.source.ReadReport;
import treeline.source.Slice;

import java.io.IOException;
import java.util.List;

/// The rows of `table slice` if a table of all values does not fit in memory.
final class SliceRows extends RowStream {
    private final Recording.Opening opening;
    private final Slice slice;
    private final NodeSet nodes;
    private final List<Metric> metrics;
    private final Session session;

    SliceRows(
            Recording.Opening opening,
            Slice slice,
            NodeSet nodes,
            List<Metric> metrics,
            Session session) {
        this.opening = opening;
        this.slice = slice;
        this.nodes = nodes;
        this.metrics = metrics;
        this.session = session;
    }

    @Override
    protected ReadReport read(EachTable each) throws IOException {
        try (Recording recording = opening.open()) {
            PartitionedRows rows =
                    PartitionedRows.all(recording, slice, TableQuestions.BYTES_PER_ROW);
            rows.forEach(
                    part -> Tables.slice(part.profile(), part.contexts().toArray(), nodes, metrics),
                    each::accept,
                    session);
            return recording
                    .report()
                    .and(new ReadReport(List.of(new ReadReport.Entry(rows.note(), 1, "", false))));
        }
    }
}
