package treeline.formats.cprofile;

import org.jspecify.annotations.Nullable;

import treeline.formats.reading.CallGraphForest;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.files.MappedFile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads pstats data: a dict from functions to `(primitive calls, calls, own time, inclusive time,
/// callers)`. Callers are a dict from functions to `(calls, primitive calls, own time, inclusive
/// time)` or, from the old profile module, to a count.
final class PstatsReader {
    private final ReadReport.Log log = new ReadReport.Log();
    private final Map<Frame, Integer> functions = new LinkedHashMap<>();
    private final CallGraphForest graph = new CallGraphForest();
    private final List<double[]> numbers = new ArrayList<>();
    private final List<Marshal.Dict> callers = new ArrayList<>();

    LoadedSource read(MappedFile file) {
        var marshal = new Marshal(file);
        Marshal.Dict all = marshal.readDict();
        for (int i = 0; i < all.keys().size(); i++)
            addFunction(i, all.keys().get(i), all.values().get(i));
        if (functions.isEmpty())
            throw marshal.malformed("at least one function with its statistics", "none");
        for (int callee = 0; callee < callers.size(); callee++) addCalls(callee);
        var builder = new ProfileBuilder();
        int[] nodes = graph.moveTo(builder, log);
        addValues(builder, nodes);
        return new LoadedSource(builder.build(), log.report());
    }

    private void addFunction(int entry, Object key, Object value) {
        Frame frame = frame(key);
        double[] statistics = numbers(value, 4);
        if (frame == null || statistics == null || functions.containsKey(frame)) {
            log.lost("an entry is not a function with its statistics", "entry " + entry);
            return;
        }
        functions.put(frame, graph.function(frame, statistics[3]));
        numbers.add(statistics);
        callers.add(callers(value));
    }

    private static Marshal.Dict callers(Object statistics) {
        return statistics instanceof List<?> elements
                        && elements.size() > 4
                        && elements.get(4) instanceof Marshal.Dict dict
                ? dict
                : new Marshal.Dict(List.of(), List.of());
    }

    /// A function is `(file, line, name)`; built-in ones have `~` as their file.
    private static @Nullable Frame frame(Object key) {
        if (!(key instanceof List<?> parts)
                || parts.size() != 3
                || !(parts.get(0) instanceof String file)
                || !(parts.get(1) instanceof Double line)
                || !(parts.get(2) instanceof String name)) return null;
        return new Frame(
                Frame.Kind.FUNCTION,
                name.isEmpty() ? "unnamed" : name,
                file.equals("~") ? "" : file,
                Math.max(line.intValue(), 0),
                "");
    }

    private static double @Nullable [] numbers(Object tuple, int count) {
        if (!(tuple instanceof List<?> elements) || elements.size() < count) return null;
        double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
            if (!(elements.get(i) instanceof Double number)) return null;
            numbers[i] = number;
        }
        return numbers;
    }

    private void addCalls(int callee) {
        Marshal.Dict dict = callers.get(callee);
        for (int i = 0; i < dict.keys().size(); i++) {
            Frame frame = frame(dict.keys().get(i));
            Integer caller = frame == null ? null : functions.get(frame);
            if (caller == null)
                log.lost("a caller is not one of the functions", String.valueOf(frame));
            else graph.call(caller, callee, weight(dict.values().get(i)));
        }
    }

    private static double weight(Object call) {
        if (call instanceof Double count) return count;
        double[] statistics = numbers(call, 4);
        return statistics == null ? 0 : statistics[3];
    }

    private void addValues(ProfileBuilder builder, int[] nodes) {
        int context = builder.context(Context.WHOLE);
        int[] metrics = {
            builder.metric(new Metric("primitive calls", Unit.COUNT, Metric.Scope.EXCLUSIVE)),
            builder.metric(new Metric("calls", Unit.COUNT, Metric.Scope.EXCLUSIVE)),
            builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE)),
            builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE)),
        };
        for (int function = 0; function < nodes.length; function++)
            for (int i = 0; i < metrics.length; i++)
                builder.add(metrics[i], context, nodes[function], numbers.get(function)[i]);
    }
}
