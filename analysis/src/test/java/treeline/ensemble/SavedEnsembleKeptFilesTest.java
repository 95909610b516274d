package treeline.ensemble;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.store.db.DatabaseExporter;
import treeline.store.db.DatabaseFormat;
import treeline.testkit.Corpus;
import treeline.testkit.KeptFiles;

import java.io.IOException;
import java.util.List;

/// Ensembles are databases with keys of their own; version 1 is the first set of keys.
class SavedEnsembleKeptFilesTest extends KeptFiles {
    private static final Ensemble DRAWN =
            Ensemble.of(
                    List.of(
                            run("x", "ranks=4 compiler=gcc", "main=4", "main/io=1"),
                            run("y", "ranks=8", "main=3", "main/mpi=2"),
                            run("z", "", "main=2")));

    @Override
    protected String formatName() {
        return "ensemble";
    }

    @Override
    protected int currentVersion() {
        return 1;
    }

    @Override
    protected ProfileFormat reader() {
        return new DatabaseFormat();
    }

    @Override
    protected void write(Corpus.Addition addition) throws IOException {
        Profile saved = DRAWN.saved();
        addition.add("drawn.tldb", saved, to -> new DatabaseExporter().export(saved, to));
    }

    @Test
    void theKeptEnsembleHasItsRuns() throws IOException {
        Input kept = Input.of(Corpus.copied("ensemble-v1/drawn.tldb", folder));
        try (ProfileSource source = reader().open(kept)) {
            SavedEnsembleTest.assertSame(Ensemble.ofSaved(source.load(Slice.everything())), DRAWN);
        }
    }
}
