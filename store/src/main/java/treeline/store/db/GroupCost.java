package treeline.store.db;

import treeline.bytes.ByteSource;
import treeline.source.Slice;
import treeline.source.Slice.Iterations;
import treeline.store.db.SectionDirectory.Section;

/// The cost of reading a slice of one group of contexts, from the indexes of its sections. The
/// indexes do not count the cells per node or context, so the numbers of values are upper bounds.
final class GroupCost {
    private final Slice slice;
    private final int contexts;
    private long bytes;
    private long values;
    private long ofContext;

    GroupCost(DatabaseSource source, int group, Slice slice) {
        this.slice = slice;
        this.contexts = source.groups().ends()[group] - source.groups().start(group);
        for (int metric : slice.metrics().indexes(source.outline().metrics().size())) {
            Section section = source.column(group, metric);
            if (section == null) continue;
            bytes += DatabaseLayout.FRAME_BYTES + section.headBytes();
            ValueSection found = source.values(section);
            if (found != null) add(found);
        }
    }

    private void add(ValueSection section) {
        switch (section) {
            case ValueSection.Together(FewCells cells) -> addCells(cells);
            case ValueSection.InBlocks(Section place, BlockIndex index) -> addBlocks(place, index);
        }
    }

    private void addCells(FewCells cells) {
        for (int entry = 0; entry < cells.node.length; entry++) {
            if (!slice.nodes().contains(cells.node[entry])) continue;
            values += cells.firstCell[entry + 1] - cells.firstCell[entry];
            ofContext++;
        }
    }

    private void addBlocks(Section place, BlockIndex index) {
        long nodes = 0;
        long inChunks = 0;
        for (int entry = 0; entry < index.size(); entry++) {
            if (!slice.nodes().contains(index.node(entry))) continue;
            nodes++;
            bytes += index.valueBytes(entry);
            for (int chunk = 0; chunk < index.chunks(entry); chunk++)
                if (isRead(chunk, index.firstIteration(entry, chunk))) {
                    bytes += index.chunkBytes(entry, chunk);
                    inChunks += (long) DatabaseLayout.ITERATIONS_PER_CHUNK * contexts;
                }
        }
        long most = place.bodyBytes() * ByteSource.MAX_VALUES_PER_BYTE;
        long others = index.size() - nodes; // each has a cell at least
        long cells = Math.min(Math.clamp(index.cells, 0, most) - others, nodes * contexts);
        long iterations = Math.min(Math.clamp(index.iterations, 0, most), inChunks);
        values += Math.max(cells, 0) + iterations;
        ofContext += nodes + iterations;
    }

    /// The first chunk is read wherever iterations are, see [ColumnLoader].
    private boolean isRead(int chunk, int start) {
        return switch (slice.iterations()) {
            case Iterations.Summed() -> false;
            case Iterations.Range(int from, int to) ->
                    chunk == 0
                            || (from - start < DatabaseLayout.ITERATIONS_PER_CHUNK && start < to);
        };
    }

    long bytes() {
        return bytes;
    }

    /// All chosen contexts of the group have at most so many.
    long values() {
        return values;
    }

    /// One context has at most so many.
    long ofContext() {
        return ofContext;
    }
}
