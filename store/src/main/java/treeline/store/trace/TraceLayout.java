package treeline.store.trace;

import treeline.source.files.FormatVersion;
import treeline.source.trace.OperationKind;

/// The layout of a trace file, in the order of `docs/formats/trace.md`.
final class TraceLayout {
    /// As the database's: a byte that is not ASCII, then both line ends.
    static final byte[] MARK = {(byte) 0x89, 'T', 'L', 'T', 'R', '\r', '\n', 0x1a};

    static final int VERSION = 1;
    static final FormatVersion READABLE = new FormatVersion("trace", 1, VERSION);
    static final int VERSION_AT = MARK.length;
    static final int BLOCKS_AT = VERSION_AT + Integer.BYTES;

    /// Bytes of the index and its checksum, at the end of the file.
    static final int TRAILER_BYTES = 2 * Integer.BYTES;

    static final String NAME_START = "trace-";
    static final String NAME_END = ".tltrace";

    // Kinds of records, in the low two bits of their first number.
    static final int END = 0;
    static final int BEGIN = 1;
    static final int OPERATION = 2;
    static final int KIND_BITS = 2;

    /// Records per block: a reader decodes one block to show a moment.
    static final int BLOCK_RECORDS = 4096;

    // Kinds of operations.
    static final int SEND = 1;
    static final int RECEIVE = 2;
    static final int POST_SEND = 3;
    static final int COMPLETE_SEND = 4;
    static final int POST_RECEIVE = 5;
    static final int COMPLETE_RECEIVE = 6;
    static final int CANCEL = 7;
    static final int FIRST_COLLECTIVE = 16;

    private static final OperationKind[] COLLECTIVES = {
        OperationKind.BARRIER,
        OperationKind.BROADCAST,
        OperationKind.GATHER,
        OperationKind.GATHERV,
        OperationKind.SCATTER,
        OperationKind.SCATTERV,
        OperationKind.ALLGATHER,
        OperationKind.ALLGATHERV,
        OperationKind.ALLTOALL,
        OperationKind.ALLTOALLV,
        OperationKind.ALLTOALLW,
        OperationKind.ALLREDUCE,
        OperationKind.REDUCE,
        OperationKind.REDUCE_SCATTER,
        OperationKind.REDUCE_SCATTER_BLOCK,
        OperationKind.SCAN,
        OperationKind.EXSCAN,
        OperationKind.OTHER_COLLECTIVE,
        OperationKind.FINALIZE
    };

    private TraceLayout() {}

    static boolean isKnown(int kind) {
        return (kind >= SEND && kind <= CANCEL) || isCollective(kind);
    }

    static boolean isCollective(int kind) {
        return kind >= FIRST_COLLECTIVE && kind < FIRST_COLLECTIVE + COLLECTIVES.length;
    }

    static OperationKind collective(int kind) {
        return COLLECTIVES[kind - FIRST_COLLECTIVE];
    }

    static int code(OperationKind collective) {
        for (int i = 0; i < COLLECTIVES.length; i++)
            if (COLLECTIVES[i] == collective) return FIRST_COLLECTIVE + i;
        throw new IllegalArgumentException("no collective operation: " + collective);
    }
}
