package treeline.formats.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.formats.perfetto.PerfettoBytes.begin;
import static treeline.formats.perfetto.PerfettoBytes.clock;
import static treeline.formats.perfetto.PerfettoBytes.end;
import static treeline.formats.perfetto.PerfettoBytes.interned;
import static treeline.formats.perfetto.PerfettoBytes.snapshot;
import static treeline.formats.perfetto.PerfettoBytes.value;

import org.junit.jupiter.api.Test;

import treeline.formats.perfetto.PerfettoLayout.Clocks;
import treeline.formats.perfetto.PerfettoLayout.Event;
import treeline.formats.perfetto.PerfettoLayout.Interned;
import treeline.formats.perfetto.PerfettoLayout.Packet;
import treeline.formats.perfetto.PerfettoLayout.Track;
import treeline.model.Unit;
import treeline.source.trace.Counter;

import java.io.IOException;

/// State of sequences: interning, defaults, clocks, counters and lost packets.
class PerfettoStateTest extends PerfettoFixture {
    @Test
    void interningIsOfItsSequenceAndMayChangeAfterItWasCleared() throws IOException {
        var trace = new PerfettoBytes().thread(11, 1, 1).thread(12, 1, 2);
        trace.packet(named(1, 11, 0, 1, "a")).packet(named(2, 12, 0, 1, "b"));
        trace.packet(ended(1, 11, 10)).packet(ended(2, 12, 20));
        trace.packet(named(1, 11, 30, 1, "c")).packet(ended(1, 11, 35));
        read(trace);
        assertThat(time(0, "a")).isEqualTo(10);
        assertThat(time(1, "b")).isEqualTo(20);
        assertThat(time(0, "c")).isEqualTo(5);
    }

    /// A begin that clears the state, interns a name and uses it.
    private static ProtoBytes named(long sequence, long track, long at, long iid, String name) {
        return PerfettoBytes.of(sequence)
                .number(Packet.TIMESTAMP, at)
                .number(Packet.SEQUENCE_FLAGS, Packet.STATE_CLEARED | Packet.NEEDS_STATE)
                .message(
                        Packet.TRACK_EVENT,
                        new ProtoBytes()
                                .number(Event.TYPE, Event.SLICE_BEGIN)
                                .number(Event.NAME_IID, iid)
                                .number(Event.TRACK, track))
                .message(Packet.INTERNED_DATA, interned(Interned.EVENT_NAMES, iid, name));
    }

    private static ProtoBytes ended(long sequence, long track, long at) {
        return PerfettoBytes.of(sequence)
                .number(Packet.TIMESTAMP, at)
                .number(Packet.SEQUENCE_FLAGS, Packet.NEEDS_STATE)
                .message(Packet.TRACK_EVENT, end().number(Event.TRACK, track));
    }

    @Test
    void defaultsNameTheTrackAndTheClock() throws IOException {
        var trace = new PerfettoBytes().thread(11, 1, 1);
        trace.packet(
                PerfettoBytes.of(1)
                        .message(Packet.CLOCK_SNAPSHOT, snapshot(clock(6, 1000), clock(3, 0))));
        trace.packet(
                PerfettoBytes.of(1)
                        .number(Packet.SEQUENCE_FLAGS, Packet.STATE_CLEARED)
                        .message(
                                Packet.DEFAULTS,
                                new ProtoBytes()
                                        .number(Packet.DEFAULT_CLOCK_ID, 3)
                                        .message(
                                                Packet.DEFAULT_TRACK_EVENT,
                                                new ProtoBytes().number(Event.TRACK, 11))));
        trace.packet(
                PerfettoBytes.of(1)
                        .number(Packet.TIMESTAMP, 5)
                        .message(Packet.TRACK_EVENT, begin("a")));
        trace.packet(
                PerfettoBytes.of(1).number(Packet.TIMESTAMP, 9).message(Packet.TRACK_EVENT, end()));
        trace.event(1020, 11, begin("b"));
        trace.packet(
                PerfettoBytes.of(1)
                        .number(Packet.TIMESTAMP, 1030)
                        .number(Packet.CLOCK_ID, 6)
                        .message(Packet.TRACK_EVENT, end()));
        read(trace);
        assertThat(time(0, "a")).isEqualTo(4);
        assertThat(profile().outline().contextLabel("tid", 0)).isEqualTo("1");
    }

    /// Clock 64 counts differences in microseconds from the snapshot on, and is of its sequence.
    @Test
    void anIncrementalClockAddsUp() throws IOException {
        var trace = new PerfettoBytes().thread(11, 1, 1).thread(12, 1, 2);
        ProtoBytes incremental =
                clock(64, 2).number(Clocks.IS_INCREMENTAL, 1).number(Clocks.UNIT_NANOS, 1000);
        trace.packet(
                PerfettoBytes.of(1)
                        .message(Packet.CLOCK_SNAPSHOT, snapshot(clock(6, 500_000), incremental)));
        trace.packet(timed(1, 64, 1, begin("a").number(Event.TRACK, 11)));
        trace.packet(timed(1, 64, 3, end().number(Event.TRACK, 11)));
        trace.packet(timed(1, 6, 510_000, begin("b").number(Event.TRACK, 12)));
        trace.packet(timed(1, 6, 510_007, end().number(Event.TRACK, 12)));
        trace.packet(timed(2, 64, 3, begin("lost").number(Event.TRACK, 11)));
        read(trace);
        assertThat(time(0, "a")).isEqualTo(3000);
        assertThat(time(1, "b")).isEqualTo(7);
        assertThat(traces.lines().get(1).nanos(0)).isEqualTo(9_000);
        assertThat(report).contains("no clock snapshot converts it (first: lost)");
    }

