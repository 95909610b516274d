package treeline.view;

import treeline.model.Context;
import treeline.model.ContextNames;
import treeline.model.ImmutableInts;
import treeline.model.Outline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/// The contexts of a run as columns, [Context#NONE] if an attribute does not apply.
///
/// @param host index into `hosts`, -1 if unknown
public record ContextArrays(
        ImmutableInts rank,
        ImmutableInts thread,
        ImmutableInts stream,
        ImmutableInts repetition,
        ImmutableInts host,
        List<String> hosts) {

    public ContextArrays {
        hosts = List.copyOf(hosts);
    }

    /// The contexts of a run, streams by the numbers that their tool gave them.
    public static ContextArrays of(Outline outline) {
        List<Context> contexts = outline.contexts();
        ContextNames names = ContextNames.of(outline);
        Map<String, Integer> hosts = new LinkedHashMap<>();
        for (Context context : contexts)
            if (!context.host().isEmpty()) hosts.putIfAbsent(context.host(), hosts.size());
        return new ContextArrays(
                column(contexts, Context::rank),
                column(contexts, Context::thread),
                ImmutableInts.owning(
                        IntStream.range(0, contexts.size()).map(names::stream).toArray()),
                column(contexts, Context::repetition),
                column(contexts, context -> hosts.getOrDefault(context.host(), -1)),
                new ArrayList<>(hosts.keySet()));
    }

    private static ImmutableInts column(List<Context> contexts, ToIntFunction<Context> part) {
        return ImmutableInts.owning(contexts.stream().mapToInt(part).toArray());
    }

    /// How many different values a part has, [Context#NONE] not counted.
    public static int distinct(ImmutableInts part) {
        int[] sorted = part.toArray();
        Arrays.sort(sorted);
        int count = 0;
        for (int i = 0; i < sorted.length; i++)
            if (sorted[i] >= 0 && (i == 0 || sorted[i] != sorted[i - 1])) count++;
        return count;
    }
}
