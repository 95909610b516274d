package treeline.formats.hpctoolkitxml;

import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Unit;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A row of the metric tables: a metric with the number of its values, an id in `experiment.xml`
/// and a column in metric-db files.
///
/// Names carry information that attributes lack: `CPUTIME (usec):Sum (I)` is the inclusive sum over
/// threads, `REALTIME (sec).[2,0]` are the values of rank 2, thread 0.
record XmlMetric(int number, Metric metric, Context context) {
    private static final Pattern SCOPED = Pattern.compile("(.*) \\(([IE])\\)");
    private static final Pattern OF_THREAD = Pattern.compile("(.*)\\.\\[(\\d{1,9}),(\\d{1,9})\\]");
    private static final Pattern STATISTIC =
            Pattern.compile("(.*):(Sum|Mean|StdDev|CfVar|Min|Max)");
    private static final Pattern NAME_AND_UNIT = Pattern.compile("(.*\\S) \\(([^()]+)\\)");
    private static final Map<String, String> UNITS = Map.of("sec", "s", "usec", "us");

    /// @param type the attribute `t`: inclusive, exclusive or neither
    static XmlMetric of(int number, String stored, String type) {
        Matcher scoped = SCOPED.matcher(stored);
        String name = scoped.matches() ? scoped.group(1) : stored;
        String letter = scoped.matches() ? scoped.group(2) : "";
        Context context = Context.WHOLE;
        Matcher thread = OF_THREAD.matcher(name);
        if (thread.matches()) {
            name = thread.group(1);
            context =
                    Context.ofThread(
                            Integer.parseInt(thread.group(2)), Integer.parseInt(thread.group(3)));
        }
        return new XmlMetric(number, metric(name, scope(type, letter)), context);
    }

    private static Metric.Scope scope(String type, String letter) {
        if (type.equals("inclusive") || letter.equals("I")) return Metric.Scope.INCLUSIVE;
        if (type.equals("exclusive") || letter.equals("E")) return Metric.Scope.EXCLUSIVE;
        return Metric.Scope.POINT;
    }

    private static Metric metric(String stored, Metric.Scope scope) {
        Matcher statistic = STATISTIC.matcher(stored);
        boolean other = statistic.matches() && !statistic.group(2).equals("Sum");
        String name = statistic.matches() ? statistic.group(1) : stored;
        Matcher united = NAME_AND_UNIT.matcher(name);
        String bare = united.matches() ? united.group(1) : name;
        Unit unit =
                united.matches()
                        ? Unit.of(UNITS.getOrDefault(united.group(2), united.group(2)))
                        : Unit.COUNT;
        if (bare.isBlank()) bare = "unnamed metric";
        // what is true of sums does not hold for means: they are readings
        return other
                ? new Metric(
                        "%s (%s, %s)"
                                .formatted(
                                        bare,
                                        statistic.group(2),
                                        scope.name().toLowerCase(Locale.ROOT)),
                        unit,
                        Metric.Scope.POINT)
                : new Metric(bare, unit, scope);
    }

    /// The same metrics, one of which is called `time`.
    static List<XmlMetric> withTime(List<XmlMetric> metrics) {
        String time = clock(metrics).orElse("");
        return metrics.stream().map(metric -> metric.renamed(time)).toList();
    }

    /// The metric that is called time: processor time if there is one, otherwise elapsed time.
    static Optional<String> clock(List<XmlMetric> metrics) {
        return Stream.of("CPUTIME", "REALTIME")
                .filter(name -> metrics.stream().anyMatch(each -> each.metric.name().equals(name)))
                .findFirst();
    }

    private XmlMetric renamed(String time) {
        if (!metric.name().equals(time)) return this;
        return new XmlMetric(number, new Metric("time", metric.unit(), metric.scope()), context);
    }
}