    private static ProtoBytes timed(long sequence, long clock, long at, ProtoBytes event) {
        return PerfettoBytes.of(sequence)
                .number(Packet.CLOCK_ID, clock)
                .number(Packet.TIMESTAMP, at)
                .message(Packet.TRACK_EVENT, event);
    }

    /// MONOTONIC to BOOTTIME over REALTIME, and the time of day.
    @Test
    void clocksAreConvertedOverSeveralSnapshots() throws IOException {
        var trace = new PerfettoBytes().thread(11, 1, 1).thread(12, 1, 2);
        long day = 1_700_000_000_000_000_000L;
        trace.packet(
                PerfettoBytes.of(1)
                        .message(Packet.CLOCK_SNAPSHOT, snapshot(clock(3, 0), clock(1, day))));
        trace.packet(
                PerfettoBytes.of(1)
                        .message(
                                Packet.CLOCK_SNAPSHOT,
                                snapshot(clock(1, day + 50), clock(6, 150))));
        trace.packet(timed(1, 6, 100, begin("a").number(Event.TRACK, 11)));
        trace.packet(timed(1, 6, 200, end().number(Event.TRACK, 11)));
        trace.packet(timed(1, 3, 10, begin("b").number(Event.TRACK, 12)));
        trace.packet(timed(1, 3, 20, end().number(Event.TRACK, 12)));
        read(trace);
        assertThat(traces.originNanos()).isEqualTo(day);
        assertThat(traces.lines().get(1).nanos(0)).isEqualTo(10);
    }

    @Test
    void countersHaveTheirUnits() throws IOException {
        var trace = threads();
        trace.event(10, 30, value(3)).event(20, 30, value(5)); // before their descriptor
        trace.counter(
                30,
                10,
                "memory",
                new ProtoBytes().number(Track.UNIT, 3).number(Track.UNIT_MULTIPLIER, 1024));
        trace.event(
                15,
                31,
                new ProtoBytes()
                        .number(Event.TYPE, Event.COUNTER)
                        .real(Event.DOUBLE_COUNTER_VALUE, 0.5));
        trace.slice(11, "a", 0, 100);
        read(trace);
        Counter memory = traces.counters().getFirst();
        assertThat(memory.name()).isEqualTo("memory");
        assertThat(memory.unit()).isEqualTo(Unit.BYTES);
        assertThat(memory.value(1)).isEqualTo(5120);
        assertThat(memory.nanos(1)).isEqualTo(20);
        assertThat(memory.context()).isZero();
        assertThat(traces.counters().get(1).name()).isEqualTo("counter 31");
        assertThat(traces.counters().get(1).value(0)).isEqualTo(0.5);
    }

    @Test
    void incrementalCountersStartAgainWhenTheirSequenceIsCleared() throws IOException {
        var trace = threads();
        trace.counter(30, 10, "calls", new ProtoBytes().number(Track.IS_INCREMENTAL, 1));
        trace.event(1, 30, value(3)).event(2, 30, value(4));
        trace.packet(PerfettoBytes.of(1).number(Packet.INCREMENTAL_STATE_CLEARED, 1));
        trace.event(3, 30, value(5));
        ProtoBytes extra =
                begin("a")
                        .packed(Event.EXTRA_COUNTER_TRACKS, 30)
                        .packed(Event.EXTRA_COUNTER_VALUES, 1);
        trace.event(4, 11, extra).event(9, 11, end());
        read(trace);
        Counter calls = traces.counters().getFirst();
        double[] values = {calls.value(0), calls.value(1), calls.value(2), calls.value(3)};
        assertThat(values).containsExactly(3, 7, 5, 6);
    }

    @Test
    void packetsThatNeedLostStateAreSkippedAndCounted() throws IOException {
        var trace = new PerfettoBytes().thread(11, 1, 1);
        trace.packet(ended(7, 11, 1));
        trace.packet(named(1, 11, 0, 1, "a")).packet(ended(1, 11, 10));
        trace.packet(
                PerfettoBytes.of(1)
                        .number(Packet.PREVIOUS_PACKET_DROPPED, 1)
                        .number(Packet.SEQUENCE_FLAGS, Packet.NEEDS_STATE)
                        .number(Packet.TIMESTAMP, 20)
                        .message(
                                Packet.TRACK_EVENT,
                                new ProtoBytes()
                                        .number(Event.TYPE, 1)
                                        .number(Event.NAME_IID, 1)
                                        .number(Event.TRACK, 11)));
        trace.packet(named(1, 11, 30, 1, "b")).packet(ended(1, 11, 40));
        read(trace);
        assertThat(time(0, "b")).isEqualTo(10);
        assertThat(report)
                .contains("the recorder lost packets (first: sequence 1)")
                .contains(
                        "skipped packets that need the state of their sequence, which is missing,"
                                + " 2 times (first: sequence 7)");
    }

    @Test
    void aFirstPacketFollowsNoLoss() throws IOException {
        var trace = PerfettoBytes.sample();
        trace.packet(
                PerfettoBytes.of(9)
                        .number(Packet.PREVIOUS_PACKET_DROPPED, 1)
                        .number(Packet.FIRST_ON_SEQUENCE, 1));
        read(trace);
        assertThat(report).isEqualTo("[]");
    }
}
