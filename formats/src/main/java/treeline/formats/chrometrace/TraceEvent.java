package treeline.formats.chrometrace;

import tools.jackson.core.JsonToken;

import treeline.formats.reading.JsonCursor;
import treeline.source.files.FiniteDecimal;

/// The fields of an event that are read. One object is reused for all events.
final class TraceEvent {
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

    private boolean empty;

    void read(JsonCursor json) {
        phase = name = category = pid = tid = givenName = device = labels = "";
        begin = duration = Double.NaN;
        correlation = -1;
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
            default -> json.skip();
        }
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
        if (json.token() != JsonToken.START_OBJECT) {
            json.skip();
            return;
        }
        while (json.nextField()) {
            if (!json.token().isScalarValue()) json.skip();
            else argument(json);
        }
    }

    private void argument(JsonCursor json) {
        switch (json.name()) {
            case "correlation" -> {
                if (json.token() == JsonToken.VALUE_NUMBER_INT) correlation = correlation(json);
            }
            case "device" -> device = json.repeatedText("a device");
            case "name" -> givenName = json.text("a name");
            case "labels" -> labels = json.text("labels");
            default -> {}
        }
    }

    /// Ids are 32 bits without a sign.
    private static long correlation(JsonCursor json) {
        long number = json.whole("a correlation");
        return number >= 0 && number <= 0xffff_ffffL ? number : -1;
    }
}
