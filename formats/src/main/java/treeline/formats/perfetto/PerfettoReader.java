package treeline.formats.perfetto;

import org.jspecify.annotations.Nullable;

import treeline.formats.perfetto.PerfettoLayout.Clocks;
import treeline.formats.perfetto.PerfettoLayout.Event;
import treeline.formats.perfetto.PerfettoLayout.Packet;
import treeline.formats.perfetto.PerfettoLayout.RenderStage;
import treeline.formats.slices.GpuSliceKind;
import treeline.formats.slices.Lane;
import treeline.formats.slices.SkippedEvents;
import treeline.formats.slices.SliceClock;
import treeline.formats.slices.SliceFacts;
import treeline.formats.slices.SliceFile;
import treeline.formats.slices.SliceProfile;
import treeline.model.Metadata;
import treeline.model.Unit;
import treeline.source.ProfileSource;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Reads the packets of a file into slices. State of interning, defaults and incremental clocks is
/// kept per sequence.
final class PerfettoReader {
    private static final SliceClock CLOCK = new SliceClock(Unit.NANOSECONDS, 1, 0);

    /// Differences of times that are nearer than this many nanoseconds are times.
    private static final double FARTHEST = 1L << 61;

    /// Most clocks of one snapshot; kernels have about a dozen.
    private static final int MAX_CLOCKS = 64;

    /// The type of events with a duration.
    private static final int WHOLE = -1;

    private static final long NANOS_PER_MICRO = 1000;

    private final MappedFile file;
    private final PacketFile packets;
    private final SliceProfile slices;
    private final SkippedEvents log;
    private final TrackTable tracks = new TrackTable();
    private final CounterTracks counters;
    private final ClockTable clocks = new ClockTable();
    private final Map<Long, Sequence> sequences = new HashMap<>();
    private final Map<String, Integer> processes = new HashMap<>();
    private boolean inCompressed;

    /// Times count from the first one that is met: as numbers with a fraction they are exact then.
    private long zero;

    private boolean hasZero;

    private PerfettoReader(MappedFile file, SliceProfile slices) {
        this.file = file;
        this.packets = new PacketFile(file);
        this.slices = slices;
        this.log = slices.log();
        this.counters = new CounterTracks(tracks, slices);
    }

    static ProfileSource open(Path path) throws IOException {
        SliceFile.Reader reader =
                (from, into) -> {
                    try (MappedFile file = MappedFile.open(from)) {
                        return new PerfettoReader(file, into).read();
                    }
                };
        return new SliceFile(path, List.of(GpuSliceKind.values()), CLOCK, reader).open();
    }

    private SliceFacts read() {
        boolean whole = packets.read(this::packet);
        if (slices.isEmpty())
            throw MalformedProfileException.of(
                    file.path().toString(),
                    "slices (track events or GPU render stages)",
                    whole ? "none" : "none before the end of the file within a packet");
        slices.cut(); // slices without an end have no duration, in whole files too
        if (!whole) {
            log.lost(
                    "the file is truncated; events after the cut are missing",
                    "byte " + packets.at());
        }
        counters.finish();
        OptionalLong realtime = clocks.realtimeOfZero();
        return new SliceFacts(
                tracks.threads(),
                Metadata.NONE,
                realtime.isPresent() ? Math.max(0, realtime.getAsLong() + zero) : 0,
                tracks.firstLanes());
    }

    private void packet(Message message) {
        byte[] bytes = message.bytes();
        PacketFields packet = PacketFields.of(message);
        Sequence sequence = sequences.computeIfAbsent(packet.sequence, Sequence::new);
        if (packet.followsLoss && !packet.isFirst) {
            log.lost("the recorder lost packets", "sequence " + sequence.id);
            sequence.lose();
        }
        if (packet.isCleared) sequence.clear();
        if (packet.snapshot != null) snapshot(sequence, packet.snapshot);
        if (packet.track != null) tracks.describe(packet.track);
        if (packet.processTree != null) tracks.processTree(packet.processTree);
        if (packet.process != null) tracks.process(packet.process);
        if (packet.compressedLength > 0) expand(bytes, packet);
        if (packet.unread != 0) unread(packet.unread);
        if (packet.needsState() && !sequence.isValid()) {
            log.lost(
                    "skipped packets that need the state of their sequence, which is missing",
                    "sequence " + sequence.id);
            return;
        }
        if (packet.interned != null) sequence.intern(packet.interned);
        if (packet.defaults != null) sequence.readDefaults(packet.defaults);
        if (packet.thread != null) thread(sequence, packet.thread);
        if (packet.event != null) event(sequence, packet, packet.event);
        if (packet.renderStage != null) renderStage(sequence, packet, packet.renderStage);
    }

