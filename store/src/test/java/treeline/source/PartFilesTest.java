package treeline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.join.Parts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// How the files of a recording are opened and closed, with a format that knows its files by name.
class PartFilesTest {
    private static final NodeSums SUMS =
            new NodeSums(ImmutableDoubles.owning(1), ImmutableInts.owning(1));

    @TempDir Path folder;

    private final Map<String, FakeSource> opened = new TreeMap<>();

    @BeforeEach
    void write() throws IOException {
        for (String name : List.of("0.part", "1.part", "2.broken", "notes.txt"))
            Files.writeString(folder.resolve(name), name);
    }

    @Test
    void filesOfOtherKindsAreNoted() throws IOException {
        ProfileSource source = open("{0.part,1.part,notes.txt}");
        assertThat(source.outline().contexts()).hasToString("[rank 0, rank 1]");
        assertThat(source.report().entries())
                .extracting(ReadReport.Entry::reason)
                .containsExactly("a file is not part of the recording");
        assertThat(source.report().isLossy()).isFalse();
    }

    @Test
    void closingTheWholeClosesEveryPart() throws IOException {
        open("*.part").close();
        assertThat(opened.values()).extracting(source -> source.closed).containsExactly(1, 1);
    }

    @Test
    void wherePartsCannotAllBeOpenedTheOthersAreClosed() {
        assertThatThrownBy(() -> open("{0.part,1.part,2.broken}")).hasMessage("2.broken");
        assertThat(opened.values()).extracting(source -> source.closed).containsExactly(1, 1);
    }

    @Test
    void oneFileOnItsOwnShowsItsSumsAndNoMark() throws IOException {
        ProfileSource source = open("0.part");
        Metric time = source.outline().metrics().getFirst();
        assertThat(source.sums(time)).contains(SUMS);
        assertThat(source.outline().metadata().keys()).isEmpty();
        assertThat(source.load(Slice.everything()).metadata().keys()).isEmpty();
        assertThat(source.outline().contexts()).hasToString("[rank 0]");
        source.close();
        assertThat(opened.get("0.part").closed).isEqualTo(1);
    }

    private ProfileSource open(String glob) throws IOException {
        return Parts.open(
                Input.of(folder + "/" + glob),
                (file, _) -> !file.toString().endsWith(".txt"),
                file -> open(file.getFileName()));
    }

    private ProfileSource open(Path name) throws IOException {
        if (name.toString().endsWith(".broken")) throw new IOException(name.toString());
        int part = name.toString().charAt(0) - '0';
        Profile profile = profileOf("path rank%d\nmain 1".formatted(part));
        var mark = new Parts.Mark("r1", part, 2);
        var source = new FakeSource(profile.withMetadata(mark.onto(profile.metadata())));
        opened.put(name.toString(), source);
        return source;
    }

    private static final class FakeSource implements ProfileSource {
        private final Profile profile;
        private int closed;

        FakeSource(Profile profile) {
            this.profile = profile;
        }

        @Override
        public Outline outline() {
            return profile.outline();
        }

        @Override
        public Profile load(Slice slice) {
            return slice.of(profile);
        }

        @Override
        public Optional<NodeSums> sums(Metric metric) {
            return Optional.of(SUMS);
        }

        @Override
        public ReadReport report() {
            return ReadReport.CLEAN;
        }

        @Override
        public void close() {
            closed++;
        }
    }
}
