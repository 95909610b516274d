package treeline.question.answer;

import treeline.source.ReadReport;
import treeline.table.Table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Rows that may exceed memory: tables with the same columns, one after the other. Each pass reads
/// the run again.
public abstract class RowStream {
    private ReadReport report = new ReadReport(List.of());

    /// Receives the rows of a part.
    @FunctionalInterface
    public interface EachTable {
        void accept(Table rows) throws IOException;
    }

    /// Reads all rows, at least one table.
    ///
    /// @return notes about the data that was read
    protected abstract ReadReport read(EachTable each) throws IOException;

    public final void forEach(EachTable each) throws IOException {
        report = read(each);
    }

    /// Notes about the data, after a pass.
    public final ReadReport report() {
        return report;
    }

    /// The first rows, and the number of all rows.
    public record First(Table rows, long all) {}

    /// Reads the first rows.
    public final First first(int top) throws IOException {
        List<Table> first = new ArrayList<>();
        var count = new long[1];
        forEach(
                rows -> {
                    int missing = (int) Math.max(0, top - count[0]);
                    if (first.isEmpty() || (missing > 0 && rows.rows() > 0))
                        first.add(rows.head(missing));
                    count[0] += rows.rows();
                });
        return new First(Table.concat(first), count[0]);
    }

    /// Reads all rows into one table.
    public final Table table() throws IOException {
        return first(Integer.MAX_VALUE).rows();
    }
}