    private void expand(byte[] bytes, PacketFields packet) {
        if (inCompressed) {
            log.lost("compressed packets within compressed packets are ignored", "");
            return;
        }
        inCompressed = true;
        packets.readCompressed(bytes, packet.compressedAt, packet.compressedLength, this::packet);
        inCompressed = false;
    }

    private void unread(int field) {
        switch (field) {
            case Packet.ZSTD_COMPRESSED_PACKETS ->
                    log.lost(
                            "packets compressed with zstd are not supported; record without"
                                    + " compression or run 'traceconv decompress_packets'",
                            "byte " + packets.at());
            case Packet.FTRACE_EVENTS -> log.note("kernel events (ftrace) are ignored", "");
            case Packet.PERF_SAMPLE, Packet.STACK_SAMPLE, Packet.PROFILE_PACKET ->
                    log.lost("samples of stacks and heaps are ignored; slices are read", "");
            case Packet.GPU_COUNTER_EVENT -> log.lost("counters of GPUs are ignored", "");
            case Packet.TRACE_CONFIG,
                    Packet.SYSTEM_INFO,
                    Packet.TRACE_STATS,
                    Packet.SYNCHRONIZATION_MARKER -> {}
            default -> log.note("packets of other kinds are ignored", "field " + field);
        }
    }

    private void snapshot(Sequence sequence, Message snapshot) {
        List<ClockTable.SnapshotClock> read = new ArrayList<>();
        long primary = 0;
        while (snapshot.next()) {
            switch (snapshot.field()) {
                case Clocks.CLOCK -> read.add(clock(snapshot.message()));
                case Clocks.PRIMARY -> primary = snapshot.number();
                default -> snapshot.skip();
            }
        }
        if (read.size() > MAX_CLOCKS)
            throw snapshot.malformed("a snapshot of up to 64 clocks", read.size() + " clocks");
        clocks.add(sequence.id, read, primary);
    }

    private static ClockTable.SnapshotClock clock(Message clock) {
        long id = 0;
        long timestamp = 0;
        boolean incremental = false;
        long unit = 1;
        while (clock.next()) {
            switch (clock.field()) {
                case Clocks.ID -> id = clock.number() & 0xFFFF_FFFFL;
                case Clocks.TIMESTAMP -> timestamp = clock.number();
                case Clocks.IS_INCREMENTAL -> incremental = clock.number() != 0;
                case Clocks.UNIT_NANOS -> unit = clock.number();
                default -> clock.skip();
            }
        }
        return new ClockTable.SnapshotClock(id, timestamp, incremental, unit);
    }

    private void thread(Sequence sequence, Message thread) {
        long[] ids = tracks.thread(thread);
        sequence.thread = new Sequence.ThreadOfSequence(ids[0], ids[1], ids[2]);
    }

    /// The time of a packet, counted from the first one; NaN if it has none.
    private double time(Sequence sequence, PacketFields packet, @Nullable EventFields event) {
        OptionalLong nanos = nanos(sequence, packet, event);
        if (nanos.isEmpty()) return Double.NaN;
        if (!hasZero) zero = nanos.getAsLong();
        hasZero = true;
        double distance = (double) nanos.getAsLong() - (double) zero;
        return Math.abs(distance) < FARTHEST ? (double) (nanos.getAsLong() - zero) : Double.NaN;
    }

    private OptionalLong nanos(
            Sequence sequence, PacketFields packet, @Nullable EventFields event) {
        Sequence.ThreadOfSequence old = sequence.thread;
        if (event != null && old != null && event.hasDelta) {
            old.micros += event.deltaMicros;
            return OptionalLong.of(old.micros * NANOS_PER_MICRO);
        }
        if (event != null && event.hasAbsolute)
            return OptionalLong.of(event.absoluteMicros * NANOS_PER_MICRO);
        if (!packet.hasTimestamp) return OptionalLong.empty();
        long clock = packet.clock != 0 ? packet.clock : sequence.defaultClock;
        return clocks.nanos(sequence.id, clock, packet.timestamp);
    }

    private void event(Sequence sequence, PacketFields packet, Message message) {
        EventFields event = EventFields.of(message, sequence);
        double at = time(sequence, packet, event);
        if (Double.isNaN(at)) {
            log.lost("an event has no time, or no clock snapshot converts it", event.name);
            return;
        }
        if (event.hasUnknownText())
            log.note("a text was not among those that the sequence has interned", event.name);
        extraCounters(sequence, event, at);
        switch (event.type == 0 ? ofPhase(event.phase) : event.type) {
            case Event.SLICE_BEGIN -> slice(sequence, event, Lane.BEGIN, at, Double.NaN);
            case Event.SLICE_END -> slice(sequence, event, Lane.END, at, Double.NaN);
            case WHOLE -> {
                if (event.durationMicros < 0) log.lost("a slice ends before it starts", event.name);
                else
                    slice(
                            sequence,
                            event,
                            Lane.WHOLE,
                            at,
                            (double) event.durationMicros * NANOS_PER_MICRO);
            }
            case Event.INSTANT -> log.note("instant events are ignored", event.name);
            case Event.COUNTER -> {
                if (event.hasValue) counters.add(sequence, track(sequence, event), at, event.value);
            }
            default -> log.lost("events of other types are ignored", event.name);
        }
    }

