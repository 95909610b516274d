package treeline.formats.perfetto;

import org.jspecify.annotations.Nullable;

import treeline.formats.perfetto.PerfettoLayout.Packet;

/// The fields of one packet. They may come in any order, and the state of the sequence must be
/// changed before its content is read.
final class PacketFields {
    long sequence;
    long flags;
    long timestamp;
    boolean hasTimestamp;

    /// 0 if the packet does not name its clock.
    long clock;

    boolean isCleared;
    boolean followsLoss;
    boolean isFirst;
    @Nullable Message interned;
    @Nullable Message defaults;
    @Nullable Message event;
    @Nullable Message track;
    @Nullable Message snapshot;
    @Nullable Message processTree;
    @Nullable Message process;
    @Nullable Message thread;
    @Nullable Message renderStage;

    /// Start and length of compressed packets in the bytes of the packet; length 0 if there are
    /// none.
    int compressedAt;

    int compressedLength;

    /// The field number of content that is not read, 0 if there is none.
    int unread;

    static PacketFields of(Message packet) {
        var fields = new PacketFields();
        while (packet.next()) fields.read(packet);
        fields.isCleared |= (fields.flags & Packet.STATE_CLEARED) != 0;
        return fields;
    }

    boolean needsState() {
        return (flags & Packet.NEEDS_STATE) != 0;
    }

    private void read(Message packet) {
        switch (packet.field()) {
            case Packet.SEQUENCE_ID -> sequence = packet.number() & 0xFFFF_FFFFL;
            case Packet.SEQUENCE_FLAGS -> flags = packet.number();
            case Packet.TIMESTAMP -> {
                timestamp = packet.number();
                hasTimestamp = true;
            }
            case Packet.CLOCK_ID -> clock = packet.number() & 0xFFFF_FFFFL;
            case Packet.INCREMENTAL_STATE_CLEARED -> isCleared |= packet.number() != 0;
            case Packet.PREVIOUS_PACKET_DROPPED -> followsLoss = packet.number() != 0;
            case Packet.FIRST_ON_SEQUENCE -> isFirst = packet.number() != 0;
            case Packet.INTERNED_DATA -> interned = packet.message();
            case Packet.DEFAULTS -> defaults = packet.message();
            case Packet.TRACK_EVENT -> event = packet.message();
            case Packet.TRACK_DESCRIPTOR -> track = packet.message();
            case Packet.CLOCK_SNAPSHOT -> snapshot = packet.message();
            case Packet.PROCESS_TREE -> processTree = packet.message();
            case Packet.PROCESS_DESCRIPTOR -> process = packet.message();
            case Packet.THREAD_DESCRIPTOR -> thread = packet.message();
            case Packet.GPU_RENDER_STAGE_EVENT -> renderStage = packet.message();
            case Packet.COMPRESSED_PACKETS -> {
                compressedLength = packet.length();
                compressedAt = packet.at();
                packet.pass(compressedLength);
            }
            case Packet.TRUSTED_UID, Packet.TRUSTED_PID, Packet.MACHINE_ID -> packet.skip();
            default -> {
                unread = packet.field();
                packet.skip();
            }
        }
    }
}
