package treeline.formats.timemory;

import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Unit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parser of timemory's names of nodes (`func@file:12/tail`, `label [func/file:12]`) and
/// statistics.
final class TimemoryPrefix {
    private static final Pattern PLACED = Pattern.compile("([^@]+)@([^@]+?):(\\d{1,9})(/.*)?");
    private static final Pattern BRACKETED =
            Pattern.compile("(.+) \\[(?:[^/\\[\\]]*/)?([^\\[\\]]+):(\\d{1,9})\\]");

    private TimemoryPrefix() {}

    static Frame frame(String prefix) {
        String text = prefix.strip();
        Matcher placed = PLACED.matcher(text);
        if (placed.matches()) {
            String tail = placed.group(4) == null ? "" : placed.group(4);
            return region(placed.group(1) + tail, placed.group(2), placed.group(3));
        }
        Matcher bracketed = BRACKETED.matcher(text);
        if (bracketed.matches())
            return region(bracketed.group(1), bracketed.group(2), bracketed.group(3));
        return Frame.region(text.isEmpty() ? "unnamed" : text);
    }

    private static Frame region(String name, String file, String line) {
        return new Frame(Frame.Kind.REGION, name, file, Integer.parseInt(line), "");
    }

    /// The metric of a statistic such as `sum`, `max.inc` or, of several dimensions, `sum.inc/0`.
    /// Sums are the component itself; the wall clock's is the time. Other statistics keep the names
    /// that Hatchet gives them and are point readings: they do not add up over a tree.
    static Metric metric(String statistic, String component, Unit unit) {
        int slash = statistic.indexOf('/');
        String part = slash < 0 ? "" : "." + statistic.substring(slash + 1);
        String whole = slash < 0 ? statistic : statistic.substring(0, slash);
        boolean inclusive = whole.endsWith(".inc");
        String bare = inclusive ? whole.substring(0, whole.length() - ".inc".length()) : whole;
        return switch (bare) {
            case "laps" -> new Metric(component + ".laps", Unit.COUNT, Metric.Scope.EXCLUSIVE);
            case "sum" ->
                    new Metric(
                            (component.equals("wall_clock") ? "time" : component) + part,
                            unit,
                            inclusive ? Metric.Scope.INCLUSIVE : Metric.Scope.EXCLUSIVE);
            default ->
                    new Metric(
                            bare + "." + component + (inclusive ? ".inc" : "") + part,
                            bare.equals("count")
                                    ? Unit.COUNT
                                    : bare.equals("sqr") ? Unit.of(unit.symbol() + "^2") : unit,
                            Metric.Scope.POINT);
        };
    }
}
