package treeline.formats.perfetto;

import org.jspecify.annotations.Nullable;

import treeline.formats.perfetto.PerfettoLayout.Annotation;
import treeline.formats.perfetto.PerfettoLayout.Event;
import treeline.formats.perfetto.PerfettoLayout.Legacy;
import treeline.formats.slices.GpuSliceKind;

import java.util.ArrayList;
import java.util.List;

/// The fields of one track event, with interned texts resolved. Annotations are read at their first
/// level only, whatever is nested in them.
final class EventFields {
    int type;
    long track;
    boolean hasTrack;
    String name = "";
    final List<String> categories = new ArrayList<>();
    final List<Flow> flows = new ArrayList<>();
    double value;
    boolean hasValue;
    final List<Long> counterTracks = new ArrayList<>();
    final List<Long> counterValues = new ArrayList<>();
    final List<Long> doubleCounterTracks = new ArrayList<>();
    final List<Long> doubleCounterValues = new ArrayList<>(); // as bits
    long deltaMicros;
    boolean hasDelta;
    long absoluteMicros;
    boolean hasAbsolute;

    /// From annotations: the number that a call and the device work of it share, -1 if there is
    /// none.
    long correlation = -1;

    /// From annotations: bytes of a copy.
    double bytes;

    // From Chrome's events.
    int phase;
    long durationMicros;
    long pid;
    long tid;
    boolean hasThread;

    private final Sequence sequence;
    private boolean unknownText;

    /// A flow, or an operation that several events are part of.
    record Flow(String scope, String id) {}

    private EventFields(Sequence sequence) {
        this.sequence = sequence;
    }

    static EventFields of(Message event, Sequence sequence) {
        var fields = new EventFields(sequence);
        while (event.next()) fields.read(event);
        return fields;
    }

    /// Whether a text was not among those that the sequence has interned.
    boolean hasUnknownText() {
        return unknownText;
    }

    GpuSliceKind kind() {
        GpuSliceKind kind = GpuSliceKind.REGION;
        for (String category : categories) {
            GpuSliceKind each = Categories.kind(category);
            if (each != GpuSliceKind.REGION) kind = each;
        }
        return kind;
    }

    private void read(Message event) {
        switch (event.field()) {
            case Event.TYPE -> type = (int) event.number();
            case Event.TRACK -> {
                track = event.number();
                hasTrack = true;
            }
            case Event.NAME -> name = event.text();
            case Event.NAME_IID -> name = text(sequence.names.get(event.number()));
            case Event.CATEGORIES -> categories.add(event.text());
            case Event.CATEGORY_IIDS ->
                    event.numbers(false, iid -> categories.add(text(sequence.categories.get(iid))));
            case Event.ANNOTATIONS -> annotation(event.message());
            case Event.LEGACY -> legacy(event.message());
            case Event.DELTA_MICROS -> {
                deltaMicros = event.number();
                hasDelta = true;
            }
            case Event.ABSOLUTE_MICROS -> {
                absoluteMicros = event.number();
                hasAbsolute = true;
            }
            default -> readLinks(event);
        }
    }

    private void readLinks(Message event) {
        switch (event.field()) {
            case Event.COUNTER_VALUE -> count((double) event.number());
            case Event.DOUBLE_COUNTER_VALUE -> count(event.real());
            case Event.EXTRA_COUNTER_TRACKS -> event.numbers(false, counterTracks::add);
            case Event.EXTRA_COUNTER_VALUES -> event.numbers(false, counterValues::add);
            case Event.EXTRA_DOUBLE_COUNTER_TRACKS ->
                    event.numbers(false, doubleCounterTracks::add);
            case Event.EXTRA_DOUBLE_COUNTER_VALUES -> event.numbers(true, doubleCounterValues::add);
            case Event.FLOW_IDS, Event.TERMINATING_FLOW_IDS ->
                    event.numbers(true, id -> flow("flow", id));
            case Event.FLOW_IDS_OLD, Event.TERMINATING_FLOW_IDS_OLD ->
                    event.numbers(false, id -> flow("flow", id));
            case Event.CORRELATION_ID -> flow("correlation", event.number());
            case Event.CORRELATION_ID_STR -> flows.add(new Flow("text", event.text()));
            case Event.CORRELATION_ID_STR_IID ->
                    flows.add(
                            new Flow("text", text(sequence.correlationTexts.get(event.number()))));
            default -> event.skip();
        }
    }

    private void flow(String scope, long id) {
        flows.add(new Flow(scope, Long.toUnsignedString(id)));
    }

    private void count(double number) {
        value = number;
        hasValue = true;
    }

    private String text(@Nullable String interned) {
        if (interned != null) return interned;
        unknownText = true;
        return "";
    }

    private void annotation(Message annotation) {
        String called = "";
        long number = -1;
        while (annotation.next()) {
            switch (annotation.field()) {
                case Annotation.NAME -> called = annotation.text();
                case Annotation.NAME_IID -> {
                    String interned = sequence.annotationNames.get(annotation.number());
                    called = interned == null ? "" : interned;
                }
                case Annotation.UINT, Annotation.INT -> number = annotation.number();
                default -> annotation.skip();
            }
        }
        if (number < 0) return;
        switch (called) {
            case "corr_id", "correlation_id" ->
                    correlation = number <= Integer.MAX_VALUE && number > 0 ? number : -1;
            case "bytes", "size", "copy_bytes" -> bytes = (double) number;
            default -> {}
        }
    }

    private void legacy(Message legacy) {
        while (legacy.next()) {
            switch (legacy.field()) {
                case Legacy.NAME_IID -> name = text(sequence.names.get(legacy.number()));
                case Legacy.PHASE -> phase = (int) legacy.number();
                case Legacy.DURATION_MICROS -> durationMicros = legacy.number();
                case Legacy.BIND_ID -> flow("bind", legacy.number());
                case Legacy.PID -> {
                    pid = legacy.number();
                    hasThread = true;
                }
                case Legacy.TID -> {
                    tid = legacy.number();
                    hasThread = true;
                }
                default -> legacy.skip();
            }
        }
    }
}
