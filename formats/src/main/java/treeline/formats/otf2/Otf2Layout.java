package treeline.formats.otf2;

/// Byte layout of OTF2 archives, as observed in archives of OTF2 2.3 and 3.0. The format has no
/// public specification; the library's output is the reference.
final class Otf2Layout {
    private Otf2Layout() {}

    // Start of every file: a marker and the byte order.
    static final int MAGIC = 0x03;
    static final int LITTLE_ENDIAN = 0x42;
    static final int CHUNK_HEADER_BYTES = 18; // with the numbers of the first and the last event

    // Anchor file.
    static final int ANCHOR_NAME_AT = 2;
    static final String ANCHOR_NAME = "OTF2\0";
    static final int ANCHOR_VERSION_AT = 9; // three bytes
    static final int ANCHOR_EVENT_CHUNK_AT = 12; // u64
    static final int ANCHOR_DEFINITION_CHUNK_AT = 20; // u64
    static final int ANCHOR_SUBSTRATE_AT = 28;
    static final int ANCHOR_COMPRESSION_AT = 29;
    static final int ANCHOR_LOCATIONS_AT = 30; // u64
    static final int ANCHOR_STRINGS_AT = 46; // machine, creator, description
    static final int POSIX = 1;
    static final int UNCOMPRESSED = 1;

    // Records of all files.
    static final int PADDING = 0x00;
    static final int END_OF_FILE = 0x01;
    static final int END_OF_DATA = 0x02;
    static final int TIME = 0x05;
    static final int ATTRIBUTES = 0x06;
    static final int LONG_RECORD = 0xFF;

    // Events.
    static final int BUFFER_FLUSH = 0x0A;
    static final int MEASUREMENT_ON_OFF = 0x0B;
    static final int ENTER = 0x0C;
    static final int LEAVE = 0x0D;
    static final int MPI_SEND = 0x0E;
    static final int MPI_ISEND = 0x0F;
    static final int MPI_ISEND_COMPLETE = 0x10;
    static final int MPI_IRECV_REQUEST = 0x11;
    static final int MPI_RECV = 0x12;
    static final int MPI_IRECV = 0x13;
    static final int MPI_REQUEST_TEST = 0x14;
    static final int MPI_REQUEST_CANCELLED = 0x15;
    static final int MPI_COLLECTIVE_BEGIN = 0x16;
    static final int MPI_COLLECTIVE_END = 0x17;
    static final int OMP_FORK = 0x18;
    static final int METRIC = 0x1F;
    static final int THREAD_FORK = 0x35;
    static final int THREAD_JOIN = 0x36;
    static final int THREAD_TEAM_BEGIN = 0x37;
    static final int THREAD_TEAM_END = 0x38;
    static final int CALLING_CONTEXT_ENTER = 0x42;
    static final int CALLING_CONTEXT_LEAVE = 0x43;
    static final int CALLING_CONTEXT_SAMPLE = 0x44;
    static final int PROGRAM_BEGIN = 0x53;
    static final int PROGRAM_END = 0x54;
    static final int COLLECTIVE_REQUEST = 0x55;
    static final int COLLECTIVE_COMPLETE = 0x56;

    // Global definitions.
    static final int CLOCK_PROPERTIES = 0x05;
    static final int STRING = 0x0A;
    static final int SYSTEM_TREE_NODE = 0x0C;
    static final int LOCATION_GROUP = 0x0D;
    static final int LOCATION = 0x0E;
    static final int REGION = 0x0F;
    static final int GROUP = 0x12;
    static final int METRIC_MEMBER = 0x13;
    static final int METRIC_CLASS = 0x14;
    static final int METRIC_INSTANCE = 0x15;
    static final int COMMUNICATOR = 0x16;

    // Local definitions.
    static final int MAPPING_TABLE = 0x05;
    static final int CLOCK_OFFSET = 0x06;

    // Types of mapping tables.
    static final int MAPS_REGIONS = 3;
    static final int MAPS_METRICS = 5;
    static final int MAPS_COMMUNICATORS = 6;

    // Types of locations and of their groups.
    static final int CPU_THREAD = 1;
    static final int ACCELERATOR_STREAM = 2;
    static final int METRIC_LOCATION = 3;

    // Types of groups.
    static final int COMM_LOCATIONS = 4;
    static final int COMM_GROUP = 5;
    static final int COMM_SELF = 6;

    // Paradigms.
    static final int OPENMP = 3;
    static final int MPI = 4;
    static final int CUDA = 5;
    static final int HIP = 23;

    // Roles of regions.
    static final int FUNCTION = 1;
    static final int LOOP = 3;
    static final int ROLE_BARRIER = 15;
    static final int ROLE_IMPLICIT_BARRIER = 16;

    // Metrics.
    static final int ACCUMULATED = 0; // low four bits of the mode
    static final int SYNCHRONOUS_STRICT = 0;
    static final int ASYNCHRONOUS = 2;
    static final int DOUBLE = 10;
}
