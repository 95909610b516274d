package treeline.browser;

import treeline.model.Profile;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// A scaling study small enough to know its numbers by heart: two compilers, 1 to 32 ranks, two
/// repetitions each. `solve` takes 64 s divided by the ranks, twice as long with gcc; `reduce`
/// takes one second per rank.
final class DrawnEnsemble {
    static final int RUNS = 24;

    private DrawnEnsemble() {}

    /// Writes the runs and an unreadable file into a folder.
    static Path in(Path folder) throws IOException {
        for (String compiler : new String[] {"clang", "gcc"})
            for (int ranks = 1; ranks <= 32; ranks *= 2)
                for (int repetition = 0; repetition < 2; repetition++)
                    new DatabaseExporter()
                            .export(
                                    run(compiler, ranks, repetition),
                                    folder.resolve(
                                            "%s-%02d-%d.tldb"
                                                    .formatted(compiler, ranks, repetition)));
        Files.writeString(folder.resolve("notes.txt"), "not a profile");
        return folder;
    }

    private static Profile run(String compiler, int ranks, int repetition) {
        double solve = (compiler.equals("gcc") ? 2 : 1) * 64.0 / ranks + 0.01 * repetition;
        Profile profile =
                Drawing.profileOf(
                        String.format(
                                Locale.ROOT,
                                """
                                path        whole
                                main            1
                                main/solve  %.4f
                                main/reduce %d
                                """,
                                solve,
                                ranks));
        return profile.withMetadata(
                profile.metadata()
                        .with("compiler", compiler)
                        .with("ranks", ranks)
                        .with("host", repetition == 0 ? "<b>node1</b>" : "node2")
                        .with("version", "1.0"));
    }
}
