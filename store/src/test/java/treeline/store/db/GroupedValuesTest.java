package treeline.store.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.NodeSums;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.files.MappedFile;
import treeline.store.db.DatabaseLayout.Tag;
import treeline.store.db.SectionDirectory.Section;
import treeline.testkit.ProfileDifference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// Runs of so many contexts that a file has several groups of them, and the sums over all.
class GroupedValuesTest {
    private static final Metric TIME = new Metric("time", Unit.NANOSECONDS, Metric.Scope.INCLUSIVE);
    private static final Metric MEMORY = new Metric("memory", Unit.BYTES, Metric.Scope.EXCLUSIVE);

    @TempDir Path folder;

    /// 40 ranks in groups of 16 because of the iterations. Rank 5 kept none of them, and in the
    /// loop only even ranks have a value of memory.
    private static Profile loops() {
        var builder = new ProfileBuilder();
        int time = builder.metric(TIME);
        int memory = builder.metric(MEMORY);
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        int loop = builder.child(main, Frame.region("loop"));
        int inner = builder.child(loop, Frame.region("inner"));
        for (int rank = 0; rank < 40; rank++) {
            int context = builder.context(Context.ofRank(rank));
            double[] iterations = new double[900];
            Arrays.setAll(iterations, i -> 1000 + i);
            iterations[rank] = Double.NaN;
            if (rank == 5) {
                builder.add(time, context, loop, 7).add(time, context, inner, 8);
            } else {
                builder.addSeries(time, context, loop, iterations, 0, 900 - rank);
                builder.addSeries(time, context, inner, iterations, 0, 4);
            }
            builder.add(time, context, main, 1_000_000 + rank);
            builder.add(memory, context, main, 10 * rank);
            if (rank % 2 == 0) builder.add(memory, context, loop, 64 * rank);
        }
        return builder.build();
    }

    @Test
    void fewValuesBesideManyIterationsComeBackInEveryGroup() throws IOException {
        Profile profile = loops();
        new DatabaseExporter().export(profile, file());
        assertThat(sections())
                .extracting(Section::tag)
                .filteredOn(Tag::holdsValues)
                .containsExactly(
                        Tag.COLUMNS,
                        Tag.FEW_CELLS,
                        Tag.COLUMNS,
                        Tag.FEW_CELLS,
                        Tag.COLUMNS,
                        Tag.FEW_CELLS);
        assertSlicesComeBack(profile);
    }

    /// Where a section is lost, only their own words tell which the others are.
    @Test
    void withoutOneSectionTheOthersAreStillOfTheirGroup() throws IOException {
        Profile profile = loops();
        new DatabaseExporter().export(profile, file());
        List<Section> values =
                sections().stream().filter(section -> section.tag().holdsValues()).toList();
        byte[] bytes = Files.readAllBytes(file());
        bytes[(int) values.getFirst().offset()] ^= 1;
        Files.write(file(), bytes);
        try (DatabaseSource source = DatabaseFormat.openFile(file())) {
            Profile loaded = source.load(Slice.everything());
            assertThat(ProfileDifference.beyond(profile, loaded)).isEmpty();
            assertThat(loaded.column(TIME).cells()).isEqualTo(3 * (40 - 16));
            assertThat(loaded.column(MEMORY)).isEqualTo(profile.column(MEMORY));
            assertThat(source.report().entries())
                    .singleElement()
                    .hasToString(
                            "a section of values is missing (first: time of rank 0 to rank 15)");
        }
    }

    @Test
    void aFileThatIsWrittenInManyStepsIsTheSameFile() throws IOException {
        Profile profile = loops();
        new DatabaseExporter().export(profile, file());
        byte[] atOnce = Files.readAllBytes(file());
        new DatabaseExporter(1).export(profile, file());
        assertThat(Files.readAllBytes(file())).isEqualTo(atOnce);
    }

