package treeline.formats.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.formats.perfetto.PerfettoBytes.begin;
import static treeline.formats.perfetto.PerfettoBytes.end;
import static treeline.formats.perfetto.PerfettoBytes.value;

import org.junit.jupiter.api.Test;

import treeline.formats.perfetto.PerfettoLayout.Event;
import treeline.formats.perfetto.PerfettoLayout.Legacy;
import treeline.formats.perfetto.PerfettoLayout.Packet;
import treeline.formats.perfetto.PerfettoLayout.Track;
import treeline.model.Context;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

class PerfettoTest extends PerfettoFixture {
    @Test
    void slicesNestByTheirTimesOnTheirTrack() throws IOException {
        read(PerfettoBytes.sample());
        assertThat(time(1, "main")).isEqualTo(1000);
        assertThat(time(1, "main", "hipLaunchKernel")).isEqualTo(50);
        assertThat(time(2, "helper")).isEqualTo(300);
        assertThat(profile().contexts())
                .containsExactly(
                        new Context("", Context.NONE, Context.NONE, 1, Context.NONE),
                        Context.ofThread(Context.NONE, 0),
                        Context.ofThread(Context.NONE, 1));
        assertThat(profile().outline().contextLabel("process", 1)).isEqualTo("solver");
        assertThat(profile().outline().contextLabel("tid", 2)).isEqualTo("43");
        assertThat(report).isEqualTo("[]");
        assertThat(traces.detail()).isEqualTo(Traces.Detail.CALLS);
    }

    @Test
    void flowsLinkKernelsToTheirLaunches() throws IOException {
        read(PerfettoBytes.sample());
        assertThat(profile().column(GPU_TIME).at(0, at("main", "hipLaunchKernel", "stencil")))
                .isEqualTo(200);
        Operations work = traces.interactions().of(0);
        assertThat(work.kind(0)).isEqualTo(OperationKind.KERNEL);
        assertThat(work.peer(0)).isEqualTo(1);
        assertThat(work.postedNanos(0)).isEqualTo(100);
        assertThat(work.startedNanos(0)).isEqualTo(150);
        assertThat(work.beginNanos(0)).isEqualTo(200);
        assertThat(work.endNanos(0)).isEqualTo(400);
    }

    /// Old fields are varints, new ones fixed64; the launch is the latest point on the host.
    @Test
    void aFlowMayHaveThreeEventsAndOldFields() throws IOException {
        var trace = threads();
        trace.event(0, 11, begin("op").packed(Event.FLOW_IDS_OLD, 5));
        trace.event(10, 11, begin("launch").number(Event.FLOW_IDS_OLD, 5));
        trace.event(15, 11, end()).event(20, 11, end());
        trace.event(30, 20, kernel("k").number(Event.TERMINATING_FLOW_IDS_OLD, 5));
        trace.event(35, 20, end());
        read(trace);
        assertThat(traces.interactions().of(0).postedNanos(0)).isEqualTo(10);
        assertThat(at("op", "launch", "k")).isNotNegative();
        read(
                threads()
                        .event(0, 11, begin("launch").number(Event.CORRELATION_ID, 8))
                        .event(4, 11, end())
                        .event(5, 20, kernel("k").number(Event.CORRELATION_ID, 8))
                        .event(9, 20, end()));
        assertThat(at("launch", "k")).isNotNegative();
    }

    /// Annotations of rocprofv3.
    @Test
    void correlationIdsLinkCopiesWithTheirBytes() throws IOException {
        var trace = threads();
        trace.event(
                0, 11, begin("hipMemcpyAsync").text(22, "hip_api").message(4, uint("corr_id", 7)));
        trace.event(5, 11, end());
        trace.event(
                6,
                20,
                begin("MEMORY_COPY_HOST_TO_DEVICE")
                        .text(Event.CATEGORIES, "memory_copy")
                        .message(Event.ANNOTATIONS, uint("corr_id", 7))
                        .message(Event.ANNOTATIONS, uint("bytes", 4096)));
        trace.event(8, 20, end());
        trace.event(9, 11, begin("hipDeviceSynchronize").text(22, "hip_api"));
        trace.event(12, 11, end());
        read(trace);
        Operations work = traces.interactions().of(0);
        assertThat(work.kind(0)).isEqualTo(OperationKind.COPY);
        assertThat(work.bytesSent(0)).isEqualTo(4096);
        assertThat(work.tag(0)).isEqualTo(7);
        assertThat(work.startedNanos(0)).isEqualTo(5);
        assertThat(traces.interactions().of(1).kind(0)).isEqualTo(OperationKind.SYNCHRONISE);
    }

