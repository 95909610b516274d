package treeline.store.db;

import treeline.bytes.ByteSource;
import treeline.cores.Ranges;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;
import treeline.source.Slice;
import treeline.source.Slice.Iterations;
import treeline.source.files.MalformedProfileException;
import treeline.store.db.SectionDirectory.Section;
import treeline.store.db.ValueSection.InBlocks;
import treeline.store.db.ValueSection.Together;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Loads the slice of one metric: for each node it reads the blocks of every group of contexts, so
/// that the column is built in node order. Ranges of nodes are decoded on all cores.
final class ColumnLoader {
    private final DatabaseSource source;
    private final Slice slice;

    /// The place of each context in the loaded profile, -1 where the slice leaves it out.
    private final int[] contextAt;

    private final int contexts;

    ColumnLoader(DatabaseSource source, Slice slice, int[] contextAt, int contexts) {
        this.source = source;
        this.slice = slice;
        this.contextAt = contextAt;
        this.contexts = contexts;
    }

    MetricColumn load(int metric) {
        List<ValueSection> sections = sections(metric);
        Room room = roomFor(sections);
        boolean isWhole = slice.nodes().isAll() && slice.contexts().isAll();
        int nodes = source.outline().tree().size();
        long values = room.valuesOf(chosenNodes(nodes), nodes);
        if (Ranges.rowsPerTask(nodes, values) >= nodes) {
            var all = new NodeRange(sections, room.builder(isWhole ? 1 : 0)).load(0, nodes);
            report(all);
            return MetricColumn.ofNodes(all.rows.build(), contexts);
        }
        var rows = isWhole ? room.builder(1) : new SparseRows.Builder();
        Ranges.inWaves(
                nodes,
                values,
                (from, to) -> {
                    double share = isWhole ? (to - from) / (double) nodes : 0;
                    return new NodeRange(sections, room.builder(share)).load(from, to);
                },
                loaded -> {
                    loaded.forEach(this::report);
                    rows.addRows(loaded.stream().map(range -> range.rows.build()).toList());
                });
        return MetricColumn.ofNodes(rows.build(), contexts);
    }

    private void report(NodeRange range) {
        for (String damage : range.damages) source.lost("a block of values is damaged", damage);
    }

    private int chosenNodes(int nodes) {
        return slice.nodes().isAll() ? nodes : slice.nodes().indexes(nodes).length;
    }

    private List<ValueSection> sections(int metric) {
        List<ValueSection> sections = new ArrayList<>();
        for (int group = 0; group < source.groups().ends().length; group++) {
            Section section = source.column(group, metric);
            boolean wanted =
                    slice.contexts()
                            .intersects(
                                    source.groups().start(group), source.groups().ends()[group]);
            ValueSection values = section == null || !wanted ? null : source.values(section);
            if (values != null) sections.add(values);
        }
        return sections;
    }

    /// The capacity that the indexes announce, limited by what their blocks can hold.
    private record Room(long cells, long iterations) {
        /// About how many values some of the nodes have.
        long valuesOf(int chosen, int nodes) {
            return (long) ((double) (cells + iterations) * chosen / Math.max(1, nodes));
        }

        SparseRows.Builder builder(double share) {
            int limit = Integer.MAX_VALUE - 8;
            return new SparseRows.Builder(
                    Math.clamp((long) (cells * share), 64, limit),
                    Math.clamp((long) (iterations * share), 0, limit));
        }
    }

    private Room roomFor(List<ValueSection> sections) {
        long cells = 0;
        long iterations = 0;
        for (ValueSection values : sections)
            switch (values) {
                case Together(FewCells few) -> cells += few.cells();
                case InBlocks(Section section, BlockIndex index) -> {
                    long most = section.bodyBytes() * ByteSource.MAX_VALUES_PER_BYTE;
                    cells += Math.clamp(index.cells, 0, most);
                    iterations += Math.clamp(index.iterations, 0, most);
                }
            }
        boolean summed = slice.iterations() instanceof Iterations.Summed;
        return new Room(cells, summed ? 0 : iterations);
    }

