package treeline.store.db;

import treeline.source.Slice;
import treeline.store.db.SectionDirectory.Section;

/// How much of one group of contexts a slice reads, from the indexes of its sections.
final class GroupCost {
    private final Slice slice;
    private long bytes;
    private long values;

    GroupCost(DatabaseSource source, int group, Slice slice) {
        this.slice = slice;
        for (int metric : slice.metrics().indexes(source.outline().metrics().size())) {
            Section section = source.column(group, metric);
            if (section == null) continue;
            bytes += Layout.FRAME_BYTES + section.headBytes();
            ValueSection found = source.values(section);
            if (found != null) add(found);
        }
    }

    private void add(ValueSection section) {
        switch (section) {
            case ValueSection.Together(FewCells cells) -> values += cells.cells();
            case ValueSection.InBlocks(Section place, BlockIndex index) -> {
                if (slice.nodes().isAll()) {
                    bytes += place.bodyBytes();
                    values += Math.max(index.cells, iterations(index));
                } else addNodes(index);
            }
        }
    }

    /// Of the chosen nodes, as many values as their share of the bytes.
    private void addNodes(BlockIndex index) {
        long chosen = 0;
        long all = 0;
        for (int entry = 0; entry < index.size(); entry++) {
            all += index.valueBytes(entry);
            if (slice.nodes().contains(index.node(entry))) chosen += index.valueBytes(entry);
        }
        bytes += chosen;
        if (all > 0)
            values += (long) Math.ceil((double) chosen / all * (index.cells + iterations(index)));
    }

    private long iterations(BlockIndex index) {
        return slice.iterations() instanceof Slice.Iterations.Summed ? 0 : index.iterations;
    }

    long bytes() {
        return bytes;
    }

    long values() {
        return values;
    }
}
