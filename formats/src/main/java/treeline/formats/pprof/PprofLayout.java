package treeline.formats.pprof;

/// The fields of `profile.proto`, in its order.
final class PprofLayout {
    private PprofLayout() {}

    /// The message of the whole file.
    static final class Profile {
        static final int SAMPLE_TYPE = 1;
        static final int SAMPLE = 2;
        static final int MAPPING = 3;
        static final int LOCATION = 4;
        static final int FUNCTION = 5;
        static final int STRING = 6;
        static final int DROP_FRAMES = 7;
        static final int KEEP_FRAMES = 8;
        static final int TIME_NANOS = 9;
        static final int DURATION_NANOS = 10;
        static final int PERIOD_TYPE = 11;
        static final int PERIOD = 12;
        static final int COMMENT = 13;
        static final int DEFAULT_SAMPLE_TYPE = 14;
        static final int DOC_URL = 15;
    }

    /// What one column of values is.
    static final class ValueType {
        static final int TYPE = 1;
        static final int UNIT = 2;
    }

    /// A stack with its values.
    static final class Sample {
        static final int LOCATION_ID = 1; // leaf first
        static final int VALUE = 2;
        static final int LABEL = 3;
    }

    /// What is said of a sample: a text or a number with a unit.
    static final class Label {
        static final int KEY = 1;
        static final int TEXT = 2;
        static final int NUMBER = 3;
        static final int NUMBER_UNIT = 4;
    }

    /// A binary or library.
    static final class Mapping {
        static final int ID = 1;
        static final int START = 2;
        static final int LIMIT = 3;
        static final int OFFSET = 4;
        static final int FILE = 5;
        static final int BUILD_ID = 6;
        static final int LAST = 10; // flags: what is known of functions, files, lines, inlining
    }

    /// An address with the functions that were inlined there, innermost first.
    static final class Location {
        static final int ID = 1;
        static final int MAPPING_ID = 2;
        static final int ADDRESS = 3;
        static final int LINE = 4;
        static final int IS_FOLDED = 5;
    }

    /// Where in a function.
    static final class Line {
        static final int FUNCTION_ID = 1;
        static final int LINE = 2;
        static final int COLUMN = 3;
    }

    /// A function.
    static final class Function {
        static final int ID = 1;
        static final int NAME = 2;
        static final int SYSTEM_NAME = 3;
        static final int FILE = 4;
        static final int START_LINE = 5;
    }
}
