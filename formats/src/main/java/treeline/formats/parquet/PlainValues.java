package treeline.formats.parquet;

import treeline.bytes.LittleEndianBytes;

import java.util.Arrays;
import java.util.Optional;

/// Plain-encoded values: numbers that rarely repeat, and flags.
final class PlainValues implements ChunkValues {
    private final int rows;
    private final int[] present;
    private final Pages pages;
    private final Optional<byte[]> smallest;
    private final Optional<byte[]> largest;

    /// Appends the values of rows `[from, to)`, without missing ones.
    @FunctionalInterface
    interface Pages {
        void add(int from, int to, LittleEndianBytes page);
    }

    private PlainValues(
            int rows,
            int[] present,
            Pages pages,
            Optional<byte[]> smallest,
            Optional<byte[]> largest) {
        this.rows = rows;
        this.present = present;
        this.pages = pages;
        this.smallest = smallest;
        this.largest = largest;
    }

    /// Every row has a value.
    static PlainValues required(int rows, Pages pages) {
        return new PlainValues(rows, new int[0], pages, Optional.empty(), Optional.empty());
    }

    /// @param present by row 1 where it has a value, else 0
    static PlainValues optional(int[] present, Pages pages) {
        return bounded(present, pages, Optional.empty(), Optional.empty());
    }

    static PlainValues bounded(
            int[] present, Pages pages, Optional<byte[]> smallest, Optional<byte[]> largest) {
        return new PlainValues(present.length, present, pages, smallest, largest);
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int values() {
        return present.length == 0 ? rows : Arrays.stream(present).sum();
    }

    @Override
    public int[] present() {
        return present;
    }

    @Override
    public void addPage(int from, int to, LittleEndianBytes page) {
        pages.add(from, to, page);
    }

    @Override
    public Optional<byte[]> smallest() {
        return smallest;
    }

    @Override
    public Optional<byte[]> largest() {
        return largest;
    }
}