    private static ProtoBytes uint(String name, long value) {
        return new ProtoBytes().text(10, name).number(3, value);
    }

    private static ProtoBytes kernel(String name) {
        return begin(name).text(Event.CATEGORIES, "kernel_dispatch");
    }

    @Test
    void anEndBelongsToItsTrackAndIsSkippedWithoutABegin() throws IOException {
        var trace = new PerfettoBytes().thread(11, 1, 1).thread(12, 1, 2);
        trace.event(0, 11, begin("a")).event(1, 12, end()).event(5, 11, end());
        read(trace);
        assertThat(time(0, "a")).isEqualTo(5);
        assertThat(report).contains("skipped an end event without a begin event");
    }

    @Test
    void aSliceWithoutAnEndHasNoTime() throws IOException {
        read(threads().slice(11, "a", 0, 4).event(5, 11, begin("open")));
        assertThat(report).contains("a slice was open at the end of the file; its time is unknown");
        assertThat(profile().column(TIME).at(0, at("open"))).isNaN();
    }

    @Test
    void compressedPacketsAreReadInTheirPlace() throws IOException {
        read(new PerfettoBytes().compressed(PerfettoBytes.sample()));
        assertThat(time(1, "main")).isEqualTo(1000);
    }

    @Test
    void packetsOfZstdAreCounted() throws IOException {
        var trace = PerfettoBytes.sample();
        trace.packet(new ProtoBytes().text(Packet.ZSTD_COMPRESSED_PACKETS, "x"));
        read(trace);
        assertThat(report).contains("packets compressed with zstd are not supported");
    }

    @Test
    void eventsOfChromeAndOldThreadDescriptorsAreRead() throws IOException {
        var trace = new PerfettoBytes();
        trace.packet(
                PerfettoBytes.of(3)
                        .message(
                                Packet.THREAD_DESCRIPTOR,
                                new ProtoBytes()
                                        .number(Track.THREAD_PID, 4)
                                        .number(Track.THREAD_TID, 5)
                                        .text(Track.THREAD_NAME, "worker")
                                        .number(Track.REFERENCE_MICROS, 100)));
        ProtoBytes whole =
                new ProtoBytes().number(Legacy.PHASE, 'X').number(Legacy.DURATION_MICROS, 7);
        trace.packet(
                PerfettoBytes.of(3)
                        .message(
                                Packet.TRACK_EVENT,
                                new ProtoBytes()
                                        .number(Event.DELTA_MICROS, 2)
                                        .text(Event.NAME, "old")
                                        .message(Event.LEGACY, whole)));
        read(trace);
        assertThat(time(0, "old")).isEqualTo(7000);
        assertThat(profile().outline().contextLabel("thread name", 0)).isEqualTo("worker");
    }

    @Test
    void renderStagesAreWorkOfTheirQueue() throws IOException {
        var trace = threads().slice(11, "main", 0, 50);
        trace.packet(
                PerfettoBytes.of(1)
                        .number(Packet.TIMESTAMP, 10)
                        .message(
                                Packet.GPU_RENDER_STAGE_EVENT,
                                new ProtoBytes().number(2, 30).number(11, 1).text(17, "gemm")));
        read(trace);
        assertThat(profile().column(GPU_TIME).at(0, at("gemm"))).isEqualTo(30);
        assertThat(traces.interactions().of(0).kind(0)).isEqualTo(OperationKind.KERNEL);
    }

    @Test
    void processesAreRanksByTheirNames() throws IOException {
        var trace = new PerfettoBytes();
        trace.process(1, 50, "rank 1").thread(2, 50, 50).process(3, 60, "rank 0").thread(4, 60, 60);
        trace.slice(2, "a", 0, 1).slice(4, "b", 0, 1);
        read(trace);
        assertThat(profile().contexts())
                .containsExactly(Context.ofThread(0, 0), Context.ofThread(1, 0));
        assertThat(time(0, "b")).isEqualTo(1);
    }

    @Test
    void slicesMayBeWrittenLate() throws IOException {
        read(threads().slice(11, "second", 50, 60).slice(11, "first", 0, 100));
        assertThat(time(0, "first", "second")).isEqualTo(10);
    }

