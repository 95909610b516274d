package treeline.record;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.record.parts.SnapshotFormat;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.fuzz.CoverageLoader;
import treeline.testkit.fuzz.FuzzCampaign;
import treeline.testkit.fuzz.Subject;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/// Any bytes are a snapshot or a located error, in bounded time and memory.
class SnapshotFuzzTest {
    @TempDir Path folder;

    @Test
    void anyBytesAreASnapshotOrALocatedError() throws Exception {
        if (!FuzzCampaign.isSelected("snapshot")) return;
        var loader =
                new CoverageLoader(
                        SnapshotFuzzTest.class.getClassLoader(),
                        "treeline.record.parts.",
                        "treeline.store.");
        new FuzzCampaign("Snapshot", SnapshotFuzzTest.class, loader, folder).run(Snapshots.class);
    }

    /// Reads a snapshot whole.
    public static final class Snapshots implements Subject {
        @Override
        public String formatName() {
            return new SnapshotFormat().name();
        }

        @Override
        public String code() {
            return "treeline.record.parts.";
        }

        @Override
        public List<Path> samples(Path into) throws IOException {
            return new SnapshotFormatTest().samples(into);
        }

        @Override
        public void read(Path file) {
            try (ProfileSource source = new SnapshotFormat().open(Input.of(file))) {
                Profile profile = source.load(Slice.everything());
                for (Metric metric : profile.metrics()) profile.column(metric).byNode();
            } catch (MalformedProfileException located) {
                if (!String.valueOf(located.getMessage()).contains(file.getFileName().toString()))
                    throw new AssertionError("an error without its file", located);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
