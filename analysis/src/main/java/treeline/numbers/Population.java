package treeline.numbers;

import treeline.model.Context;
import treeline.model.ContextNames;
import treeline.model.Outline;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// The population of a number, in words and as counts: the phrase in the heading of every result.
///
/// @param ranks the number of processes; 1 for a program without ranks
/// @param threads the number of threads and streams of all ranks
/// @param repetitions 1 if the run was not repeated
/// @param hasThreads whether a rank has several threads or streams, so that thread time and elapsed
///   time differ
/// @param name the name of the only context or rank; empty if there are several
/// @param ranksText `16 ranks`
/// @param threadsText `20 threads`
public record Population(
        int ranks,
        int threads,
        int repetitions,
        boolean hasThreads,
        String name,
        String ranksText,
        String threadsText) {

    public static Population of(Outline outline) {
        return of(
                outline.contexts(),
                outline.contexts().size() == 1 ? ContextNames.of(outline).name(0) : "");
    }

    /// The population of contexts that have numbers only.
    public static Population of(List<Context> contexts) {
        return of(
                contexts, contexts.size() == 1 ? ContextNames.of(contexts, List.of()).name(0) : "");
    }

    private static Population of(List<Context> contexts, String onlyContext) {
        Locations ranks = Locations.of(contexts, Locations.By.RANK);
        Locations threads = Locations.of(contexts, Locations.By.THREAD);
        int[] repetitions =
                contexts.stream().mapToInt(Context::repetition).sorted().distinct().toArray();
        var units = new BitSet();
        for (int i = 0; i < contexts.size(); i++)
            units.set(
                    ranks.of(i) * repetitions.length
                            + Arrays.binarySearch(repetitions, contexts.get(i).repetition()));
        boolean hasThreads = units.cardinality() < contexts.size();
        return new Population(
                ranks.size(),
                threads.size(),
                Math.max(1, repetitions.length),
                hasThreads,
                ranks.size() == 1 && onlyContext.isEmpty() ? ranks.name(0) : onlyContext,
                ranks.size() == 0 ? "no contexts" : ranksText(ranks),
                threads.size() == 0 ? "" : threads.counted());
    }

    /// Ranks that are not 0, 1, 2, ... say which they are.
    private static String ranksText(Locations ranks) {
        int first = ranks.place(0).rank();
        int last = ranks.place(ranks.size() - 1).rank();
        boolean usual = first == Context.NONE || (first == 0 && last == ranks.size() - 1);
        if (usual || ranks.size() == 1) return ranks.counted();
        int[] numbers =
                IntStream.range(0, ranks.size()).map(each -> ranks.place(each).rank()).toArray();
        return "%s (%s)".formatted(ranks.counted(), RankRanges.text(numbers));
    }

    /// How they become one number: `mean of 16 ranks, 3 repetitions averaged`, `rank 0, 5 threads
    /// added up`.
    public String text(Reduction over) {
        return text(over, "added up");
    }

    /// The same of readings at a point, which do not add up.
    public String textOfReadings(Reduction over) {
        return text(over, "of which the largest counts");
    }

    private String text(Reduction over, String threadsAre) {
        var text = new StringBuilder();
        if (ranks == 1) text.append(name);
        else text.append(over.name().toLowerCase(Locale.ROOT)).append(" of ").append(ranksText);
        if (hasThreads) text.append(threads(threadsAre));
        return text.append(repetitionsText()).toString();
    }

    private String threads(String are) {
        return ", %s%s %s".formatted(ranks == 1 ? "" : "their ", threadsText, are);
    }

    private String repetitionsText() {
        return repetitions > 1
                ? String.format(Locale.ROOT, ", %,d repetitions averaged", repetitions)
                : "";
    }

    /// What is combined within each rank or thread: `, their 20 threads added up, 3 repetitions
    /// averaged`.
    public String combined(boolean addsThreads) {
        return (addsThreads && hasThreads ? threads("added up") : "") + repetitionsText();
    }
}