    /// The type of an event of Chrome.
    private static int ofPhase(int phase) {
        return switch (phase) {
            case 'B' -> Event.SLICE_BEGIN;
            case 'E' -> Event.SLICE_END;
            case 'X' -> WHOLE;
            case 'I', 'i' -> Event.INSTANT;
            default -> 0;
        };
    }

    private static long track(Sequence sequence, EventFields event) {
        return event.hasTrack ? event.track : sequence.defaultTrack;
    }

    private TrackTable.Key key(Sequence sequence, EventFields event) {
        if (event.hasThread) return TrackTable.Key.ofThread(event.pid, event.tid);
        long track = track(sequence, event);
        Sequence.ThreadOfSequence old = sequence.thread;
        return track == Sequence.NO_TRACK && !event.hasTrack && old != null
                ? TrackTable.Key.ofThread(old.pid, old.tid)
                : TrackTable.Key.ofTrack(track);
    }

    private void slice(
            Sequence sequence, EventFields event, byte phase, double at, double duration) {
        TrackTable.Key key = key(sequence, event);
        int track = tracks.lane(key);
        GpuSliceKind kind = event.kind();
        if (phase == Lane.END && tracks.isOfDevice(track)) kind = GpuSliceKind.KERNEL;
        if (kind.isOfDevice()) tracks.isStream(track);
        Lane lane = slices.lane(track);
        lane.add(
                kind,
                phase == Lane.END ? "" : event.name,
                phase,
                at,
                duration,
                launch(key, event, kind));
        if (slices.isTraced() && kind.isOfDevice() && event.bytes > 0) lane.moves(event.bytes);
        if (phase != Lane.END)
            for (EventFields.Flow flow : event.flows)
                slices.flow(flow.scope(), flow.id(), track, at, false);
    }

    private int launch(TrackTable.Key key, EventFields event, GpuSliceKind kind) {
        if (event.correlation < 0) return Lane.NO_LAUNCH;
        int correlation = (int) event.correlation;
        if (kind.isOfDevice()) return slices.launchOfAnyProcess(correlation);
        String process = tracks.process(key);
        Integer known = processes.putIfAbsent(process, processes.size());
        return slices.launch(known == null ? processes.size() - 1 : known, correlation);
    }

    private void extraCounters(Sequence sequence, EventFields event, double at) {
        List<Long> whole =
                event.counterTracks.isEmpty() ? sequence.defaultCounterTracks : event.counterTracks;
        for (int i = 0; i < Math.min(whole.size(), event.counterValues.size()); i++)
            counters.add(sequence, whole.get(i), at, (double) event.counterValues.get(i));
        List<Long> real =
                event.doubleCounterTracks.isEmpty()
                        ? sequence.defaultDoubleCounterTracks
                        : event.doubleCounterTracks;
        for (int i = 0; i < Math.min(real.size(), event.doubleCounterValues.size()); i++)
            counters.add(
                    sequence,
                    real.get(i),
                    at,
                    Double.longBitsToDouble(event.doubleCounterValues.get(i)));
    }

    /// Work of a GPU with its duration.
    private void renderStage(Sequence sequence, PacketFields packet, Message stage) {
        long duration = 0;
        long gpu = 0;
        long queue = 0;
        String name = "";
        while (stage.next()) {
            switch (stage.field()) {
                case RenderStage.DURATION -> duration = stage.number();
                case RenderStage.GPU_ID -> gpu = stage.number();
                case RenderStage.QUEUE_IID -> queue = stage.number();
                case RenderStage.NAME -> name = stage.text();
                case RenderStage.NAME_IID ->
                        name = sequence.names.getOrDefault(stage.number(), name);
                case RenderStage.STAGE_IID -> {
                    String known = sequence.specifications.getOrDefault(stage.number(), "");
                    if (name.isEmpty()) name = known;
                }
                default -> stage.skip();
            }
        }
        double at = time(sequence, packet, null);
        if (Double.isNaN(at) || duration < 0 || (double) duration > FARTHEST) {
            log.lost("an event has no time, or no clock snapshot converts it", name);
            return;
        }
        int lane = tracks.lane(TrackTable.Key.ofQueue(gpu, queue));
        tracks.isStream(lane);
        slices.lane(lane)
                .add(GpuSliceKind.KERNEL, name, Lane.WHOLE, at, (double) duration, Lane.NO_LAUNCH);
    }
}
