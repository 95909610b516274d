package treeline.formats.tau;

import treeline.model.Frame;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Frames from TAU names: the suffix ` [{file} {12,1}-{20,3}]` is a source location.
final class TauFrames {
    private static final Pattern PLACE =
            Pattern.compile("\\[\\{([^{}]*)\\}(?: \\{(\\d{1,9})[^\\[\\]]*\\})?\\]");

    private final Map<String, Frame> frames = new HashMap<>();

    Frame of(String name) {
        return frames.computeIfAbsent(name, TauFrames::parsed);
    }

    private static Frame parsed(String name) {
        int bracket = Math.max(0, name.lastIndexOf("[{"));
        Matcher place = PLACE.matcher(name).region(bracket, name.length());
        String file = "";
        int line = 0;
        String bare = name;
        if (place.matches()) {
            file = place.group(1);
            line = place.group(2) == null ? 0 : Integer.parseInt(place.group(2));
            bare = name.substring(0, bracket).stripTrailing();
        }
        if (bare.endsWith(" C")) bare = bare.substring(0, bare.length() - 2); // the language
        bare = bare.strip();
        return new Frame(kind(bare), bare.isEmpty() ? "unknown" : bare, file, line, "");
    }

    private static Frame.Kind kind(String name) {
        if (name.startsWith("Loop:")) return Frame.Kind.LOOP;
        if (name.startsWith("[SAMPLE]")) return Frame.Kind.LINE;
        return Frame.Kind.FUNCTION;
    }
}
