package treeline.formats.parquet;

import treeline.bytes.LittleEndianBytes;

import java.util.Optional;

/// The values of one column chunk, for its pages.
interface ChunkValues {
    int rows();

    /// How many rows have a value.
    int values();

    /// By row 1 where it has a value, else 0. Asked of optional columns only.
    int[] present();

    /// How many different values stand before the pages, which then have their numbers; 0 where
    /// pages have the values themselves.
    default int entries() {
        return 0;
    }

    /// The different values one after the other, as Parquet's plain encoding has them.
    default LittleEndianBytes dictionary() {
        return new LittleEndianBytes();
    }

    /// Appends what the rows `[from, to)` have. Pages come in the order of rows.
    void addPage(int from, int to, LittleEndianBytes page);

    /// The least value, where it is known and short.
    Optional<byte[]> smallest();

    /// The largest value, where it is known and short.
    Optional<byte[]> largest();
}
