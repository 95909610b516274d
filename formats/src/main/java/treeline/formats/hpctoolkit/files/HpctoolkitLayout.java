package treeline.formats.hpctoolkit.files;

/// Layout constants of HPCToolkit's database format 4, in the order of its format notes. All
/// numbers are little-endian, and a pointer is a byte offset in its own file. Arrays are traversed
/// by the element size that the file states, because later minor versions may append fields.
public final class HpctoolkitLayout {
    private HpctoolkitLayout() {}

    /// Starts every file; the kind of file, four letters, follows.
    public static final String MAGIC = "HPCTOOLKIT";

    static final int KIND_AT = 0x0a; // 4 bytes
    static final int MAJOR_AT = 0x0e; // u8
    static final int MINOR_AT = 0x0f; // u8
    public static final int SECTIONS_AT = 0x10; // (u64 size, pointer) a section
    public static final int SECTION_BYTES = 16;
    static final int FOOTER_BYTES = 8;
    public static final int MAJOR = 4;

    /// The four files, identified by content and not by name.
    public enum Kind {
        META("meta", "_meta.db", "meta.db", 8),
        PROFILES("prof", "_prof.db", "profile.db", 2),
        CONTEXTS("ctxt", "__ctx.db", "cct.db", 1),
        TRACES("trce", "trace.db", "trace.db", 1);

        public final String mark;
        public final String footer;
        public final String usualName;
        final int sections;

        Kind(String mark, String footer, String usualName, int sections) {
            this.mark = mark;
            this.footer = footer;
            this.usualName = usualName;
            this.sections = sections;
        }
    }

    // Sections of meta.db
    public static final int GENERAL = 0;
    public static final int ID_NAMES = 1;
    public static final int METRICS = 2;
    public static final int CONTEXT_TREE = 3;
    public static final int MODULES = 5;
    public static final int FILES = 6;
    public static final int FUNCTIONS = 7;

    // Sections of profile.db; cct.db and trace.db have one each
    public static final int PROFILE_INFOS = 0;
    public static final int ONLY_SECTION = 0;

    /// The header of an array of elements, in any file.
    public static final class TableHeader {
        private TableHeader() {}

        static final int ELEMENTS_AT = 0x00; // pointer
        static final int COUNT_AT = 0x08; // u32
        public static final int ELEMENT_BYTES_AT = 0x0c; // u8, u16 in meta.db
    }

    /// `meta.db`, General.
    public static final class General {
        private General() {}

        public static final int TITLE_AT = 0x00; // string pointer
        public static final int DESCRIPTION_AT = 0x08; // string pointer
    }

    /// `meta.db`, Identifier Names.
    public static final class IdNames {
        private IdNames() {}

        public static final int NAMES_AT = 0x00; // pointer to string pointers
        public static final int COUNT_AT = 0x08; // u8
    }

    /// `meta.db`, Performance Metrics.
    public static final class Metrics {
        private Metrics() {}

        public static final int METRICS_AT = 0x00; // pointer
        public static final int COUNT_AT = 0x08; // u32
        public static final int METRIC_BYTES_AT = 0x0c; // u8
        public static final int SCOPE_INSTANCE_BYTES_AT = 0x0d; // u8
        public static final int SUMMARY_BYTES_AT = 0x0e; // u8

        /// What released versions write; drafts of mid-2022 have 24, 24 and 16.
        public static final int METRIC_BYTES = 32;

        public static final int SCOPE_INSTANCE_BYTES = 16;
        public static final int SUMMARY_BYTES = 24;

        public static final int NAME_AT = 0x00; // string pointer
        public static final int INSTANCES_AT = 0x08; // pointer
        public static final int SUMMARIES_AT = 0x10; // pointer
        public static final int INSTANCE_COUNT_AT = 0x18; // u16
        public static final int SUMMARY_COUNT_AT = 0x1a; // u16

        public static final int INSTANCE_SCOPE_AT = 0x00; // pointer
        public static final int INSTANCE_ID_AT = 0x08; // u16

        public static final int SUMMARY_SCOPE_AT = 0x00; // pointer
        public static final int SUMMARY_FORMULA_AT = 0x08; // string pointer
        public static final int SUMMARY_COMBINE_AT = 0x10; // u8
        public static final int SUMMARY_ID_AT = 0x12; // u16

        public static final int SCOPE_NAME_AT = 0x00; // string pointer
        public static final int SCOPE_TYPE_AT = 0x08; // u8
        public static final int SCOPE_BIT_AT = 0x09; // u8
        public static final int SCOPE_BYTES = 16;
    }

    /// `meta.db`, Context Tree.
    public static final class Tree {
        private Tree() {}

