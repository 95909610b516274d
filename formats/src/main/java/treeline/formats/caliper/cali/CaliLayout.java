package treeline.formats.caliper.cali;

import treeline.formats.caliper.records.CaliperAttribute;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// Constants of the `.cali` format. A file consists of lines of fields,
/// `name=value=value,name=value`, each starting with the kind of its record. There is no header,
/// version or end marker. One tree of nodes holds types, attributes and region names; eleven nodes
/// are predefined.
public final class CaliLayout {
    public static final byte[] MARK = bytes("__rec=");
    static final byte[] NODE = bytes("__rec=node,");
    static final byte[] SNAPSHOT = bytes("__rec=ctx");
    static final byte[] GLOBALS = bytes("__rec=globals");

    // Fields.
    static final byte[] ID = bytes("id");
    static final byte[] ATTRIBUTE = bytes("attr");
    static final byte[] DATA = bytes("data");
    static final byte[] PARENT = bytes("parent");
    static final byte[] REFERENCE = bytes("ref");

    public static final char FIELD_END = ',';
    public static final char ITEM_END = '=';
    public static final char ESCAPE = '\\';

    // Nodes that no file holds: the types in the order of their ids, then three attributes.
    public static final List<CaliperAttribute.Type> TYPES =
            List.of(
                    CaliperAttribute.Type.USR,
                    CaliperAttribute.Type.INT,
                    CaliperAttribute.Type.UINT,
                    CaliperAttribute.Type.STRING,
                    CaliperAttribute.Type.ADDR,
                    CaliperAttribute.Type.DOUBLE,
                    CaliperAttribute.Type.BOOL,
                    CaliperAttribute.Type.TYPE);
    public static final int NAME_ATTRIBUTE = 8;
    static final int TYPE_ATTRIBUTE = 9;
    public static final int PROPERTIES_ATTRIBUTE = 10;
    public static final int POINTER_TYPE = 11;

    // Attributes of attributes.
    public static final String ALIAS = "attribute.alias";
    public static final String UNIT = "attribute.unit";
    static final String TIME_UNIT = "time.unit";
    static final String COUNTS_ITERATIONS = "class.iteration";

    private CaliLayout() {}

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    public static boolean startsWith(byte[] bytes, int from, int to, byte[] start) {
        if (to - from < start.length) return false;
        for (int i = 0; i < start.length; i++) if (bytes[from + i] != start[i]) return false;
        return true;
    }
}
