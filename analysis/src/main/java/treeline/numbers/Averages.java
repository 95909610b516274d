package treeline.numbers;

import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.transform.TransformStep;

import java.util.List;
import java.util.stream.IntStream;

/// A profile with repetitions averaged into one. Needed before transformations that lose the number
/// of repetitions of a node, such as removing its callers.
public final class Averages {
    private Averages() {}

    /// The same numbers without repetitions; unchanged where there are none. Threads of a rank are
    /// added up with them: which of them is the longest differs from repetition to repetition.
    public static Profile ofRepetitions(Profile profile) {
        return ofParts(profile.contexts()).apply(profile);
    }

    /// The same of each part of a run. Where some of its ranks have repetitions, threads are added
    /// up in all parts, also in those of ranks that have none.
    ///
    /// @param all contexts of the run
    public static TransformStep ofParts(List<Context> all) {
        return Population.of(all).repetitions() < 2 ? TransformStep.NONE : Averages::averaged;
    }

    private static Profile averaged(Profile profile) {
        Locations places = Locations.of(profile.contexts(), Locations.By.RANK);
        List<Context> contexts = IntStream.range(0, places.size()).mapToObj(places::place).toList();
        List<Metric> metrics = profile.metrics();
        List<MetricColumn> columns =
                metrics.stream()
                        .map(each -> Numbers.of(profile, each).by(places, each.scope()))
                        .toList();
        return new Profile(
                new Outline(
                        profile.tree(), profile.labels(), contexts, metrics, profile.metadata()),
                new MetricTable(metrics, columns));
    }
}
