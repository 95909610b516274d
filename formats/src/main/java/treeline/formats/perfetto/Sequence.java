package treeline.formats.perfetto;

import org.jspecify.annotations.Nullable;

import treeline.formats.perfetto.PerfettoLayout.Event;
import treeline.formats.perfetto.PerfettoLayout.Interned;
import treeline.formats.perfetto.PerfettoLayout.Packet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The state of one writer: interned texts, defaults and sums of incremental counters. It is valid
/// from a packet that clears it until packets are lost.
final class Sequence {
    /// No default track.
    static final long NO_TRACK = 0;

    final long id;
    final Map<Long, String> categories = new HashMap<>();
    final Map<Long, String> names = new HashMap<>();
    final Map<Long, String> annotationNames = new HashMap<>();
    final Map<Long, String> specifications = new HashMap<>();
    final Map<Long, String> correlationTexts = new HashMap<>();
    final Map<Long, Double> counterSums = new HashMap<>(); // by track

    /// 0 if the sequence has no default clock.
    long defaultClock;

    long defaultTrack = NO_TRACK;
    final List<Long> defaultCounterTracks = new ArrayList<>();
    final List<Long> defaultDoubleCounterTracks = new ArrayList<>();

    /// From an old thread descriptor, null if there was none.
    @Nullable ThreadOfSequence thread;

    private boolean valid;

    /// The thread of a sequence in the old form, and its running time.
    static final class ThreadOfSequence {
        final long pid;
        final long tid;
        long micros;

        ThreadOfSequence(long pid, long tid, long micros) {
            this.pid = pid;
            this.tid = tid;
            this.micros = micros;
        }
    }

    Sequence(long id) {
        this.id = id;
    }

    /// Whether packets that need the state can be read.
    boolean isValid() {
        return valid;
    }

    /// Packets were lost.
    void lose() {
        forget();
        valid = false;
    }

    /// The writer starts anew.
    void clear() {
        forget();
        valid = true;
    }

    private void forget() {
        categories.clear();
        names.clear();
        annotationNames.clear();
        specifications.clear();
        correlationTexts.clear();
        counterSums.clear();
        defaultClock = 0;
        defaultTrack = NO_TRACK;
        defaultCounterTracks.clear();
        defaultDoubleCounterTracks.clear();
    }

    /// Reads interned texts.
    void intern(Message interned) {
        while (interned.next()) {
            Map<Long, String> texts =
                    switch (interned.field()) {
                        case Interned.CATEGORIES -> categories;
                        case Interned.EVENT_NAMES -> names;
                        case Interned.ANNOTATION_NAMES -> annotationNames;
                        case Interned.GPU_SPECIFICATIONS -> specifications;
                        case Interned.CORRELATION_TEXTS -> correlationTexts;
                        default -> null;
                    };
            if (texts == null) interned.skip();
            else entry(texts, interned.message());
        }
    }

    private static void entry(Map<Long, String> texts, Message entry) {
        long iid = 0;
        String text = "";
        while (entry.next()) {
            switch (entry.field()) {
                case Interned.IID -> iid = entry.number();
                case Interned.TEXT -> text = entry.text();
                default -> entry.skip();
            }
        }
        texts.put(iid, text);
    }

    /// Reads the defaults of the packets of this sequence.
    void readDefaults(Message defaults) {
        while (defaults.next()) {
            switch (defaults.field()) {
                case Packet.DEFAULT_CLOCK_ID -> defaultClock = defaults.number() & 0xFFFF_FFFFL;
                case Packet.DEFAULT_TRACK_EVENT -> readTrackDefaults(defaults.message());
                default -> defaults.skip();
            }
        }
    }

    private void readTrackDefaults(Message defaults) {
        defaultCounterTracks.clear();
        defaultDoubleCounterTracks.clear();
        while (defaults.next()) {
            switch (defaults.field()) {
                case Event.TRACK -> defaultTrack = defaults.number();
                case Event.EXTRA_COUNTER_TRACKS ->
                        defaults.numbers(false, defaultCounterTracks::add);
                case Event.EXTRA_DOUBLE_COUNTER_TRACKS ->
                        defaults.numbers(false, defaultDoubleCounterTracks::add);
                default -> defaults.skip();
            }
        }
    }
}
