package treeline.ensemble;

import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Profile;
import treeline.runs.RunList;
import treeline.transform.Reduction;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/// An ensemble stored as one profile in a database. The contexts are the runs; the metadata stores
/// the names, metadata and nodes of each run.
final class SavedEnsemble {
    /// How the ranks and threads of a run became its one value.
    private static final String OVER = "treeline.ensemble.over";

    private SavedEnsemble() {}

    static Metadata over(Reduction over) {
        return Metadata.NONE.with(OVER, nameOf(over));
    }

    static Profile profile(Ensemble ensemble) {
        var runs = new RunList(ensemble.keys(), ensemble.metadataOfRuns(), ensemble.nodesOfRuns());
        Profile values = ensemble.profile();
        return values.withMetadata(runs.onto(values.metadata()));
    }

    /// @throws IllegalArgumentException where the profile does not contain an ensemble, or its list
    ///   of runs is damaged
    static Ensemble of(Profile profile) {
        if (!RunList.isIn(profile.metadata()))
            throw new IllegalArgumentException("the profile does not contain an ensemble");
        RunList runs = RunList.of(profile.metadata());
        if (runs.keys().size() != profile.contexts().size())
            throw new IllegalArgumentException(
                    "a list of %d runs for the values of %d"
                            .formatted(runs.keys().size(), profile.contexts().size()));
        for (BitSet nodes : runs.nodes())
            if (nodes.length() > profile.tree().size())
                throw new IllegalArgumentException(
                        "a run has node %d of %d".formatted(nodes.length(), profile.tree().size()));
        List<BitSet> nodes = runs.nodes();
        return new Ensemble(
                runs.keys(),
                runs.metadata(),
                profile.withMetadata(RunList.without(profile.metadata())),
                nodes);
    }

    /// The ensemble that a run turned out to be.
    ///
    /// @param over how those beside it were reduced; another reduction needs the ranks, which are
    ///   gone
    static Ensemble of(Run run, Reduction over) {
        Ensemble saved;
        try {
            saved = of(run.profile());
        } catch (IllegalArgumentException damaged) {
            throw new IllegalArgumentException(
                    "%s: the list of its runs is damaged: %s"
                            .formatted(run.key(), damaged.getMessage()),
                    damaged);
        }
        String wanted = nameOf(over);
        String found = saved.profile().metadata().get(OVER).map(Value::toString).orElse(wanted);
        if (found.equals(wanted)) return saved;
        throw new IllegalArgumentException(
                "%s stores the %s over the ranks of each run, not the %s; open the original runs instead"
                        .formatted(run.key(), found, wanted));
    }

    private static String nameOf(Reduction over) {
        return over.name().toLowerCase(Locale.ROOT);
    }
}
