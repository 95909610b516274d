package treeline.question.input;

import treeline.aggregate.Aggregation;
import treeline.aggregate.LocalEngine;
import treeline.aggregate.MemoryBudget;
import treeline.aggregate.PartitionedSource;
import treeline.aggregate.SourcePart;
import treeline.source.ReadPlan;
import treeline.source.Slice;
import treeline.table.Table;
import treeline.view.Quantity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// The values of a slice as rows, if a table of all rows does not fit into memory: one table per
/// part, in context order.
public final class PartitionedRows {
    private final Recording recording;
    private final Slice slice;
    private final ReadPlan plan;
    private final long bytesPerValue;

    private PartitionedRows(Recording recording, Slice slice, ReadPlan plan, long bytesPerValue) {
        this.recording = recording;
        this.slice = slice;
        this.plan = plan;
        this.bytesPerValue = bytesPerValue;
    }

    /// The rows of a slice, if one table of them is too large.
    ///
    /// @param bytesPerRow that a value takes beside itself
    public static Optional<PartitionedRows> of(Recording recording, Slice slice, int bytesPerRow)
            throws IOException {
        PartitionedRows rows = all(recording, slice, bytesPerRow);
        return MemoryBudget.fits(rows.plan, rows.bytesPerValue)
                ? Optional.empty()
                : Optional.of(rows);
    }

    /// The rows of a slice, whatever their number.
    public static PartitionedRows all(Recording recording, Slice slice, int bytesPerRow)
            throws IOException {
        return new PartitionedRows(
                recording,
                slice,
                recording.source().plan(slice),
                LocalEngine.BYTES_PER_VALUE + bytesPerRow);
    }

    /// Receives the rows of a part.
    @FunctionalInterface
    public interface EachTable {
        void accept(Table rows) throws IOException;
    }

    /// Calls with one table after the other.
    ///
    /// @param rows the table of a part; parts are turned into tables at the same time
    public void forEach(Function<SourcePart, Table> rows, EachTable each, Session session)
            throws IOException {
        PartitionedSource work = work();
        try (Session.Task progress =
                session.task(
                        "reading %s in parts".formatted(recording.input().name()),
                        Math.max(1, work.values()))) {
            engine().run(new InOrder(rows, each), work, progress::advance);
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    /// Passes the rows of each part on, in the order in which engines add parts.
    private record InOrder(Function<SourcePart, Table> rows, EachTable each)
            implements Aggregation<Table, Long, Long> {
        @Override
        public Table map(SourcePart part) {
            return rows.apply(part);
        }

        @Override
        public Long zero() {
            return 0L;
        }

        @Override
        public Long add(Long sum, Table mapped) {
            try {
                each.accept(mapped);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
            return sum + mapped.rows();
        }

        @Override
        public Long merge(Long first, Long second) {
            return first + second;
        }

        @Override
        public Long finish(Long sum) {
            return sum;
        }
    }

    PartitionedSource work() throws IOException {
        long most =
                Math.clamp(
                        MemoryBudget.bytes() / 16 / bytesPerValue,
                        1,
                        PartitionedSource.DEFAULT_PART);
        return PartitionedSource.ofContexts(recording.source(), slice, most);
    }

    LocalEngine engine() {
        long memory = MemoryBudget.bytes() / 4 * LocalEngine.BYTES_PER_VALUE / bytesPerValue;
        return LocalEngine.of(Runtime.getRuntime().availableProcessors(), memory);
    }

    public String note() {
        return String.format(
                Locale.ROOT,
                "the run is read in parts: a table of up to %,d values needs %s, %s available",
                plan.values(),
                Quantity.bytes(plan.values() * bytesPerValue),
                Quantity.bytes(MemoryBudget.bytes()));
    }
}
