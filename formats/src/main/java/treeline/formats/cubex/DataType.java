package treeline.formats.cubex;

import java.nio.ByteBuffer;
import java.util.Optional;

/// The types of values that are one number.
enum DataType {
    DOUBLE(8) {
        @Override
        double read(ByteBuffer row, int index) {
            return row.getDouble(index * 8);
        }
    },
    INT64(8) {
        @Override
        double read(ByteBuffer row, int index) {
            return row.getLong(index * 8);
        }
    },
    UINT64(8) {
        @Override
        double read(ByteBuffer row, int index) {
            long value = row.getLong(index * 8);
            return value >= 0 ? value : (value >>> 1) * 2.0;
        }
    },
    INT32(4) {
        @Override
        double read(ByteBuffer row, int index) {
            return row.getInt(index * 4);
        }
    },
    UINT32(4) {
        @Override
        double read(ByteBuffer row, int index) {
            return Integer.toUnsignedLong(row.getInt(index * 4));
        }
    },
    INT16(2) {
        @Override
        double read(ByteBuffer row, int index) {
            return row.getShort(index * 2);
        }
    },
    UINT16(2) {
        @Override
        double read(ByteBuffer row, int index) {
            return Short.toUnsignedInt(row.getShort(index * 2));
        }
    },
    INT8(1) {
        @Override
        double read(ByteBuffer row, int index) {
            return row.get(index);
        }
    },
    UINT8(1) {
        @Override
        double read(ByteBuffer row, int index) {
            return Byte.toUnsignedInt(row.get(index));
        }
    };

    private final int bytes;

    DataType(int bytes) {
        this.bytes = bytes;
    }

    int bytes() {
        return bytes;
    }

    abstract double read(ByteBuffer row, int index);

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
