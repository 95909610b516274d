package treeline.formats.perfetto;

import treeline.formats.perfetto.PerfettoLayout.Clocks;
import treeline.formats.perfetto.PerfettoLayout.Event;
import treeline.formats.perfetto.PerfettoLayout.Interned;
import treeline.formats.perfetto.PerfettoLayout.Packet;
import treeline.formats.perfetto.PerfettoLayout.Trace;
import treeline.formats.perfetto.PerfettoLayout.Track;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.Deflater;

/// A Perfetto trace written by hand.
final class PerfettoBytes {
    private final ProtoBytes trace = new ProtoBytes();

    PerfettoBytes packet(ProtoBytes packet) {
        trace.message(Trace.PACKET, packet);
        return this;
    }

    /// The packets of another trace, compressed.
    PerfettoBytes compressed(PerfettoBytes other) {
        return packet(new ProtoBytes().bytes(Packet.COMPRESSED_PACKETS, deflated(other.toBytes())));
    }

    static byte[] deflated(byte[] bytes) {
        var deflater = new Deflater();
        deflater.setInput(bytes);
        deflater.finish();
        byte[] into = new byte[bytes.length + 100];
        int size = deflater.deflate(into);
        deflater.end();
        return java.util.Arrays.copyOf(into, size);
    }

    byte[] toBytes() {
        return trace.toBytes();
    }

    Path write(Path file) throws IOException {
        return Files.write(file, toBytes());
    }

    // Packets.

    static ProtoBytes of(long sequence) {
        return new ProtoBytes().number(Packet.SEQUENCE_ID, sequence);
    }

    PerfettoBytes thread(long uuid, long pid, long tid) {
        return packet(
                of(1).message(
                                Packet.TRACK_DESCRIPTOR,
                                new ProtoBytes()
                                        .number(Track.UUID, uuid)
                                        .message(
                                                Track.THREAD,
                                                new ProtoBytes()
                                                        .number(Track.THREAD_PID, pid)
                                                        .number(Track.THREAD_TID, tid))));
    }

    PerfettoBytes process(long uuid, long pid, String name) {
        return packet(
                of(1).message(
                                Packet.TRACK_DESCRIPTOR,
                                new ProtoBytes()
                                        .number(Track.UUID, uuid)
                                        .message(
                                                Track.PROCESS,
                                                new ProtoBytes()
                                                        .number(Track.PROCESS_PID, pid)
                                                        .text(Track.PROCESS_NAME, name))));
    }

    PerfettoBytes track(long uuid, long parent, String name) {
        return packet(
                of(1).message(
                                Packet.TRACK_DESCRIPTOR,
                                new ProtoBytes()
                                        .number(Track.UUID, uuid)
                                        .number(Track.PARENT, parent)
                                        .text(Track.NAME, name)));
    }

    PerfettoBytes counter(long uuid, long parent, String name, ProtoBytes unit) {
        return packet(
                of(1).message(
                                Packet.TRACK_DESCRIPTOR,
                                new ProtoBytes()
                                        .number(Track.UUID, uuid)
                                        .number(Track.PARENT, parent)
                                        .text(Track.NAME, name)
                                        .message(Track.COUNTER, unit)));
    }

    static ProtoBytes begin(String name) {
        return new ProtoBytes().number(Event.TYPE, Event.SLICE_BEGIN).text(Event.NAME, name);
    }

    static ProtoBytes end() {
        return new ProtoBytes().number(Event.TYPE, Event.SLICE_END);
    }

    static ProtoBytes value(long value) {
        return new ProtoBytes()
                .number(Event.TYPE, Event.COUNTER)
                .number(Event.COUNTER_VALUE, value);
    }

    PerfettoBytes event(long at, long track, ProtoBytes event) {
        return packet(
                of(1).number(Packet.TIMESTAMP, at)
                        .message(Packet.TRACK_EVENT, event.number(Event.TRACK, track)));
    }

    /// A slice on a track.
    PerfettoBytes slice(long track, String name, long begin, long end) {
        return event(begin, track, begin(name)).event(end, track, end());
    }

    static ProtoBytes interned(int field, long iid, String text) {
        return new ProtoBytes()
                .message(
                        field,
                        new ProtoBytes().number(Interned.IID, iid).text(Interned.TEXT, text));
    }

