package treeline.app.commands.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;
import treeline.app.terminal.Console;
import treeline.app.terminal.Progress;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.join.Parts;
import treeline.store.db.DatabaseExporter;
import treeline.store.db.DatabaseFormat;
import treeline.testkit.Drawing;
import treeline.testkit.Patience;
import treeline.testkit.files.WriterProof;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/// `convert --parts` with power failures and failed calls.
@Timeout(Patience.TEST_SECONDS)
class PartFilesDurabilityTest {
    private static final Console CONSOLE =
            new Console(
                    Console.stream(OutputStream.nullOutputStream(), 64),
                    Console.stream(OutputStream.nullOutputStream(), 64),
                    Session.PLAIN,
                    false);

    @TempDir Path scratch;

    private static void write(Path folder, int value) throws IOException {
        Profile profile =
                Drawing.profileOf(
                        """
                        path  rank0  rank1
                        main     %d     %d
                        """
                                .formatted(value, value));
        try (Progress progress = Progress.of(CONSOLE, "writing")) {
            PartFiles.write(
                    new DatabaseExporter(),
                    Parts.split(profile, 2, "run" + value),
                    folder,
                    progress);
        }
    }

    private static String read(Path folder) throws IOException {
        try (ProfileSource source = new DatabaseFormat().open(Input.of(folder.toString()))) {
            Profile profile = source.load(Slice.everything());
            assertThat(source.report().entries()).isEmpty();
            assertThat(profile.contexts()).hasSize(2);
            return "" + profile.column("time").at(1, 0);
        }
    }

    @Test
    void theFolderIsOldOrNew(TestReporter reporter) throws Exception {
        var proof =
                new WriterProof(
                        "run",
                        folder -> write(folder, 1),
                        folder -> write(folder, 2),
                        PartFilesDurabilityTest::read);
        reporter.publishEntry("folder of two parts", proof.check(scratch).toString());
    }
}
