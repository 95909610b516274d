package treeline.formats.perfetto;

import treeline.formats.perfetto.PerfettoLayout.Packet;
import treeline.formats.perfetto.PerfettoLayout.Trace;
import treeline.formats.reading.OneFileFormat;
import treeline.source.Match;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/// Perfetto traces in protobuf. Slices become a call tree, as those of Chrome trace events do.
public final class PerfettoFormat extends OneFileFormat {
    private static final Set<Integer> NUMBERS =
            Set.of(
                    Packet.TIMESTAMP,
                    Packet.SEQUENCE_ID,
                    Packet.SEQUENCE_FLAGS,
                    Packet.INCREMENTAL_STATE_CLEARED,
                    Packet.PREVIOUS_PACKET_DROPPED,
                    Packet.CLOCK_ID,
                    Packet.TRUSTED_UID,
                    Packet.TRUSTED_PID,
                    Packet.FIRST_ON_SEQUENCE,
                    Packet.MACHINE_ID);

    private static final Set<Integer> MESSAGES =
            Set.of(
                    Packet.FTRACE_EVENTS,
                    Packet.PROCESS_TREE,
                    Packet.CLOCK_SNAPSHOT,
                    Packet.TRACK_EVENT,
                    Packet.INTERNED_DATA,
                    Packet.TRACE_CONFIG,
                    Packet.TRACE_STATS,
                    Packet.SYNCHRONIZATION_MARKER,
                    Packet.PROFILE_PACKET,
                    Packet.PROCESS_DESCRIPTOR,
                    Packet.THREAD_DESCRIPTOR,
                    Packet.SYSTEM_INFO,
                    Packet.COMPRESSED_PACKETS,
                    Packet.GPU_COUNTER_EVENT,
                    Packet.GPU_RENDER_STAGE_EVENT,
                    Packet.DEFAULTS,
                    Packet.TRACK_DESCRIPTOR,
                    Packet.PERF_SAMPLE,
                    Packet.STACK_SAMPLE,
                    Packet.ZSTD_COMPRESSED_PACKETS);

    public PerfettoFormat() {
        super(
                "perfetto",
                "Perfetto trace in protobuf (Perfetto SDK, rocprofv3, rocprof-sys)",
                "one Perfetto trace",
                (file, _) -> PerfettoReader.open(file));
    }

    /// There is no magic number: the first bytes must be packets, of fields that packets have.
    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        var trace = new Message("prefix", 0, false, prefix, 0, prefix.length);
        int known = 0;
        Message last = trace;
        try {
            while (trace.next()) {
                if (trace.field() != Trace.PACKET || trace.type() != Message.LENGTH)
                    return Match.NO;
                Message packet = trace.start();
                last = packet;
                while (packet.next()) {
                    if (!isOfPacket(packet)) return Match.NO;
                    if (isKnown(packet)) known++;
                    if (packet.type() == Message.LENGTH) packet.start();
                    else packet.skip();
                }
                last = trace;
            }
        } catch (MalformedProfileException cut) { // at the end of the prefix, or no protobuf
            if (!last.isAtEndOfBytes()) return Match.NO;
        }
        return known > 0 ? Match.CERTAIN : Match.NO;
    }

    private static boolean isOfPacket(Message packet) {
        if (NUMBERS.contains(packet.field())) return packet.type() == Message.VARINT;
        return !MESSAGES.contains(packet.field()) || packet.type() == Message.LENGTH;
    }

    /// Low field numbers are common in other formats too.
    private static boolean isKnown(Message packet) {
        if (packet.field() <= Packet.TRUSTED_UID) return false;
        return NUMBERS.contains(packet.field()) || MESSAGES.contains(packet.field());
    }
}
