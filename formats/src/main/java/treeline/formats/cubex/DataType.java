package treeline.formats.cubex;

import java.nio.ByteBuffer;
import java.util.Optional;

/// The scalar value types.
enum DataType {
    DOUBLE(8),
    INT64(8),
    UINT64(8),
    INT32(4),
    UINT32(4),
    INT16(2),
    UINT16(2),
    INT8(1),
    UINT8(1);

    private final int bytes;

    DataType(int bytes) {
        this.bytes = bytes;
    }

    int bytes() {
        return bytes;
    }

    double read(ByteBuffer row, int index) {
        int at = index * bytes;
        return switch (this) {
            case DOUBLE -> row.getDouble(at);
            case INT64 -> row.getLong(at);
            case UINT64 -> unsigned(row.getLong(at));
            case INT32 -> row.getInt(at);
            case UINT32 -> Integer.toUnsignedLong(row.getInt(at));
            case INT16 -> row.getShort(at);
            case UINT16 -> Short.toUnsignedInt(row.getShort(at));
            case INT8 -> row.get(at);
            case UINT8 -> Byte.toUnsignedInt(row.get(at));
        };
    }

    private static double unsigned(long value) {
        return value >= 0 ? value : (value >>> 1) * 2.0;
    }

    /// The type of a name in `anchor.xml`; empty for types of several numbers (atomic counters of
    /// TAU, histograms, rates).
    static Optional<DataType> of(String name) {
        return switch (name) {
            case "DOUBLE", "FLOAT", "MINDOUBLE", "MAXDOUBLE" -> Optional.of(DOUBLE);
            case "INTEGER", "INT64" -> Optional.of(INT64);
            case "UINT64" -> Optional.of(UINT64);
            case "INT32" -> Optional.of(INT32);
            case "UINT32" -> Optional.of(UINT32);
            case "INT16" -> Optional.of(INT16);
            case "UINT16" -> Optional.of(UINT16);
            case "INT8", "CHAR" -> Optional.of(INT8);
            case "UINT8" -> Optional.of(UINT8);
            default -> Optional.empty();
        };
    }
}
