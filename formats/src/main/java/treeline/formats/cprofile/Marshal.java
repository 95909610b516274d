package treeline.formats.cprofile;

import org.jspecify.annotations.Nullable;

import treeline.source.files.FiniteDecimal;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;
import treeline.source.files.StoredBytes;

import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Parser of Python's marshal format, limited to what statistics use: numbers, strings, tuples and
/// dicts of Python 2 and 3. Objects are `Double`, `String`, `List` (tuples), [Dict] and [#NOTHING].
final class Marshal {
    /// An object with this bit in its type may be referred to later.
    private static final int REFERABLE = 0x80;

    private static final int DEPTH_LIMIT = 8; // statistics nest four deep
    private static final int DICT_END = '0';

    static final Object NOTHING = new Object();

    private final MappedFile file;
    private long at;

    /// Objects that later ones refer to; null while a container is not complete.
    private final List<@Nullable Object> referable = new ArrayList<>();

    /// Python 2 refers to interned texts by a list of their own.
    private final List<Object> interned = new ArrayList<>();

    /// A dict as a list of pairs. Keys are not hashed, because hashing a hostile key could take
    /// forever.
    record Dict(List<Object> keys, List<Object> values) {}

    Marshal(MappedFile file) {
        this.file = file;
    }

    /// A dict whose first key is a tuple whose first element is a text.
    static boolean startsWithFunctions(byte[] prefix) {
        if (prefix.length < 8 || (prefix[0] & ~REFERABLE & 0xff) != '{') return false;
        int tuple = prefix[1] & ~REFERABLE & 0xff;
        int length = tuple == '(' ? 5 : 2;
        boolean ofThree = (tuple == '(' || tuple == ')') && prefix[2] == 3;
        return ofThree && "zZaAutsR".indexOf(prefix[1 + length] & ~REFERABLE & 0xff) >= 0;
    }

    Dict readDict() {
        if (file.size() > 0 && read(0) instanceof Dict dict) return dict;
        throw file.malformed(0, "a marshalled dict", "something else");
    }

    MalformedProfileException malformed(String expected, String found) {
        return file.malformed(Math.min(at, file.size()), expected, found);
    }

    private Object read(int depth) {
        if (depth > DEPTH_LIMIT) throw malformed("at most 8 levels of objects", "more");
        int code = u8();
        int type = code & ~REFERABLE;
        int slot = -1;
        if ((code & REFERABLE) != 0 && type != 'r') {
            slot = referable.size();
            referable.add(null);
        }
        Object object = read(type, depth);
        if (slot >= 0) referable.set(slot, object);
        return object;
    }

    private Object read(int type, int depth) {
        return switch (type) {
            case 'N', 'T', 'F', 'S', '.' -> NOTHING;
            case 'i' -> (double) i32();
            case 'I' -> (double) file.bytes().get(StoredBytes.U64, take(Long.BYTES));
            case 'l' -> digits();
            case 'g' -> file.bytes().get(StoredBytes.F64, take(Double.BYTES));
            case 'f' -> number(text(u8()));
            case 'z', 'Z' -> text(u8());
            case 'a', 'A', 'u', 's' -> text(length());
            case 't' -> {
                String text = text(length());
                interned.add(text);
                yield text;
            }
            case 'R' -> referred(interned, i32());
            case 'r' -> referred(referable, i32());
            case ')' -> tuple(u8(), depth);
            case '(', '[', '<', '>' -> tuple(length(), depth);
            case '{' -> dict(depth);
            default -> {
                at--;
                throw malformed("the type of a marshalled object", "'%c'".formatted(type));
            }
        };
    }

    private List<Object> tuple(int count, int depth) {
        if (count > file.size() - at)
            throw malformed("a count of objects that fit in the file", Integer.toString(count));
        List<Object> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) elements.add(read(depth + 1));
        return elements;
    }

    private Dict dict(int depth) {
        List<Object> keys = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        while (true) {
            if (u8() == DICT_END) return new Dict(keys, values);
            at--;
            keys.add(read(depth + 1));
            values.add(read(depth + 1));
        }
    }

    private Object referred(List<? extends @Nullable Object> list, int index) {
        Object object = index < 0 || index >= list.size() ? null : list.get(index);
        if (object == null)
            throw malformed("a reference to an earlier object", Integer.toString(index));
        return object;
    }

    /// A whole number of any length, in digits of 15 bits.
    private double digits() {
        int count = i32();
        double value = 0;
        double scale = 1;
        long digits = Math.abs((long) count);
        if (digits * 2 > file.size() - at)
            throw malformed("a number that fits in the file", "a longer one");
        for (long i = 0; i < digits; i++, scale *= 1 << 15)
            value += scale * (file.bytes().get(StoredBytes.U16, take(Short.BYTES)) & 0x7fff);
        if (!Double.isFinite(value)) throw malformed("a number that fits a double", "a larger one");
        return count < 0 ? -value : value;
    }

    private double number(String text) {
        try {
            return FiniteDecimal.parse(text);
        } catch (NumberFormatException bad) {
            throw malformed("a number", "'" + text + "'");
        }
    }

    private String text(int bytes) {
        byte[] copy = file.bytes().asSlice(take(bytes), bytes).toArray(ValueLayout.JAVA_BYTE);
        return new String(copy, StandardCharsets.UTF_8);
    }

    private int length() {
        int length = i32();
        if (length < 0 || length > file.size() - at)
            throw malformed("a length that fits in the file", Integer.toUnsignedString(length));
        return length;
    }

    private int u8() {
        return file.bytes().get(ValueLayout.JAVA_BYTE, take(1)) & 0xff;
    }

    private int i32() {
        return file.bytes().get(StoredBytes.U32, take(Integer.BYTES));
    }

    private long take(int bytes) {
        if (bytes > file.size() - at) {
            at = file.size();
            throw malformed("%d more bytes".formatted(bytes), "the end of the file");
        }
        long start = at;
        at += bytes;
        return start;
    }
}
