package treeline.formats.chrometrace;

import tools.jackson.core.JsonToken;

import treeline.formats.reading.IdNumbers;
import treeline.formats.reading.JsonCursor;
import treeline.source.files.FiniteDecimal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The fields of an event that are read. One object is reused for all events.
final class TraceEvent {
    private static final Pattern SIZE = Pattern.compile("\\bsize:(\\d{1,15})\\b");

    String phase = "";
    String name = "";
    String category = "";
    String pid = "";
    String tid = "";

    /// In microseconds; NaN where there is none.
    double begin;

    double duration;

    /// From `args`: the number that a launch and the work of the device share, or -1.
    long correlation;

    /// From `args`: the name that an event of metadata gives.
    String givenName = "";

    /// From `args`: the device that did the work.
    String device = "";

    /// From `args`: the labels that an event of metadata gives a process.
    String labels = "";

    /// From `args`: bytes of a copy, 0 if there are none.
    double bytes;

    /// From `args`: the collective operation that a kernel of NCCL does, or that an operator
    /// starts.
    String collective = "";

    /// From `args`: the name of the process group of a collective operation, and its ranks, which
    /// PyTorch abbreviates.
    String group = "";

    String groupRanks = "";

    /// From `args`: the number of ranks of the process group, and the number of the operation in
    /// it, or -1.
    int groupSize;

    int sequence;

    /// The id of a flow, `id` or `bind_id`.
    String id = "";

    /// Whether the slice is the source or a target of the flow `bind_id`.
    boolean isBound;

    /// Whether a flow ends in the slice around it and not in the next one.
    boolean bindsToEnclosing;

    /// From `args`: names and values of numbers, for counters.
    final List<String> series = new ArrayList<>();

    final List<Double> values = new ArrayList<>();

    private final boolean keepsNumbers;
    private boolean empty;

    /// @param keepsNumbers whether series and values are wanted
    TraceEvent(boolean keepsNumbers) {
        this.keepsNumbers = keepsNumbers;
    }

    void read(JsonCursor json) {
        phase = name = category = pid = tid = givenName = device = labels = id = "";
        collective = group = groupRanks = "";
        groupSize = sequence = -1;
        begin = duration = Double.NaN;
        correlation = -1;
        bytes = 0;
        isBound = bindsToEnclosing = false;
        series.clear();
        values.clear();
        empty = true;
        json.requireObject("an event");
        while (json.nextField()) field(json);
    }

    /// Some writers end with an empty event instead of leaving a comma out.
    boolean isEmpty() {
        return empty;
    }

    private void field(JsonCursor json) {
        empty = false;
        switch (json.name()) {
            case "ph" -> phase = json.repeatedText("a phase");
            case "name" -> name = json.repeatedText("a name");
            case "cat" -> category = json.repeatedText("a category");
            case "pid" -> pid = json.repeatedText("a process");
            case "tid" -> tid = json.repeatedText("a thread");
            case "ts" -> begin = micros(json);
            case "dur" -> duration = micros(json);
            case "args" -> arguments(json);
            case "id" -> id = id(json);
            case "bind_id" -> {
                id = id(json);
                isBound = !id.isEmpty();
            }
            case "bp" -> bindsToEnclosing = json.repeatedText("a binding point").equals("e");
        }
    }

    private static String id(JsonCursor json) {
        return json.token().isScalarValue() ? json.text("an id") : "";
    }

    /// Some writers put numbers in quotes.
    private static double micros(JsonCursor json) {
        if (json.isNumber()) return json.number("a time");
        if (json.token() == JsonToken.VALUE_NULL) return Double.NaN;
        String text = json.text("a time");
        try {
            return FiniteDecimal.parse(text);
        } catch (NumberFormatException bad) {
            throw json.malformed("a time as a number", "'" + text + "'");
        }
    }

    private void arguments(JsonCursor json) {
        if (!json.entersObject()) return;
        while (json.nextField()) if (json.token().isScalarValue()) argument(json);
    }

    private void argument(JsonCursor json) {
        switch (json.name()) {
            case "correlation" -> {
                if (json.token() == JsonToken.VALUE_NUMBER_INT) correlation = correlation(json);
            }
            case "correlation_id" -> correlation = correlation(json.text("a correlation"));
            case "bytes", "Bytes" -> {
                if (json.isNumber()) bytes = Math.max(0, json.number("bytes"));
            }
            case "memcpy_details", "memset_details" -> bytes = size(json.text("details"));
            case "device" -> device = json.repeatedText("a device");
            case "Collective name" -> collective = json.repeatedText("a collective operation");
            case "Process Group Name" -> group = json.repeatedText("a process group");
            case "Process Group Ranks" -> groupRanks = json.repeatedText("ranks");
            case "Group size" -> groupSize = IdNumbers.count(json.text("a number of ranks"));
            case "Seq" -> sequence = IdNumbers.count(json.text("a sequence number"));
            case "name" -> givenName = json.text("a name");
            case "labels" -> labels = json.text("labels");
            default -> {}
        }
        boolean mayCount = keepsNumbers && (phase.equals("C") || phase.isEmpty());
        if (mayCount && json.isNumber()) {
            series.add(json.name());
            values.add(json.number("a counter"));
        }
    }

    /// `size:4096` in `kind_src:pinned kind_dst:device size:4096 dest:0`, as JAX writes it.
    private static double size(String details) {
        Matcher size = SIZE.matcher(details);
        return size.find() ? Double.parseDouble(size.group(1)) : 0;
    }

    private static long correlation(String text) {
        return IdNumbers.count(text);
    }

    /// Ids are 32 bits without a sign.
    private static long correlation(JsonCursor json) {
        long number = json.whole("a correlation");
        return number >= 0 && number <= 0xffff_ffffL ? number : -1;
    }
}
