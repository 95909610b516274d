package treeline.formats.writing;

import org.jspecify.annotations.Nullable;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.text.PathText;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The rows that a profile has as a tidy table, said once more, by asking for every value. A row is
/// one line: texts as the digits of their bytes, values as those of their bits, `-` for nothing.
public final class TidyExpected {
    private TidyExpected() {}

    public static List<String> rows(Profile profile, String run) {
        List<String> rows = new ArrayList<>();
        for (int context = 0; context < profile.contexts().size(); context++)
            for (Metric metric : profile.metrics())
                for (int node = 0; node < profile.tree().size(); node++)
                    if (profile.column(metric).byContext().find(context, node) >= 0)
                        rows.add(
                                row(
                                        profile,
                                        run,
                                        profile.contexts().get(context),
                                        metric,
                                        node,
                                        profile.column(metric).at(context, node)));
        return rows;
    }

    private static String row(
            Profile profile, String run, Context context, Metric metric, int node, double value) {
        CallTree tree = profile.tree();
        return String.join(
                " ",
                text(run),
                text(context.host().isEmpty() ? null : context.host()),
                number(context.rank()),
                number(context.thread()),
                number(context.stream()),
                number(context.repetition()),
                number(node),
                number(tree.parent(node)),
                text(tree.name(node)),
                text(
                        tree.path(node).stream()
                                .map(PathText::escaped)
                                .collect(Collectors.joining("/"))),
                text(metric.name()),
                text(metric.scope().name().toLowerCase(Locale.ROOT)),
                text(metric.unit().symbol()),
                value(value));
    }

    public static String text(@Nullable String text) {
        return text == null
                ? "-"
                : "'" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    public static String number(int number) {
        return number < 0 ? "-" : Integer.toString(number);
    }

    public static String value(double value) {
        return HexFormat.of().toHexDigits(Double.doubleToLongBits(value));
    }
}
