package treeline.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.CheckedSource;
import treeline.source.Input;
import treeline.source.ProfileExporter;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.files.FileChangedException;
import treeline.store.db.DatabaseExporter;
import treeline.store.db.DatabaseFormat;
import treeline.store.text.CompactTextExporter;
import treeline.store.text.CompactTextFormat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/// Files that change under an open source, as by `cp` over a run that a dashboard shows.
class ChangedFileTest {
    @TempDir Path folder;

    private static Profile large() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE));
        for (int rank = 0; rank < 64; rank++) {
            int context = builder.context(Context.ofRank(rank));
            for (int n = 0; n < 400; n++) {
                int node = builder.child(ProfileBuilder.ROOT, Frame.region("node " + n));
                builder.add(time, context, node, Math.sqrt(rank * 1000.0 + n));
            }
        }
        return builder.build();
    }

    private Path written(ProfileExporter exporter) throws IOException {
        Path file = folder.resolve("run" + exporter.extension());
        exporter.export(large(), file);
        return file;
    }

    private static void cut(Path file, long length) throws IOException {
        try (var open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(length);
        }
    }

    private static void assertChanged(ProfileSource source, Path file) {
        var checked = new CheckedSource(source, file.toString());
        assertThatThrownBy(() -> checked.load(Slice.everything()))
                .isInstanceOf(FileChangedException.class)
                .hasMessage(file + " changed while it was read");
    }

    @Test
    void aDatabaseThatIsCutWhileItIsOpenIsAnError() throws IOException {
        Path file = written(new DatabaseExporter());
        try (ProfileSource source = DatabaseFormat.openFile(file)) {
            cut(file, 0);
            assertChanged(source, file);
        }
    }

    @Test
    void aTextThatIsCutWhileItIsOpenIsAnError() throws IOException {
        Path file = written(new CompactTextExporter());
        try (ProfileSource source = new CompactTextFormat().open(Input.of(file))) {
            cut(file, 0);
            assertChanged(source, file);
        }
    }

    /// Within a page, what is cut off reads as zeros.
    @Test
    void aDatabaseThatIsOverwrittenIsNotCalledDamaged() throws IOException {
        Path file = written(new DatabaseExporter());
        try (ProfileSource source = DatabaseFormat.openFile(file)) {
            byte[] bytes = Files.readAllBytes(file);
            java.util.Arrays.fill(bytes, bytes.length / 2, bytes.length, (byte) 7);
            Files.write(file, bytes);
            Files.setLastModifiedTime(file, java.nio.file.attribute.FileTime.fromMillis(1));
            assertThatThrownBy(() -> source.load(Slice.everything()))
                    .isInstanceOf(FileChangedException.class)
                    .hasMessage(file + " changed while it was read");
        }
    }
}
