package treeline.ensemble;

import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Profile;
import treeline.runs.RunList;
import treeline.transform.Reduction;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/// An ensemble as one profile, which a database keeps like any other: its contexts are the runs,
/// and its metadata says what they are called, what is known of them and which nodes they have.
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

    /// @throws IllegalArgumentException where the profile keeps no ensemble, or its list of runs is
    ///   damaged
    static Ensemble of(Profile profile) {
        if (!RunList.isIn(profile.metadata()))
            throw new IllegalArgumentException("the profile keeps no ensemble");
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
                "%s keeps the %s over the ranks of each run, not the %s; read the runs themselves"
                        .formatted(run.key(), found, wanted));
    }

    private static String nameOf(Reduction over) {
        return over.name().toLowerCase(Locale.ROOT);
    }
}
