package treeline.formats;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.source.ProfileExporter;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Patience;
import treeline.testkit.files.FolderContent;
import treeline.testkit.files.WriterProof;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// Every exporter after power failures and failed calls.
@Timeout(Patience.TEST_SECONDS)
class ExporterDurabilityTest {
    private static final Profile OLD = profile(1, "rank1");
    private static final Profile NEW = profile(2, "rank1");
    private static final Profile OLD_SUM = profile(1, "tag");
    private static final Profile NEW_SUM = profile(2, "tag");

    /// Exporters of one value per node.
    private static final Set<String> ONE_CONTEXT = Set.of("hatchet-literal", "thicket", "dot");

    @TempDir Path scratch;

    /// @param second heading of the second column: another rank, or a label of nodes
    private static Profile profile(int value, String second) {
        return profileOf(
                        """
                        path        rank0  %s
                        main            0      0
                        main/solve     %d     %d
                        """
                                .formatted(second, value, 3 * value))
                .withMetadata(Metadata.NONE.with("value", value));
    }

    static List<String> exporters() {
        return Formats.all().writable().stream().map(ProfileExporter::name).toList();
    }

    @ParameterizedTest
    @MethodSource("exporters")
    void theOutputIsOldOrNew(String name, TestReporter reporter) throws Exception {
        ProfileExporter exporter = Formats.all().exporter(name);
        boolean needsOne = ONE_CONTEXT.contains(name);
        var proof =
                new WriterProof(
                        "run" + exporter.extension(),
                        exporter.writesFolder()
                                ? null
                                : file -> exporter.export(needsOne ? OLD_SUM : OLD, file),
                        file -> exporter.export(needsOne ? NEW_SUM : NEW, file),
                        file -> content(exporter, file));
        reporter.publishEntry(name, proof.check(scratch).toString());
    }

    /// The bytes, which the reader must accept.
    private static String content(ProfileExporter exporter, Path file) throws Exception {
        if (exporter.readsBackTheSame())
            try (ProfileSource source = Formats.all().open(file.toString())) {
                source.load(Slice.everything());
                assertThat(source.report().entries()).isEmpty();
            }
        return FolderContent.of(file);
    }

    @Test
    void aProfileThatIsConvertedInPartsIsOldOrNew(TestReporter reporter) throws Exception {
        var exporter = new DatabaseExporter();
        Path in = scratch.resolve("in.tldb");
        exporter.export(NEW, in);
        var proof =
                new WriterProof(
                        "run.tldb",
                        file -> exporter.export(OLD, file),
                        file -> {
                            try (ProfileSource source = Formats.all().open(in.toString())) {
                                exporter.exportParts(source, 1, NEW::metadata, file, _ -> {});
                            }
                        },
                        file -> content(exporter, file));
        reporter.publishEntry("database in parts", proof.check(scratch).toString());
    }
}
