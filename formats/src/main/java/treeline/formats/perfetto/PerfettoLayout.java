package treeline.formats.perfetto;

/// Field numbers of Perfetto's protobuf messages (`protos/perfetto/trace` of Perfetto), which never
/// change their meaning.
final class PerfettoLayout {
    private PerfettoLayout() {}

    /// The file.
    static final class Trace {
        static final int PACKET = 1;

        private Trace() {}
    }

    /// TracePacket.
    static final class Packet {
        static final int FTRACE_EVENTS = 1;
        static final int PROCESS_TREE = 2;
        static final int TRUSTED_UID = 3;
        static final int CLOCK_SNAPSHOT = 6;
        static final int TIMESTAMP = 8;
        static final int SEQUENCE_ID = 10;
        static final int TRACK_EVENT = 11;
        static final int INTERNED_DATA = 12;
        static final int SEQUENCE_FLAGS = 13;
        static final int TRACE_CONFIG = 33;
        static final int TRACE_STATS = 35;
        static final int SYNCHRONIZATION_MARKER = 36;
        static final int PROFILE_PACKET = 37;
        static final int INCREMENTAL_STATE_CLEARED = 41;
        static final int PREVIOUS_PACKET_DROPPED = 42;
        static final int PROCESS_DESCRIPTOR = 43;
        static final int THREAD_DESCRIPTOR = 44;
        static final int SYSTEM_INFO = 45;
        static final int COMPRESSED_PACKETS = 50;
        static final int GPU_COUNTER_EVENT = 52;
        static final int GPU_RENDER_STAGE_EVENT = 53;
        static final int CLOCK_ID = 58;
        static final int DEFAULTS = 59;
        static final int TRACK_DESCRIPTOR = 60;
        static final int PERF_SAMPLE = 66;
        static final int TRUSTED_PID = 79;
        static final int FIRST_ON_SEQUENCE = 87;
        static final int MACHINE_ID = 98;
        static final int ZSTD_COMPRESSED_PACKETS = 133;
        static final int STACK_SAMPLE = 135;

        // Bits of SEQUENCE_FLAGS.
        static final int STATE_CLEARED = 1;
        static final int NEEDS_STATE = 2;

        // Of DEFAULTS.
        static final int DEFAULT_TRACK_EVENT = 11;
        static final int DEFAULT_CLOCK_ID = 58;

        private Packet() {}
    }

    /// TrackEvent, and TrackEventDefaults, which use the same numbers.
    static final class Event {
        static final int DELTA_MICROS = 1;
        static final int CATEGORY_IIDS = 3;
        static final int ANNOTATIONS = 4;
        static final int LEGACY = 6;
        static final int TYPE = 9;
        static final int NAME_IID = 10;
        static final int TRACK = 11;
        static final int EXTRA_COUNTER_VALUES = 12;
        static final int ABSOLUTE_MICROS = 16;
        static final int CATEGORIES = 22;
        static final int NAME = 23;
        static final int COUNTER_VALUE = 30;
        static final int EXTRA_COUNTER_TRACKS = 31;
        static final int FLOW_IDS_OLD = 36;
        static final int TERMINATING_FLOW_IDS_OLD = 42;
        static final int DOUBLE_COUNTER_VALUE = 44;
        static final int EXTRA_DOUBLE_COUNTER_TRACKS = 45;
        static final int EXTRA_DOUBLE_COUNTER_VALUES = 46;
        static final int FLOW_IDS = 47;
        static final int TERMINATING_FLOW_IDS = 48;
        static final int CORRELATION_ID = 52;
        static final int CORRELATION_ID_STR = 53;
        static final int CORRELATION_ID_STR_IID = 54;

        // Types.
        static final int SLICE_BEGIN = 1;
        static final int SLICE_END = 2;
        static final int INSTANT = 3;
        static final int COUNTER = 4;

        private Event() {}
    }

    /// LegacyEvent: events of Chrome's JSON carried over.
    static final class Legacy {
        static final int NAME_IID = 1;
        static final int PHASE = 2;
        static final int DURATION_MICROS = 3;
        static final int BIND_ID = 8;
        static final int PID = 18;
        static final int TID = 19;

        private Legacy() {}
    }

    /// TrackDescriptor.
    static final class Track {
        static final int UUID = 1;
        static final int NAME = 2;
        static final int PROCESS = 3;
        static final int THREAD = 4;
        static final int PARENT = 5;
        static final int COUNTER = 8;
        static final int STATIC_NAME = 10;
        static final int ATRACE_NAME = 13;

        // ProcessDescriptor.
        static final int PROCESS_PID = 1;
        static final int PROCESS_NAME = 6;

        // ThreadDescriptor.
        static final int THREAD_PID = 1;
        static final int THREAD_TID = 2;
        static final int THREAD_NAME = 5;
        static final int REFERENCE_MICROS = 6;

        // CounterDescriptor.
        static final int COUNTER_TYPE = 1;
        static final int UNIT = 3;
        static final int UNIT_MULTIPLIER = 4;
        static final int IS_INCREMENTAL = 5;
        static final int UNIT_NAME = 6;

        private Track() {}
    }

    /// ProcessTree.
    static final class ProcessTree {
        static final int PROCESSES = 1;
        static final int THREADS = 2;
        static final int PROCESS_PID = 1;
        static final int PROCESS_CMDLINE = 3;
        static final int THREAD_TID = 1;
        static final int THREAD_NAME = 2;
        static final int THREAD_TGID = 3;

        private ProcessTree() {}
    }

    /// InternedData. Each entry has its id and a text.
    static final class Interned {
        static final int CATEGORIES = 1;
        static final int EVENT_NAMES = 2;
        static final int ANNOTATION_NAMES = 3;
        static final int GPU_SPECIFICATIONS = 24;
        static final int CORRELATION_TEXTS = 43;

        static final int IID = 1;
        static final int TEXT = 2;

        private Interned() {}
    }

    /// ClockSnapshot.
    static final class Clocks {
        static final int CLOCK = 1;
        static final int PRIMARY = 2;

        // Of a clock.
        static final int ID = 1;
        static final int TIMESTAMP = 2;
        static final int IS_INCREMENTAL = 3;
        static final int UNIT_NANOS = 4;

        // Ids.
        static final int REALTIME = 1;
        static final int BOOTTIME = 6;
        static final int FIRST_OF_SEQUENCE = 64;
        static final int LAST_OF_SEQUENCE = 127;

        private Clocks() {}
    }

    /// DebugAnnotation.
    static final class Annotation {
        static final int NAME_IID = 1;
        static final int UINT = 3;
        static final int INT = 4;
        static final int NAME = 10;

        private Annotation() {}
    }

    /// GpuRenderStageEvent.
    static final class RenderStage {
        static final int DURATION = 2;
        static final int GPU_ID = 11;
        static final int QUEUE_IID = 13;
        static final int STAGE_IID = 14;
        static final int NAME = 17;
        static final int NAME_IID = 20;

        private RenderStage() {}
    }
}
