package treeline.store.text;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.join.Parts;
import treeline.testkit.ProfileDifference;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// What is written is read back the same, to the bit.
class TextRoundTripTest {
    @TempDir Path folder;
    private TextFiles files;

    @BeforeEach
    void prepare() {
        files = new TextFiles(folder);
    }

    private void assertComesBack(Profile profile) throws IOException {
        Profile again = files.again(profile);
        assertThat(ProfileDifference.between(profile, again)).isEmpty();
        assertThat(again).isEqualTo(profile);
    }

    @Test
    void ranksAndExecutionsWithTheirIterations() throws IOException {
        assertComesBack(
                profileOf(
                        """
                        path          loop  rank0rep0  rank0rep1  rank1rep0  rank1rep1
                        main          -           1.5          2          3          -
                        main/compute  each      1+2+3        4+5          -          6
                        main/comm     sum           0          -          9          8
                        """));
    }

    @Test
    void contextsSomeOfWhichHaveRepetitions() throws IOException {
        assertComesBack(
                profileOf(
                        """
                        path  whole  rank0  rank0rep0  rank0rep2  rank1thread0rep1  rank1thread0stream3
                        main      1      2          3          4                 5                   6
                        """));
    }

    @Test
    void siblingsOfTheSameFrameStayApartWithTheirChildren() throws IOException {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE));
        int context = builder.context(Context.WHOLE);
        int main = builder.newChild(ProfileBuilder.ROOT, Frame.function("main"));
        for (int call = 0; call < 3; call++) {
            int solve = builder.newChild(main, Frame.function("solve"));
            builder.add(metric, context, solve, call);
            builder.add(
                    metric, context, builder.newChild(solve, Frame.function("inner")), 10 + call);
        }
        Profile profile = builder.build();
        assertThat(profile.tree().size()).isEqualTo(7);
        assertComesBack(profile);
    }

    @Test
    void aSeriesOfOneIterationIsNotAPlainValue() throws IOException {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE));
        int node = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        double absent = Double.NaN;
        double[][] kept = {
            {5}, {absent}, {5, absent}, {absent, 5}, {absent, absent}, {-0.0}, {1, 2}
        };
        for (int rank = 0; rank < kept.length; rank++) {
            int context = builder.context(Context.ofRank(rank));
            builder.addSeries(metric, context, node, kept[rank], 0, kept[rank].length);
        }
        builder.add(metric, builder.context(Context.ofRank(kept.length)), node, 5);
        Profile profile = builder.build();
        assertThat(files.text(profile)).contains("\n1,5+|+|5++|+5|++|~0+|1+2|5\n");
        assertComesBack(profile);
    }

    @Test
    void profilesOfEveryShape() throws IOException {
        for (long seed = 0; seed < 300; seed++) {
            Profile profile = RandomProfiles.ofSeed(seed);
            Profile again = files.again(profile);
            assertThat(ProfileDifference.between(profile, again)).as("seed %d", seed).isEmpty();
            assertThat(again).as("seed %d", seed).isEqualTo(profile);
        }
    }

    @Test
    void aSliceOfTheFileIsTheSliceOfTheProfile() throws IOException {
        for (long seed = 0; seed < 100; seed++) {
            Profile profile = RandomProfiles.ofSeed(seed);
            var random = new Random(seed);
            try (ProfileSource source =
                    new CompactTextFormat().open(Input.of(files.export(profile)))) {
                for (Slice slice : slices(profile, random))
                    assertThat(ProfileDifference.between(slice.of(profile), source.load(slice)))
                            .as("seed %d, %s", seed, slice)
                            .isEmpty();
            }
        }
    }

    private static List<Slice> slices(Profile profile, Random random) {
        Selection contexts = some(profile.contexts().size(), random);
        Selection nodes = some(profile.tree().size(), random);
        Selection metrics = some(profile.metrics().size(), random);
        Slice all = Slice.everything();
        return List.of(
                Slice.summed(),
                all.withContexts(contexts),
                all.withNodes(nodes),
                all.withMetrics(metrics),
                all.withIterations(1, 3),
                Slice.summed().withContexts(contexts).withNodes(nodes).withMetrics(metrics));
    }

    private static Selection some(int size, Random random) {
        return Selection.where(size, _ -> random.nextBoolean());
    }

    @Test
    void subFilesOfOneRecordingJoin() throws IOException {
        Profile whole =
                profileOf(
                        """
                        path       tag   rank0  rank1  rank2
                        main       -         1      2      3
                        main/loop  COMM  1+2+3    4+5      -
                        """);
        List<Path> paths = new ArrayList<>();
        for (Profile part : Parts.split(whole, 2, "run")) {
            Path path = folder.resolve("part-%d.tltext".formatted(paths.size()));
            new CompactTextExporter().export(part, path);
            paths.add(path);
        }
        TextFiles.Read read = TextFiles.read(Input.of(folder.toString()));
        assertThat(ProfileDifference.between(whole, read.profile())).isEmpty();
        assertThat(read.report().entries()).isEmpty();
        assertThat(TextFiles.read(Input.of(paths.getFirst())).report().entries())
                .singleElement()
                .hasToString("a sub-file of the recording is missing (first: part 1 of 2)");
    }

    @Test
    void aRowLongerThanTheBuffer() throws IOException {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.NANOSECONDS, Metric.Scope.INCLUSIVE));
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        int last = builder.child(main, Frame.region("last"));
        for (int rank = 0; rank < 120_000; rank++) {
            int context = builder.context(Context.ofRank(rank));
            builder.add(metric, context, main, 1e9 + rank);
            if (rank % 1000 == 999) builder.add(metric, context, last, rank);
        }
        assertThat(files.again(builder.build())).isEqualTo(builder.build());
    }
}