        public static final int ENTRIES_AT = 0x00; // pointer
        public static final int ENTRY_COUNT_AT = 0x08; // u16
        public static final int ENTRY_BYTES_AT = 0x0a; // u8
        public static final int ENTRY_BYTES = 32;
        public static final int ENTRY_NAME_AT = 0x18; // string pointer

        // Shared by entry points and contexts
        public static final int CHILDREN_BYTES_AT = 0x00; // u64
        public static final int CHILDREN_AT = 0x08; // pointer
        public static final int ID_AT = 0x10; // u32

        public static final int FLAGS_AT = 0x14; // u8
        public static final int RELATION_AT = 0x15; // u8
        public static final int LEXICAL_TYPE_AT = 0x16; // u8
        public static final int FLEX_WORDS_AT = 0x17; // u8
        public static final int PROPAGATION_AT = 0x18; // u16
        public static final int FLEX_AT = 0x20;
        public static final int CONTEXT_BYTES = FLEX_AT;

        public static final int HAS_FUNCTION = 1;
        public static final int HAS_SOURCE = 2;
        public static final int HAS_POINT = 4;

        public static final int RELATION_CALL = 1;
        public static final int RELATION_INLINED = 2;

        public static final int FUNCTION = 0;
        public static final int LOOP = 1;
        public static final int LINE = 2;
        public static final int INSTRUCTION = 3;
    }

    /// `meta.db`, Load Modules, Source Files and Functions.
    public static final class Tables {
        private Tables() {}

        public static final int PATH_AT = 0x08; // string pointer, of modules and files
        public static final int PATH_BYTES = 16;

        public static final int FUNCTION_NAME_AT = 0x00; // string pointer
        public static final int FUNCTION_MODULE_AT = 0x08; // pointer
        public static final int FUNCTION_FILE_AT = 0x18; // pointer
        public static final int FUNCTION_LINE_AT = 0x20; // u32
        public static final int FUNCTION_BYTES = 36;
    }

    /// `profile.db`, Profile Infos and Identifier Tuples.
    public static final class Profiles {
        private Profiles() {}

        public static final int INFO_BYTES = 0x2c;

        public static final int VALUE_COUNT_AT = 0x00; // u64
        public static final int VALUES_AT = 0x08; // pointer
        public static final int CONTEXT_COUNT_AT = 0x10; // u32
        public static final int INDEX_AT = 0x18; // pointer
        public static final int TUPLE_AT = 0x20; // pointer
        public static final int FLAGS_AT = 0x28; // u32
        public static final int IS_SUMMARY = 1;

        /// A value: u16 metric id, f64.
        public static final int VALUE_BYTES = 10;

        public static final int VALUE_AT = 2;

        /// An index entry: u32 context id, u64 first value.
        public static final int INDEX_BYTES = 12;

        public static final int INDEX_START_AT = 4;

        public static final int TUPLE_COUNT_AT = 0x00; // u16
        public static final int TUPLE_IDS_AT = 0x08;
        public static final int ID_BYTES = 16;
        public static final int ID_KIND_AT = 0x00; // u8
        public static final int ID_LOGICAL_AT = 0x04; // u32
        public static final int ID_PHYSICAL_AT = 0x08; // u64
    }

    /// `cct.db`, Context Infos: element `i` is of context id `i`.
    public static final class Contexts {
        private Contexts() {}

        public static final int INFO_BYTES = 32;

        public static final int VALUE_COUNT_AT = 0x00; // u64
        public static final int VALUES_AT = 0x08; // pointer
        public static final int METRIC_COUNT_AT = 0x10; // u16
        public static final int METRICS_AT = 0x18; // pointer

        /// A value: u32 profile index, f64.
        public static final int VALUE_BYTES = 12;

        public static final int VALUE_AT = 4;

        /// An index entry: u16 metric id, u64 first value.
        public static final int METRIC_BYTES = 10;

        public static final int METRIC_START_AT = 2;
    }

    /// `trace.db`, Context Trace Headers.
    public static final class Traces {
        private Traces() {}

        public static final int BEGIN_AT = 0x10; // u64, nanoseconds since 1970
        public static final int END_AT = 0x18; // u64
        public static final int HEADER_BYTES = 24;

        public static final int PROFILE_AT = 0x00; // u32
        public static final int START_AT = 0x08; // pointer
        public static final int STOP_AT = 0x10; // pointer, exclusive

        /// A sample: u64 nanoseconds, u32 context id.
        public static final int SAMPLE_BYTES = 12;

        public static final int SAMPLE_CONTEXT_AT = 8;
    }
}
