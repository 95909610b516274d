package treeline.testkit;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Profiles drawn as text, so that a test shows its input. A table a metric, blank lines between
/// them:
///
/// ```
/// metric time s inclusive
/// path        tag   rank0  rank1
/// main        -        10     12
/// main/solve  COMP  1+2+3      -
/// ```
///
/// The `metric` line may be left out (then: exclusive seconds called time). Headings such as
/// `rank0`, `rank0thread1`, `rank0rep1` or `whole` are contexts, all others are labels. `-` is
/// nothing, `1+2+3` a loop's iterations (`_` for one that did not happen).
public final class Drawing {
    private static final Pattern CONTEXT =
            Pattern.compile("(?:rank(\\d+))?(?:thread(\\d+))?(?:stream(\\d+))?(?:rep(\\d+))?");

    private Drawing() {}

    public static Profile profileOf(String drawing) {
        var builder = new ProfileBuilder();
        for (String table : drawing.strip().split("\n\\s*\n"))
            addTable(builder, table.strip().split("\n"));
        return builder.build();
    }

    private static void addTable(ProfileBuilder builder, String[] lines) {
        boolean named = lines[0].startsWith("metric ");
        int metric =
                builder.metric(
                        named
                                ? metricOf(lines[0].split("\\s+"))
                                : metricOf("metric time s exclusive".split(" ")));
        List<String> headings = List.of(lines[named ? 1 : 0].strip().split("\\s+"));
        for (int i = named ? 2 : 1; i < lines.length; i++) {
            String[] cells = lines[i].strip().split("\\s+");
            if (cells.length != headings.size())
                throw new IllegalArgumentException(
                        "a drawing with %d headings has a line of %d: %s"
                                .formatted(headings.size(), cells.length, lines[i]));
            addRow(builder, metric, headings, cells);
        }
    }

    private static Metric metricOf(String[] words) {
        return new Metric(
                words[1],
                Unit.of(words[2]),
                Metric.Scope.valueOf(words[3].toUpperCase(Locale.ROOT)));
    }

    private static void addRow(
            ProfileBuilder builder, int metric, List<String> headings, String[] cells) {
        int node = ProfileBuilder.ROOT;
        for (String name : cells[0].split("/")) node = builder.child(node, Frame.region(name));
        for (int i = 1; i < cells.length; i++) {
            Context context = contextOf(headings.get(i));
            boolean absent = cells[i].equals("-");
            if (context != null) {
                int at = builder.context(context);
                if (!absent) addCell(builder, metric, at, node, cells[i]);
            } else builder.label(headings.get(i), node, absent ? "" : cells[i]);
        }
    }

    private static void addCell(
            ProfileBuilder builder, int metric, int context, int node, String cell) {
        if (!cell.contains("+")) {
            builder.add(metric, context, node, Double.parseDouble(cell));
            return;
        }
        List<Double> iterations = new ArrayList<>();
        for (String each : cell.split("\\+"))
            iterations.add(each.equals("_") ? Double.NaN : Double.parseDouble(each));
        double[] values = iterations.stream().mapToDouble(Double::doubleValue).toArray();
        builder.addSeries(metric, context, node, values, 0, values.length);
    }

    private static @org.jspecify.annotations.Nullable Context contextOf(String heading) {
        if (heading.equals("whole")) return Context.WHOLE;
        Matcher parts = CONTEXT.matcher(heading);
        if (!parts.matches() || heading.isEmpty()) return null;
        return new Context("", part(parts, 1), part(parts, 2), part(parts, 3), part(parts, 4));
    }

    private static int part(Matcher parts, int group) {
        return parts.group(group) == null ? Context.NONE : Integer.parseInt(parts.group(group));
    }
}
