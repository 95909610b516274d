package treeline.ensemble;

import treeline.ensemble.metadata.MetadataNames;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The metadata key that holds the number of processes. Each tool uses its own key.
public final class ProcessCount {
    /// What tools call it, where the contexts of a run do not say it.
    static final List<String> OF_TOOLS =
            List.of(
                    "num_processes",
                    "num_procs",
                    "jobsize",
                    "mpi.world.size",
                    "mpi_ranks",
                    "processes");

    /// Every name for it, the one that Treeline gives first.
    public static final List<String> DEFAULT =
            Stream.concat(Stream.of(ContextCounts.RANKS), OF_TOOLS.stream()).toList();

    private ProcessCount() {}

    /// The name that runs have for it, if the one that is asked for is usual but theirs is another:
    /// `ranks` also means `mpi.world.size`. Any other name is itself.
    public static String named(Ensemble ensemble, String asked) {
        return named(asked, ensemble.metadataColumns());
    }

    /// The same for runs that have these names.
    public static String named(String asked, List<String> known) {
        if (known.contains(asked) || !DEFAULT.contains(asked)) return asked;
        return DEFAULT.stream().filter(known::contains).findFirst().orElse(asked);
    }

    static List<String> named(Ensemble ensemble, List<String> asked) {
        return asked.stream().map(each -> named(ensemble, each)).toList();
    }

    /// The name of the metadata that has it: the one that is asked for, else the first usual one.
    ///
    /// @param option by which users name it
    public static String of(Ensemble ensemble, Optional<String> asked, String option) {
        if (asked.isPresent()) return asked.get();
        List<String> known = ensemble.metadataColumns();
        return DEFAULT.stream()
                .filter(known::contains)
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "the process count of the runs is unknown; name its"
                                                + " metadata"
                                                + " with %s (available: %s), or give it to"
                                                        .formatted(
                                                                option, MetadataNames.listed(known))
                                                + " runs, as with --from-name"
                                                + " '(?<ranks>\\d+)cores'"));
    }
}
