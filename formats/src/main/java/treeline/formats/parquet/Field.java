package treeline.formats.parquet;

import treeline.formats.parquet.ParquetLayout.SchemaElement;

/// A column of the schema.
///
/// @param optional whether values may be missing
record Field(String name, Type type, boolean optional) {

    /// The type of a column.
    enum Type {
        FLAG(ParquetLayout.BOOLEAN),
        INT(ParquetLayout.INT32),
        LONG(ParquetLayout.INT64),
        REAL(ParquetLayout.DOUBLE),
        TEXT(ParquetLayout.BYTE_ARRAY);

        private final int number;

        Type(int number) {
            this.number = number;
        }

        /// As the format numbers it.
        int number() {
            return number;
        }
    }

    void describe(CompactThrift file) {
        file.i32(SchemaElement.TYPE, type.number())
                .i32(
                        SchemaElement.REPETITION_TYPE,
                        optional ? ParquetLayout.OPTIONAL : ParquetLayout.REQUIRED)
                .text(SchemaElement.NAME, name);
        if (type == Type.TEXT)
            file.i32(SchemaElement.CONVERTED_TYPE, ParquetLayout.UTF8)
                    .struct(
                            SchemaElement.LOGICAL_TYPE,
                            logical -> logical.struct(SchemaElement.LOGICAL_STRING, _ -> {}));
    }
}