    /// A cursor over the cells of one group, node by node in stored order.
    private static final class Cursor {
        final ValueSection values;
        int entry;

        /// Starts at the first entry at or behind a node.
        Cursor(ValueSection values, int node) {
            this.values = values;
            int found =
                    switch (values) {
                        case Together(FewCells cells) -> Arrays.binarySearch(cells.node, node);
                        case InBlocks(_, BlockIndex index) -> index.find(node);
                    };
            this.entry = found < 0 ? -found - 1 : found;
        }

        boolean isAt(int node) {
            return switch (values) {
                case Together(FewCells cells) ->
                        entry < cells.node.length && cells.node[entry] == node;
                case InBlocks(_, BlockIndex index) ->
                        entry < index.size() && index.node(entry) == node;
            };
        }
    }

    /// The rows of a range of nodes; one per task.
    private final class NodeRange {
        private final List<ValueSection> sections;
        private final ByteSource in = new ByteSource(source.file());
        private final BlockReader block = new BlockReader();
        private final SparseRows.Builder rows;
        private final List<String> damages = new ArrayList<>();

        NodeRange(List<ValueSection> sections, SparseRows.Builder rows) {
            this.sections = sections;
            this.rows = rows;
        }

        NodeRange load(int from, int to) {
            List<Cursor> cursors =
                    sections.stream().map(values -> new Cursor(values, from)).toList();
            for (int node = from; node < to; node++) {
                for (Cursor cursor : cursors) {
                    if (!cursor.isAt(node)) continue;
                    if (slice.nodes().contains(node)) loadEntry(cursor);
                    cursor.entry++;
                }
                rows.endRow();
            }
            return this;
        }

        private void loadEntry(Cursor cursor) {
            switch (cursor.values) {
                case Together(FewCells cells) -> addCells(cells, cursor.entry);
                case InBlocks(Section section, BlockIndex index) ->
                        loadBlocks(section, index, cursor.entry);
            }
        }

        private void addCells(FewCells cells, int entry) {
            int first = source.groups().start(cells.group);
            for (int cell = cells.firstCell[entry]; cell < cells.firstCell[entry + 1]; cell++) {
                int context = contextAt[first + cells.contexts[cell]];
                if (context >= 0) rows.add(context, cells.values[cell]);
            }
        }

        private void loadBlocks(Section section, BlockIndex index, int entry) {
            int first = source.groups().start(index.group);
            int size = source.groups().ends()[index.group] - first;
            long offset = section.bodyAt() + index.start(entry);
            try {
                readBlock(offset, index.valueBytes(entry));
                block.readValues(in, size);
                if (slice.iterations() instanceof Iterations.Range range && index.chunks(entry) > 0)
                    addSeries(index, entry, first, offset + index.valueBytes(entry), range);
                else addValues(first);
            } catch (MalformedProfileException damaged) {
                damages.add(String.valueOf(damaged.getMessage()));
            }
        }

        private void readBlock(long offset, int length) {
            source.read(in, offset, length);
            in.checkAndDropCrc();
        }

        private void addValues(int first) {
            if (slice.contexts().isAll()) {
                rows.addAll(first, block.contexts, block.values, block.count);
                return;
            }
            for (int i = 0; i < block.count; i++) {
                int context = contextAt[first + block.contexts[i]];
                if (context >= 0) rows.add(context, block.values[i]);
            }
        }

        /// Adds the iterations `[from, to)` of every cell. A cell without iterations keeps its
        /// value; one whose iterations all lie outside is not loaded.
        private void addSeries(
                BlockIndex index, int entry, int first, long chunksAt, Iterations.Range range) {
            int chunks = index.chunks(entry);
            readBlock(chunksAt, index.chunkBytes(entry, 0));
            block.readIterations(in);
            int start = index.firstIteration(entry, 0);
            if (chunks == 1 && start == 0) {
                addShortSeries(first, range);
                return;
            }
            var parts = new SeriesParts(block.count);
            parts.add(block, start, range);
            addFurtherChunks(parts, index, entry, chunksAt, range);
            boolean isWhole =
                    range.from() == 0 && range.to() >= index.firstIteration(entry, chunks);
            for (int i = 0; i < block.count; i++)
                addParts(contextAt[first + block.contexts[i]], i, parts, range.from(), isWhole);
        }

