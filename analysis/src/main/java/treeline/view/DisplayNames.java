package treeline.view;

import treeline.model.Metric;
import treeline.text.ControlCharacters;
import treeline.text.NameList;

import java.util.List;
import java.util.Locale;

/// Names as they are displayed: control characters, which profiles may contain, are made visible.
public final class DisplayNames {
    public static final int MAX_NAMES = 3;

    private DisplayNames() {}

    /// `time (exclusive)`.
    public static String of(Metric metric) {
        String scope =
                metric.addsUp() ? metric.scope().name().toLowerCase(Locale.ROOT) : "point readings";
        return "%s (%s)".formatted(printable(metric.name()), scope);
    }

    /// The first names of a list that may be long.
    public static String some(List<String> names) {
        return NameList.shortened(names, MAX_NAMES);
    }

    /// A name with control characters written out, so that a profile cannot steer the terminal.
    public static String printable(String text) {
        return ControlCharacters.visible(text);
    }
}
