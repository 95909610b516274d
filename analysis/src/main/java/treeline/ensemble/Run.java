package treeline.ensemble;

import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Profile;
import treeline.runs.RunList;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// One run to be added to an [Ensemble].
///
/// @param key its unique key: the path, or a name given by the user
public record Run(String key, Metadata metadata, Profile profile) {
    public Run {
        if (key.isBlank()) throw new IllegalArgumentException("the key of a run is blank");
    }

    /// With what the profile says of the run and, where it does not say it, how many `ranks`,
    /// `threads` and `hosts` measured.
    public static Run of(String key, Profile profile) {
        return new Run(key, ContextCounts.addedTo(profile.metadata(), profile.contexts()), profile);
    }

    /// A run for each repetition that the profile holds, called `key#0` and on, where all of them
    /// together would count by their mean. The run itself where it has one repetition, or keeps an
    /// ensemble.
    public List<Run> repetitions() {
        List<Context> contexts = profile.contexts();
        int[] numbers =
                contexts.stream().mapToInt(Context::repetition).sorted().distinct().toArray();
        if (numbers.length < 2 || RunList.isIn(profile.metadata())) return List.of(this);
        List<Run> runs = new ArrayList<>();
        for (int number : numbers) {
            int[] chosen =
                    IntStream.range(0, contexts.size())
                            .filter(each -> contexts.get(each).repetition() == number)
                            .toArray();
            runs.add(new Run(key + "#" + runs.size(), metadata, of(chosen)));
        }
        return runs;
    }

    private Profile of(int[] contexts) {
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric metric : profile.metrics())
            columns.add(RunSubset.chosen(profile.column(metric), contexts));
        return new Profile(
                profile.outline()
                        .withContexts(
                                Arrays.stream(contexts).mapToObj(profile.contexts()::get).toList()),
                new MetricTable(profile.metrics(), columns));
    }
}