    @Test
    void whatIsNotReadIsCounted() throws IOException {
        var trace = PerfettoBytes.sample();
        for (int field : new int[] {1, 33, 36, 52, 66, 99})
            trace.packet(new ProtoBytes().text(field, ""));
        trace.event(1, 11, new ProtoBytes().number(Event.TYPE, Event.INSTANT));
        trace.event(1, 11, new ProtoBytes().number(Event.TYPE, 9));
        read(trace);
        assertThat(report)
                .contains("kernel events (ftrace) are ignored")
                .contains("samples of stacks and heaps are ignored; slices are read")
                .contains("counters of GPUs are ignored")
                .contains("packets of other kinds are ignored (first: field 99)")
                .contains("instant events are ignored")
                .contains("events of other types are ignored");
    }

    @Test
    void damageIsLocated() {
        byte[] whole = PerfettoBytes.sample().toBytes();
        byte[] cut = java.util.Arrays.copyOf(whole, whole.length - 3);
        assertThatThrownBy(() -> read(java.util.Arrays.copyOf(whole, 20)))
                .hasMessageContaining(
                        "expected slices (track events or GPU render stages), found none before");
        assertThat(readQuietly(cut)).contains("the file is truncated");
        assertRefused(
                new PerfettoBytes()
                        .packet(
                                new ProtoBytes()
                                        .bytes(
                                                Packet.TRACK_EVENT,
                                                new byte[] {(byte) 0xba, 1, 0x7f})),
                "expected 127 more bytes, found 0 to the end of the message");
        byte[] number = new byte[12];
        java.util.Arrays.fill(number, (byte) 0x80);
        number[0] = Packet.TIMESTAMP << 3;
        assertRefused(
                new PerfettoBytes().packet(new ProtoBytes().raw(number)),
                "expected a number of at most 10 bytes, found a longer one");
        assertRefused(
                new PerfettoBytes()
                        .packet(new ProtoBytes().text(Packet.COMPRESSED_PACKETS, "no zlib stream")),
                "expected a zlib stream, found incorrect header check");
        assertThatThrownBy(() -> read(raw(0x0a, 0xff, 0xff, 0xff, 0xff, 0x7f)))
                .hasMessageContaining("at byte 0: expected a packet of up to 256 MiB");
        assertThatThrownBy(() -> read(raw(0x12, 0)))
                .hasMessageContaining("at byte 0: expected the tag 0x0a of a packet, found 0x12");
    }

    private static byte[] raw(int... content) {
        byte[] bytes = new byte[content.length];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) content[i];
        return bytes;
    }

    @Test
    void aDecompressionBombIsRefused() {
        byte[] bomb = PerfettoBytes.deflated(new byte[PacketFile.MAX_EXPANDED + 1]);
        assertRefused(
                new PerfettoBytes().packet(new ProtoBytes().bytes(Packet.COMPRESSED_PACKETS, bomb)),
                "expected compressed packets of up to 64 MiB, found more than that after"
                        + " decompression");
    }

    @Test
    void deepAnnotationsAndLongChainsOfTracksAreReadInTime() throws IOException {
        var deep = new ProtoBytes().text(10, "x");
        for (int i = 0; i < 1500; i++) deep = new ProtoBytes().message(11, deep);
        var trace = threads();
        for (int i = 100; i < 1000; i++) trace.track(i, i + 1, "t" + i);
        trace.track(1000, 100, "a cycle");
        trace.event(0, 11, begin("a").message(Event.ANNOTATIONS, deep)).event(5, 11, end());
        trace.slice(100, "b", 0, 1);
        read(trace);
        assertThat(profile().tree().size()).isEqualTo(2);
    }

    @Test
    void otherFilesAreNotClaimed() throws IOException {
        for (String text : List.of("\nPerf of a run", "\n\n\n\nhello", "\n\4\10\1\20\2", "\n"))
            assertThat(
                            new PerfettoFormat()
                                    .sniff(Input.of(Files.writeString(folder.resolve("x"), text))))
                    .as(text)
                    .isEqualTo(Match.NO);
        byte[] large =
                new PerfettoBytes()
                        .packet(
                                new ProtoBytes()
                                        .bytes(Packet.COMPRESSED_PACKETS, new byte[1 << 17]))
                        .toBytes();
        assertThat(new PerfettoFormat().sniff(Input.of(Files.write(folder.resolve("y"), large))))
                .isEqualTo(Match.CERTAIN);
    }
}