    static ProtoBytes clock(long id, long timestamp) {
        return new ProtoBytes().number(Clocks.ID, id).number(Clocks.TIMESTAMP, timestamp);
    }

    static ProtoBytes snapshot(ProtoBytes... clocks) {
        var snapshot = new ProtoBytes();
        for (ProtoBytes clock : clocks) snapshot.message(Clocks.CLOCK, clock);
        return snapshot;
    }

    /// State of sequences, clocks, counters, events of Chrome and render stages.
    static PerfettoBytes variety() {
        var trace = new PerfettoBytes();
        trace.process(10, 42, "rank 0").thread(11, 42, 42).thread(12, 42, 43);
        trace.counter(
                30,
                10,
                "memory",
                new ProtoBytes().number(Track.UNIT, 3).number(Track.IS_INCREMENTAL, 1));
        trace.packet(
                of(2).number(Packet.SEQUENCE_FLAGS, Packet.STATE_CLEARED)
                        .message(
                                Packet.CLOCK_SNAPSHOT,
                                snapshot(
                                        clock(Clocks.BOOTTIME, 1000),
                                        clock(Clocks.REALTIME, 1_700_000_000_000_000_000L),
                                        clock(64, 0)
                                                .number(Clocks.IS_INCREMENTAL, 1)
                                                .number(Clocks.UNIT_NANOS, 1000)))
                        .message(Packet.INTERNED_DATA, interned(Interned.EVENT_NAMES, 1, "solve"))
                        .message(
                                Packet.DEFAULTS,
                                new ProtoBytes()
                                        .number(Packet.DEFAULT_CLOCK_ID, 64)
                                        .message(
                                                Packet.DEFAULT_TRACK_EVENT,
                                                new ProtoBytes()
                                                        .number(Event.TRACK, 11)
                                                        .packed(Event.EXTRA_COUNTER_TRACKS, 30))));
        trace.packet(
                of(2).number(Packet.SEQUENCE_FLAGS, Packet.NEEDS_STATE)
                        .number(Packet.TIMESTAMP, 5)
                        .message(
                                Packet.TRACK_EVENT,
                                new ProtoBytes()
                                        .number(Event.TYPE, Event.SLICE_BEGIN)
                                        .number(Event.NAME_IID, 1)
                                        .packed(Event.EXTRA_COUNTER_VALUES, 8)));
        trace.packet(
                of(2).number(Packet.SEQUENCE_FLAGS, Packet.NEEDS_STATE)
                        .number(Packet.TIMESTAMP, 7)
                        .message(Packet.TRACK_EVENT, end()));
        trace.event(9000, 30, value(5));
        trace.packet(
                of(3).number(Packet.TIMESTAMP, 9000)
                        .message(
                                Packet.TRACK_EVENT,
                                new ProtoBytes()
                                        .text(Event.NAME, "old")
                                        .number(Event.TRACK, 12)
                                        .message(
                                                Event.LEGACY,
                                                new ProtoBytes()
                                                        .number(PerfettoLayout.Legacy.PHASE, 'X')
                                                        .number(
                                                                PerfettoLayout.Legacy
                                                                        .DURATION_MICROS,
                                                                2))));
        trace.packet(
                of(3).number(Packet.TIMESTAMP, 9500)
                        .message(
                                Packet.GPU_RENDER_STAGE_EVENT,
                                new ProtoBytes().number(2, 300).number(11, 1).text(17, "gemm")));
        return trace;
    }

    /// `main` with a kernel launch, as rocprofv3 writes it, and a second thread.
    static PerfettoBytes sample() {
        var trace = new PerfettoBytes();
        trace.process(10, 42, "solver").thread(11, 42, 42).thread(12, 42, 43);
        trace.track(20, 10, "COMPUTE AGENT [2] STREAM [1] (GPU)");
        trace.event(1000, 11, begin("main"));
        trace.event(
                1100,
                11,
                begin("hipLaunchKernel").text(Event.CATEGORIES, "hip_api").fixed64(47, 99));
        trace.event(1150, 11, end());
        trace.slice(12, "helper", 1000, 1300);
        trace.event(
                1200,
                20,
                begin("stencil").text(Event.CATEGORIES, "kernel_dispatch").fixed64(48, 99));
        trace.event(1400, 20, end());
        trace.event(2000, 11, end());
        return trace;
    }
}
