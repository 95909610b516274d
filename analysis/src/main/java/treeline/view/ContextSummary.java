package treeline.view;

import treeline.model.Context;
import treeline.model.ContextNames;
import treeline.model.Outline;
import treeline.numbers.RankRanges;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;

/// One-line summary of thousands of contexts: `512 ranks x 20 repetitions`.
///
/// @param parts the attributes that occur: ranks, threads, streams and repetitions
/// @param hosts the number of distinct hosts, 0 if unknown
public record ContextSummary(int contexts, List<Part> parts, int hosts) {

    /// The distinct values of one context attribute.
    ///
    /// @param numbers such as `0-3, 7`; empty for 0, 1, 2, ...
    public record Part(String noun, int count, String numbers) {

        @Override
        public String toString() {
            String counted = counted(count, noun);
            return numbers.isEmpty() ? counted : "%s (%s)".formatted(counted, numbers);
        }
    }

    /// The contexts of a run, streams by the numbers that their tool gave them.
    public static ContextSummary of(Outline outline) {
        return of(outline.contexts(), ContextNames.of(outline)::stream);
    }

    /// Contexts that have numbers only.
    public static ContextSummary of(List<Context> contexts) {
        return of(contexts, i -> contexts.get(i).stream());
    }

    private static ContextSummary of(List<Context> contexts, IntUnaryOperator stream) {
        List<Part> parts = new ArrayList<>();
        int count = contexts.size();
        addPart(parts, "rank", count, i -> contexts.get(i).rank());
        addPart(parts, "thread", count, i -> contexts.get(i).thread());
        addPart(parts, "stream", count, stream);
        addPart(parts, "repetition", count, i -> contexts.get(i).repetition());
        long hosts =
                contexts.stream()
                        .map(Context::host)
                        .filter(host -> !host.isEmpty())
                        .distinct()
                        .count();
        return new ContextSummary(contexts.size(), List.copyOf(parts), (int) hosts);
    }

    private static void addPart(
            List<Part> parts, String noun, int contexts, IntUnaryOperator part) {
        var values = new TreeSet<Integer>();
        for (int i = 0; i < contexts; i++)
            if (part.applyAsInt(i) != Context.NONE) values.add(part.applyAsInt(i));
        if (values.isEmpty()) return;
        int count = values.size();
        boolean usual = count > 1 && values.first() == 0 && values.last() == count - 1;
        int[] numbers = values.stream().mapToInt(Integer::intValue).toArray();
        parts.add(new Part(noun, count, usual ? "" : RankRanges.text(numbers)));
    }

    /// Whether the contexts are all combinations of their parts.
    private boolean isProduct() {
        long product = 1;
        for (Part part : parts) product *= part.count();
        return product == contexts;
    }

    @Override
    public String toString() {
        return body() + (hosts == 0 ? "" : " on " + counted(hosts, "host"));
    }

    private String body() {
        if (contexts == 0) return "none";
        if (parts.isEmpty()) return contexts == 1 ? "whole program" : counted(contexts, "context");
        List<String> texts = parts.stream().map(Part::toString).toList();
        return isProduct()
                ? String.join(" x ", texts)
                : "%s of %s".formatted(counted(contexts, "context"), String.join(", ", texts));
    }

    public static String counted(long count, String noun) {
        return Quantity.whole(count) + " " + noun + (count == 1 ? "" : "s");
    }
}
