package treeline.formats.arrow;

import treeline.bytes.LittleEndianBytes;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// A FlatBuffers table: optional fields by number. Referenced objects are written after it.
final class FlatTable {
    private static final int REFERENCE_BYTES = 4;

    private final TreeMap<Integer, Slot> slots = new TreeMap<>();

    /// An object written after the tables that reference it.
    private interface Part {
        /// Appends it; returns where it starts.
        int write(LittleEndianBytes out);
    }

    /// A number in the table, or a reference to a part.
    private record Slot(int bytes, long number, List<Part> part) {}

    FlatTable u8(int field, int value) {
        return number(field, 1, value);
    }

    FlatTable u16(int field, int value) {
        return number(field, 2, value);
    }

    FlatTable i32(int field, int value) {
        return number(field, 4, value);
    }

    FlatTable i64(int field, long value) {
        return number(field, 8, value);
    }

    private FlatTable number(int field, int bytes, long value) {
        slots.put(field, new Slot(bytes, value, List.of()));
        return this;
    }

    private FlatTable part(int field, Part part) {
        slots.put(field, new Slot(REFERENCE_BYTES, 0, List.of(part)));
        return this;
    }

    FlatTable table(int field, FlatTable table) {
        return part(field, table::writeTo);
    }

    FlatTable text(int field, String text) {
        return part(field, out -> writeText(text, out));
    }

    FlatTable tables(int field, List<FlatTable> tables) {
        return part(field, out -> writeTables(tables, out));
    }

    /// Structs of eight-byte numbers, one after the other.
    FlatTable structs(int field, int count, LittleEndianBytes content) {
        return part(field, out -> writeStructs(count, content, out));
    }

    /// The table as a whole buffer.
    LittleEndianBytes buffer() {
        var out = new LittleEndianBytes().i32(0);
        out.putI32(0, writeTo(out));
        return out.align(ArrowLayout.ALIGNMENT);
    }

    private int writeTo(LittleEndianBytes out) {
        int fields = slots.isEmpty() ? 0 : slots.lastKey() + 1;
        out.align(2);
        int directory = out.size();
        out.zeros(2 * (2 + fields)).align(8);
        int start = out.size();
        out.i32(start - directory);
        List<Slot> references = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        int[] at = new int[fields];
        for (var slot : slots.entrySet()) {
            out.align(slot.getValue().bytes());
            at[slot.getKey()] = out.size() - start;
            if (!slot.getValue().part().isEmpty()) {
                references.add(slot.getValue());
                places.add(out.size());
            }
            out.whole(slot.getValue().number(), slot.getValue().bytes());
        }
        putU16(out, directory, 2 * (2 + fields));
        putU16(out, directory + 2, out.size() - start);
        for (int field = 0; field < fields; field++)
            putU16(out, directory + 4 + 2 * field, at[field]);
        for (int i = 0; i < references.size(); i++)
            out.putI32(
                    places.get(i), references.get(i).part().getFirst().write(out) - places.get(i));
        return start;
    }

    private static void putU16(LittleEndianBytes out, int at, int value) {
        out.putU8(at, value);
        out.putU8(at + 1, value >>> Byte.SIZE);
    }

    private static int writeText(String text, LittleEndianBytes out) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.align(4);
        int start = out.size();
        out.i32(bytes.length).all(bytes).u8(0);
        return start;
    }

    private static int writeTables(List<FlatTable> tables, LittleEndianBytes out) {
        out.align(4);
        int start = out.size();
        out.i32(tables.size()).zeros(REFERENCE_BYTES * tables.size());
        for (int i = 0; i < tables.size(); i++) {
            int place = start + REFERENCE_BYTES * (i + 1);
            out.putI32(place, tables.get(i).writeTo(out) - place);
        }
        return start;
    }

    private static int writeStructs(int count, LittleEndianBytes content, LittleEndianBytes out) {
        out.align(8).zeros(4);
        int start = out.size();
        out.i32(count).all(content);
        return start;
    }
}