    @Test
    void aClosedSourceReadsNothing() throws IOException {
        new DatabaseExporter().export(loops(), file());
        DatabaseSource source = DatabaseFormat.openFile(file());
        source.load(Slice.everything());
        assertThat(source.bytesRead()).isBetween(Files.size(file()) * 9 / 10, Files.size(file()));
        source.close();
        assertThatThrownBy(() -> source.load(Slice.everything()))
                .isInstanceOf(IllegalStateException.class);
    }

    private void assertSlicesComeBack(Profile profile) throws IOException {
        try (DatabaseSource source = DatabaseFormat.openFile(file())) {
            for (Slice slice :
                    List.of(
                            Slice.everything(),
                            Slice.summed(),
                            Slice.everything().withContexts(Selection.of(3, 16, 31, 32, 39)),
                            Slice.everything().withIterations(1, 3),
                            Slice.everything().withIterations(0, 4),
                            Slice.everything().withIterations(0, 256),
                            Slice.everything().withIterations(256, 512),
                            Slice.everything().withIterations(255, 257),
                            Slice.everything().withIterations(890, 900),
                            Slice.everything().withIterations(900, 1000)))
                assertThat(ProfileDifference.between(slice.of(profile), source.load(slice)))
                        .as("%s", slice.iterations())
                        .isEmpty();
            assertThat(source.report()).isEqualTo(ReadReport.CLEAN);
        }
    }

    /// Values that were lost and nodes that nobody ran are not 0.
    @Test
    void sumsAreOfTheValuesThatAreThere() throws IOException {
        var builder = new ProfileBuilder();
        int time = builder.metric(TIME);
        int all = builder.child(ProfileBuilder.ROOT, Frame.region("all"));
        int some = builder.child(ProfileBuilder.ROOT, Frame.region("some"));
        int lost = builder.child(ProfileBuilder.ROOT, Frame.region("lost"));
        int most = builder.child(ProfileBuilder.ROOT, Frame.region("most"));
        builder.child(ProfileBuilder.ROOT, Frame.region("never"));
        for (int rank = 0; rank < 6000; rank++) {
            int context = builder.context(Context.ofRank(rank));
            builder.add(time, context, all, 2);
            builder.add(time, context, some, rank % 3 == 0 ? Double.NaN : rank % 3);
            builder.add(time, context, lost, Double.NaN);
            if (rank % 5 > 0) builder.add(time, context, most, 5);
        }
        Profile profile = builder.build();
        new DatabaseExporter().export(profile, file());
        try (DatabaseSource source = DatabaseFormat.openFile(file())) {
            NodeSums sums = source.sums(TIME).orElseThrow();
            assertThat(sums.sum().toArray())
                    .containsExactly(12000, 6000, Double.NaN, 24000, Double.NaN);
            assertThat(sums.contexts().toArray()).containsExactly(6000, 4000, 0, 4800, 0);
            assertThat(ProfileDifference.between(profile, source.load(Slice.everything())))
                    .isEmpty();
        }
    }

    @Test
    void sumsAreStoredWhereThereAreManyValuesAndSixteenToANode() throws IOException {
        assertThat(hasSums(4096, 1)).isFalse();
        assertThat(hasSums(4097, 1)).isTrue();
        assertThat(hasSums(16, 300)).isTrue();
        assertThat(hasSums(15, 300)).isFalse();
    }

    /// Every rank has every node but the last.
    private boolean hasSums(int ranks, int nodes) throws IOException {
        var builder = new ProfileBuilder();
        int time = builder.metric(TIME);
        for (int n = 0; n < nodes; n++) {
            int node = builder.child(ProfileBuilder.ROOT, Frame.region("event" + n));
            for (int rank = 0; rank < ranks; rank++)
                builder.add(time, builder.context(Context.ofRank(rank)), node, rank + n);
        }
        builder.child(ProfileBuilder.ROOT, Frame.region("never"));
        new DatabaseExporter().export(builder.build(), file());
        return sections().stream().anyMatch(section -> section.tag() == Tag.SUMS);
    }

    private Path file() {
        return folder.resolve("p.tldb");
    }

    private List<Section> sections() throws IOException {
        try (MappedFile mapped = MappedFile.open(file())) {
            return SectionDirectory.of(mapped, new ReadReport.Log()).sections();
        }
    }
}
