package treeline.formats.otf2;

import treeline.source.trace.OperationKind;

import java.util.TreeMap;

/// Decodes the events of a chunk.
final class Otf2EventReader {
    private final LocalDefinitions local;
    private final EventVisitor visitor;
    private long events;

    /// Receives events in recorded order, with global identifiers and corrected times.
    interface EventVisitor {
        void enter(long nanos, int region);

        void leave(long nanos, int region);

        default void send(long nanos, int receiver, int communicator, int tag, long bytes) {}

        default void postSend(
                long nanos, int receiver, int communicator, int tag, long bytes, long request) {}

        default void completeSend(long nanos, long request) {}

        default void postReceive(long nanos, long request) {}

        default void receive(long nanos, int sender, int communicator, int tag, long bytes) {}

        default void completeReceive(
                long nanos, int sender, int communicator, int tag, long bytes, long request) {}

        default void cancel(long request) {}

        default void beginCollective(long nanos) {}

        default void endCollective(
                long nanos, OperationKind kind, int communicator, long root, long in, long out) {}

        default void beginTeam(long nanos, int communicator) {}

        default void endTeam(long nanos) {}

        default void metric(long nanos, int metric, byte[] types, long[] values) {}

        /// An event that is not used.
        default void other(int type) {}
    }

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
        OperationKind.SCAN,
        OperationKind.EXSCAN,
        OperationKind.REDUCE_SCATTER_BLOCK
    };

    Otf2EventReader(LocalDefinitions local, EventVisitor visitor) {
        this.local = local;
        this.visitor = visitor;
    }

    /// The events read so far, of all types.
    long events() {
        return events;
    }

    /// Reads the records of a chunk.
    void read(Otf2Cursor cursor) {
        long nanos = 0;
        while (cursor.hasMore()) {
            int type = cursor.u8();
            if (type != Otf2Layout.TIME && type != Otf2Layout.ATTRIBUTES) events++;
            switch (type) {
                case Otf2Layout.PADDING, Otf2Layout.END_OF_DATA, Otf2Layout.END_OF_FILE -> {
                    events--;
                    cursor.isEnd(type);
                    return;
                }
                case Otf2Layout.TIME -> nanos = local.nanos(cursor.u64());
                case Otf2Layout.ENTER -> visitor.enter(nanos, local.region(cursor.id()));
                case Otf2Layout.LEAVE -> visitor.leave(nanos, local.region(cursor.id()));
                case Otf2Layout.MPI_ISEND_COMPLETE ->
                        visitor.completeSend(nanos, cursor.compressed());
                case Otf2Layout.MPI_IRECV_REQUEST ->
                        visitor.postReceive(nanos, cursor.compressed());
                case Otf2Layout.MPI_REQUEST_CANCELLED -> visitor.cancel(cursor.compressed());
                case Otf2Layout.MPI_REQUEST_TEST, Otf2Layout.OMP_FORK -> cursor.compressed();
                default -> {
                    int end = cursor.recordEnd();
                    read(type, nanos, cursor);
                    cursor.moveTo(end);
                }
            }
        }
    }

    private void read(int type, long nanos, Otf2Cursor cursor) {
        switch (type) {
            case Otf2Layout.MPI_SEND ->
                    visitor.send(
                            nanos,
                            cursor.id(),
                            communicator(cursor),
                            tag(cursor),
                            cursor.compressed());
            case Otf2Layout.MPI_RECV ->
                    visitor.receive(
                            nanos,
                            cursor.id(),
                            communicator(cursor),
                            tag(cursor),
                            cursor.compressed());
            case Otf2Layout.MPI_ISEND ->
                    visitor.postSend(
                            nanos,
                            cursor.id(),
                            communicator(cursor),
                            tag(cursor),
                            cursor.compressed(),
                            cursor.compressed());
            case Otf2Layout.MPI_IRECV ->
                    visitor.completeReceive(
                            nanos,
                            cursor.id(),
                            communicator(cursor),
                            tag(cursor),
                            cursor.compressed(),
                            cursor.compressed());
            case Otf2Layout.MPI_COLLECTIVE_BEGIN -> visitor.beginCollective(nanos);
            case Otf2Layout.MPI_COLLECTIVE_END -> readCollective(nanos, cursor);
            case Otf2Layout.THREAD_TEAM_BEGIN -> visitor.beginTeam(nanos, communicator(cursor));
            case Otf2Layout.THREAD_TEAM_END -> visitor.endTeam(nanos);
            case Otf2Layout.METRIC -> readMetric(nanos, cursor);
            case Otf2Layout.ATTRIBUTES,
                    Otf2Layout.THREAD_FORK,
                    Otf2Layout.THREAD_JOIN,
                    Otf2Layout.PROGRAM_BEGIN,
                    Otf2Layout.PROGRAM_END -> {}
            default -> visitor.other(type);
        }
    }

    private int communicator(Otf2Cursor cursor) {
        return local.communicator(cursor.id());
    }

    private static int tag(Otf2Cursor cursor) {
        return (int) cursor.compressed();
    }

    private void readCollective(long nanos, Otf2Cursor cursor) {
        int operation = cursor.u8();
        OperationKind kind =
                operation < COLLECTIVES.length
                        ? COLLECTIVES[operation]
                        : OperationKind.OTHER_COLLECTIVE;
        int communicator = communicator(cursor);
        long root = cursor.compressed();
        long sent = cursor.compressed();
        visitor.endCollective(nanos, kind, communicator, root, sent, cursor.compressed());
    }

    private void readMetric(long nanos, Otf2Cursor cursor) {
        int metric = local.metric(cursor.id());
        int count = cursor.u8();
        byte[] types = new byte[count];
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            types[i] = (byte) cursor.u8();
            values[i] = types[i] == Otf2Layout.DOUBLE ? cursor.u64() : cursor.compressed();
        }
        visitor.metric(nanos, metric, types, values);
    }

    /// Names of event types, for notes about events that are not used.
    static String name(int type) {
        return NAMES.getOrDefault(type, "type 0x%02X".formatted(type));
    }

    private static final java.util.Map<Integer, String> NAMES =
            new TreeMap<>(
                    java.util.Map.of(
                            Otf2Layout.BUFFER_FLUSH, "BufferFlush",
                            Otf2Layout.MEASUREMENT_ON_OFF, "MeasurementOnOff",
                            Otf2Layout.CALLING_CONTEXT_ENTER, "CallingContextEnter",
                            Otf2Layout.CALLING_CONTEXT_LEAVE, "CallingContextLeave",
                            Otf2Layout.CALLING_CONTEXT_SAMPLE, "CallingContextSample",
                            Otf2Layout.COLLECTIVE_REQUEST, "NonBlockingCollectiveRequest",
                            Otf2Layout.COLLECTIVE_COMPLETE, "NonBlockingCollectiveComplete"));
}
