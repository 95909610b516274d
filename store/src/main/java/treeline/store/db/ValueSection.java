package treeline.store.db;

import treeline.bytes.ByteSource;
import treeline.store.db.DatabaseLayout.Tag;
import treeline.store.db.SectionDirectory.Section;

/// The values of one metric of one group of contexts, in one of two encodings.
sealed interface ValueSection {
    int group();

    int metric();

    /// All values, already loaded.
    record Together(FewCells cells) implements ValueSection {
        @Override
        public int group() {
            return cells.group;
        }

        @Override
        public int metric() {
            return cells.metric;
        }
    }

    /// Blocks in the body of the section, with their index.
    record InBlocks(Section section, BlockIndex index) implements ValueSection {
        @Override
        public int group() {
            return index.group;
        }

        @Override
        public int metric() {
            return index.metric;
        }
    }

    static ValueSection read(DatabaseSource source, Section section) {
        ByteSource head = SectionDirectory.head(source.file(), section);
        int[] groupEnds = source.groups().ends();
        int metrics = source.outline().metrics().size();
        int nodes = source.outline().tree().size();
        if (section.tag() == Tag.FEW_CELLS)
            return new Together(FewCells.read(head, groupEnds, metrics, nodes));
        BlockIndex index = BlockIndex.read(head, groupEnds.length, metrics, nodes);
        if (index.bodyBytes() != section.bodyBytes())
            throw source.file()
                    .malformed(
                            section.headAt(),
                            "an index of %d bytes of blocks".formatted(section.bodyBytes()),
                            Long.toString(index.bodyBytes()));
        return new InBlocks(section, index);
    }
}