        private void addParts(int context, int i, SeriesParts parts, int from, boolean isWhole) {
            double[] values = parts.values[i];
            if (context < 0) return;
            if (!parts.hasSeries[i]) rows.add(context, block.values[i]);
            else if (values.length > 0) {
                double sum = isWhole ? block.values[i] : SparseRows.sumOf(values, 0, values.length);
                rows.addSeries(context, sum, parts.first[i] - from, values, 0, values.length);
            }
        }

        private void addShortSeries(int first, Iterations.Range range) {
            int place = 0;
            for (int i = 0; i < block.count; i++) {
                int length = block.lengths[i];
                if (range.from() == 0 && length <= range.to() && length > 0)
                    addWhole(first, i, place, place + length);
                else
                    addCell(
                            first,
                            i,
                            length > 0,
                            block.iterations,
                            place + range.from(),
                            place + Math.min(length, range.to()));
                place += length;
            }
        }

        /// All iterations of a cell: their sum is the stored value.
        private void addWhole(int first, int i, int from, int to) {
            int context = contextAt[first + block.contexts[i]];
            if (context >= 0)
                rows.addSeries(context, block.values[i], 0, block.iterations, from, to);
        }

        private void addCell(
                int first, int i, boolean hasSeries, double[] iterations, int from, int to) {
            int context = contextAt[first + block.contexts[i]];
            if (context < 0) return;
            if (!hasSeries) rows.add(context, block.values[i]);
            else if (from < to) rows.addSeries(context, iterations, from, to);
        }

        /// Reads the chunks behind the first that hold wanted iterations. The first is always read,
        /// because it alone tells which cells have iterations at all.
        private void addFurtherChunks(
                SeriesParts parts,
                BlockIndex index,
                int entry,
                long chunksAt,
                Iterations.Range range) {
            long offset = chunksAt + index.chunkBytes(entry, 0);
            for (int chunk = 1; chunk < index.chunks(entry); chunk++) {
                int length = index.chunkBytes(entry, chunk);
                int start = index.firstIteration(entry, chunk);
                if (range.from() - start < DatabaseLayout.ITERATIONS_PER_CHUNK
                        && start < range.to()) {
                    readBlock(offset, length);
                    block.readIterations(in);
                    parts.add(block, start, range);
                }
                offset += length;
            }
        }
    }

    /// The iterations of the cells of a block, collected over its chunks. A chunk without places of
    /// a cell lies before or behind its series.
    private static final class SeriesParts {
        final boolean[] hasSeries;
        final double[][] values;

        /// The number of the first iteration of each cell in `values`.
        final int[] first;

        SeriesParts(int cells) {
            hasSeries = new boolean[cells];
            values = new double[cells][0];
            first = new int[cells];
        }

        void add(BlockReader chunk, int firstIteration, Iterations.Range range) {
            int place = 0;
            for (int cell = 0; cell < chunk.count; cell++) {
                int count = chunk.lengths[cell];
                hasSeries[cell] |= count > 0;
                int from = Math.clamp((long) range.from() - firstIteration, 0, count);
                int to = Math.clamp((long) range.to() - firstIteration, from, count);
                append(cell, firstIteration + from, chunk.iterations, place + from, to - from);
                place += count;
            }
        }

        /// The places before the first iteration that ran are not kept, except the last of them.
        private void append(int cell, int number, double[] source, int from, int count) {
            if (count == 0) return;
            double[] before = values[cell];
            if (before.length == 0 || (before.length == 1 && Double.isNaN(before[0]))) {
                int absent = 0;
                while (absent < count - 1 && Double.isNaN(source[from + absent])) absent++;
                first[cell] = number + absent;
                values[cell] = Arrays.copyOfRange(source, from + absent, from + count);
                return;
            }
            int place = number - first[cell];
            values[cell] = Arrays.copyOf(before, place + count);
            Arrays.fill(values[cell], before.length, place, Double.NaN);
            System.arraycopy(source, from, values[cell], place, count);
        }
    }
}
