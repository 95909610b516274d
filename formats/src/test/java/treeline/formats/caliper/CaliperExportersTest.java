package treeline.formats.caliper;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.formats.WrittenCells;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.ProfileExporter;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.testkit.ProfileDifference;
import treeline.testkit.RandomContexts;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Both forms of Caliper that are written: what they look like, and that our own reader gives back
/// what went in.
class CaliperExportersTest {
    private static final ProfileExporter CALI = new CaliExporter();
    private static final Formats ALL = Formats.all();
    private static final ProfileExporter SPLIT = new CaliJsonSplitExporter();
    private static final WrittenCells BY_NAME =
            new WrittenCells(Frame::name, CaliperExportersTest::withoutHost);
    private static final WrittenCells BY_KIND =
            new WrittenCells(
                    frame -> List.of(frame.kind(), frame.name()),
                    CaliperExportersTest::withoutHost);

    @TempDir Path folder;

    private static final String SOLVER =
            """
            metric time s exclusive
            path        tag   rank0  rank1
            main        -         1      2
            main/work   COMP    2.5      -
            """;

    @Test
    void jsonSplitHasTheColumnsThatHatchetLooksFor() throws IOException {
        assertThat(text(SPLIT, profileOf(SOLVER).withMetadata(Metadata.NONE.with("jobsize", 2))))
                .isEqualTo(
                        "{\"columns\":[\"path\",\"mpi.rank\",\"time\",\"time (inc)\",\"tag\"],"
                                + "\"column_metadata\":[{\"is_value\":false},{\"is_value\":true},"
                                + measure("time")
                                + ","
                                + measure("time (inc)")
                                + ",{\"is_value\":false}],"
                                + "\"data\":[[0,0,1.0,3.5,2],[0,1,2.0,2.0,2],[1,0,2.5,2.5,3]],"
                                + "\"nodes\":[{\"label\":\"main\",\"column\":\"path\"},"
                                + "{\"label\":\"work\",\"column\":\"path\",\"parent\":0},"
                                + "{\"label\":\"\",\"column\":\"tag\"},"
                                + "{\"label\":\"COMP\",\"column\":\"tag\"}],\"jobsize\":2}");
    }

    private static String measure(String name) {
        return "{\"is_value\":true,\"attribute.alias\":\"%s\",\"attribute.unit\":\"sec\"}"
                .formatted(name);
    }

    /// CallFlow reads json-split through Hatchet; it ends where one of these is missing.
    @Test
    void callFlowFindsBothTimesAndTheRankOfARunThatHasInclusiveTimeOnly() throws IOException {
        assertThat(
                        text(
                                SPLIT,
                                profileOf(
                                        """
                                        metric time s inclusive
                                        path        rank0
                                        main            4
                                        main/work       3
                                        """)))
                .contains("\"columns\":[\"path\",\"mpi.rank\",\"time\",\"time (inc)\"]")
                .contains("\"data\":[[0,0,1.0,4.0],[1,0,3.0,3.0]]");
    }

    @Test
    void caliHasTheNamesThatQueriesOfCaliperAskFor() throws IOException {
        assertThat(text(CALI, profileOf(SOLVER).withMetadata(Metadata.NONE.with("a=b,c", "x\ny"))))
                .isEqualTo(
                        """
                        __rec=node,id=12,attr=10,data=77,parent=1
                        __rec=node,id=13,attr=8,data=mpi.rank,parent=12
                        __rec=node,id=14,attr=10,data=64,parent=3
                        __rec=node,id=15,attr=8,data=attribute.alias,parent=14
                        __rec=node,id=16,attr=10,data=64,parent=3
                        __rec=node,id=17,attr=8,data=attribute.unit,parent=16
                        __rec=node,id=18,attr=17,data=sec,parent=5
                        __rec=node,id=19,attr=15,data=time,parent=18
                        __rec=node,id=20,attr=10,data=2113,parent=19
                        __rec=node,id=21,attr=8,data=sum#time.duration,parent=20
                        __rec=node,id=22,attr=17,data=sec,parent=5
                        __rec=node,id=23,attr=15,data=time (inc),parent=22
                        __rec=node,id=24,attr=10,data=2113,parent=23
                        __rec=node,id=25,attr=8,data=inclusive#sum#time.duration,parent=24
                        __rec=node,id=26,attr=10,data=276,parent=3
                        __rec=node,id=27,attr=8,data=region,parent=26
                        __rec=node,id=28,attr=27,data=main
                        __rec=node,id=29,attr=27,data=work,parent=28
                        __rec=node,id=30,attr=10,data=84,parent=3
                        __rec=node,id=31,attr=8,data=tag,parent=30
                        __rec=node,id=32,attr=31,data=COMP
                        __rec=ctx,ref=28,attr=13=21=25,data=0=1.0=3.5
                        __rec=ctx,ref=28,attr=13=21=25,data=1=2.0=2.0
                        __rec=ctx,ref=29=32,attr=13=21=25,data=0=2.5=2.5
                        __rec=node,id=33,attr=10,data=1612,parent=3
                        __rec=node,id=34,attr=8,data=a\\=b\\,c,parent=33
                        __rec=node,id=35,attr=34,data=x\\ny
                        __rec=globals,ref=35
                        """);
    }

    @Test
    void bothScopesComeBackWithEverythingElseTheSame() throws IOException {
        Profile both =
                profileOf(
                        """
                        metric time s exclusive
                        path        tag   rank0  rank1
                        main        -         1      2
                        main/work   COMP    2.5      -

                        metric time s inclusive
                        path        rank0  rank1
                        main          3.5      2
                        main/work     2.5      -

                        metric peak B point
                        path        rank0  rank1
                        main            0      -
                        """);
        for (ProfileExporter exporter : List.of(CALI, SPLIT)) {
            assertThat(exporter.leavesOut(both)).as(exporter.name()).isEmpty();
            assertThat(ProfileDifference.between(both, written(exporter, both)))
                    .as(exporter.name())
                    .isEmpty();
        }
    }

    @Test
    void whoMeasuredComesBackAndThoseWithoutValuesToo() throws IOException {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE));
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        builder.child(main, Frame.region("never"));
        builder.add(metric, builder.context(new Context("a", 0, 1, 2, 3)), main, 5);
        builder.add(metric, builder.context(new Context("b", 1, 0, 0, 0)), main, 0);
        builder.context(new Context("", 2, 1, Context.NONE, Context.NONE));
        Profile profile = builder.build();
        for (ProfileExporter exporter : List.of(CALI, SPLIT)) {
            Profile again = written(exporter, profile);
            assertThat(again.contexts()).isEqualTo(profile.contexts());
            assertThat(again.tree()).isEqualTo(profile.tree());
            assertThat(BY_KIND.differences(profile, again)).isEmpty();
        }
    }

    @Test
    void timeOutsideRegionsHasNoCallPath() throws IOException {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int outside = builder.child(ProfileBuilder.ROOT, Frame.OUTSIDE_REGIONS);
        builder.add(metric, builder.context(Context.ofRank(0)), outside, 5);
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        builder.add(metric, builder.context(Context.ofRank(0)), main, 7);
        assertThat(text(SPLIT, builder.build()))
                .contains("[[null,0,5.0,5.0],[0,0,7.0,7.0]]")
                .doesNotContain("outside");
        assertThat(text(CALI, builder.build())).doesNotContain("outside");
        for (ProfileExporter exporter : List.of(CALI, SPLIT)) {
            Profile again = written(exporter, builder.build());
            assertThat(BY_KIND.differences(builder.build(), again)).isEmpty();
        }
    }

    @Test
    void kindsComeBackFromCaliOnly() throws IOException {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int at = ProfileBuilder.ROOT;
        for (Frame.Kind kind : Frame.Kind.values())
            at = builder.child(at, new Frame(kind, "f", "", 0, ""));
        builder.add(metric, builder.context(Context.WHOLE), at, 1);
        Profile profile = builder.build();
        assertThat(CALI.leavesOut(profile)).isEmpty();
        assertThat(written(CALI, profile).tree()).isEqualTo(profile.tree());
        assertThat(SPLIT.leavesOut(profile))
                .containsExactly(
                        "node kinds (function, loop, line, instruction, kernel, thread, other): all"
                                + " become regions");
    }

    @Test
    void namesOfEveryKindComeBack() throws IOException {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int context = builder.context(Context.ofRank(0));
        for (String name :
                List.of(
                        "a=b,c", "\\", "\\n", "\n", "\"q\"", " ", "\t", "\r", "é日本😀", "data",
                        "__rec=")) {
            int node = builder.child(ProfileBuilder.ROOT, Frame.region(name));
            builder.add(metric, context, node, 1);
            builder.label("odd, name=1", node, name);
        }
        for (ProfileExporter exporter : List.of(CALI, SPLIT)) {
            Profile again = written(exporter, builder.build());
            assertThat(again.tree()).as(exporter.name()).isEqualTo(builder.build().tree());
            assertThat(again.labels()).as(exporter.name()).isEqualTo(builder.build().labels());
        }
    }

    @Test
    void metricsOfEveryNameScopeAndUnitComeBack() throws IOException {
        var builder = new ProfileBuilder();
        int node = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        int context = builder.context(Context.ofRank(0));
        double value = 1;
        for (String name :
                List.of(
                        "time",
                        "calls",
                        "Node order",
                        "sum#time.duration",
                        "x (inc)",
                        "x (exc)",
                        "inclusive#x",
                        "mpi.rank",
                        "path",
                        "loop.iterations",
                        "a#b#c",
                        "#",
                        "min#y",
                        "time.duration.ns",
                        "Avg time/rank",
                        "iteration#main",
                        "cali.x"))
            for (Metric.Scope scope : Metric.Scope.values())
                builder.add(
                        builder.metric(new Metric(name, Unit.of("us"), scope)),
                        context,
                        node,
                        value++);
        Profile profile = builder.build();
        for (ProfileExporter exporter : List.of(CALI, SPLIT)) {
            assertThat(exporter.leavesOut(profile)).as(exporter.name()).isEmpty();
            Profile again = written(exporter, profile);
            assertThat(again.metrics()).containsExactlyInAnyOrderElementsOf(profile.metrics());
            assertThat(BY_KIND.differences(profile, again)).as(exporter.name()).isEmpty();
        }
    }

    @Test
    void metadataKeepTheirTypes() throws IOException {
        Metadata metadata =
                Metadata.of(
                        Map.of(
                                "text", new Value.Text("a=b,\\\n\"é"),
                                "whole", new Value.Whole(Long.MIN_VALUE),
                                "large", new Value.Whole(Long.MAX_VALUE),
                                "real", new Value.Real(1.0 / 3),
                                "round", new Value.Real(2),
                                "flag", new Value.Flag(true)));
        Profile profile = profileOf(SOLVER).withMetadata(metadata);
        for (ProfileExporter exporter : List.of(CALI, SPLIT)) {
            assertThat(exporter.leavesOut(profile)).as(exporter.name()).isEmpty();
            assertThat(written(exporter, profile).metadata()).isEqualTo(metadata);
        }
        Profile odd =
                profile.withMetadata(
                        Metadata.NONE.with("nodes", "x").with("size", "12").with("v", "1.5"));
        assertThat(written(CALI, odd).metadata()).isEqualTo(odd.metadata());
        assertThat(SPLIT.leavesOut(odd))
                .containsExactly(
                        "metadata with these names (nodes)",
                        "the type of strings that look like numbers (size)");
    }

    @Test
    void whatHasNoPlaceIsNamed() {
        var builder = new ProfileBuilder();
        var minutes = new Unit("min", Unit.Dimension.TIME, 60);
        int metric = builder.metric(new Metric("time", minutes, Metric.Scope.EXCLUSIVE));
        int main = builder.child(ProfileBuilder.ROOT, new Frame(Frame.Kind.LOOP, "l", "f", 1, "m"));
        builder.newChild(main, Frame.region("twice"));
        builder.newChild(main, Frame.region("twice"));
        builder.label(Profile.LOOP_LABEL, main, Profile.LOOP_EACH);
        double[] series = {1, 2};
        builder.addSeries(
                metric, builder.context(new Context("a", 0, -1, -1, -1)), main, series, 0, 2);
        builder.context(new Context("b", 0, -1, -1, -1));
        Profile profile = builder.build();
        List<String> both =
                List.of(
                        "iterations: only sums are stored",
                        "unit conversions (time)",
                        "node labels (loop)",
                        "source files and lines",
                        "function modules",
                        "siblings with the same name: they become one node",
                        "hosts, if contexts differ only by host: such contexts are merged");
        assertThat(CALI.leavesOut(profile)).isEqualTo(both);
        assertThat(SPLIT.leavesOut(profile))
                .isEqualTo(
                        Stream.concat(
                                        both.stream(),
                                        Stream.of("node kinds (loop): all become regions"))
                                .toList());
    }

    @Test
    void everyRandomProfileComesBack() throws IOException {
        for (int seed = 0; seed < 40; seed++)
            for (Profile profile : List.of(RandomProfiles.of(seed), RandomContexts.of(seed))) {
                if (profile.values().values() == 0) continue;
                requireSame(profile, BY_KIND, CALI, seed);
                requireSame(profile, BY_NAME, SPLIT, seed);
            }
    }

    private void requireSame(Profile profile, WrittenCells by, ProfileExporter exporter, int seed)
            throws IOException {
        Profile again = written(exporter, profile);
        assertThat(by.differences(profile, again))
                .as("%s, seed %d", exporter.name(), seed)
                .isEmpty();
        if (!exporter.leavesOut(profile).toString().contains("hosts"))
            assertThat(again.contexts()).as("seed %d", seed).isEqualTo(profile.contexts());
        if (exporter.equals(CALI))
            assertThat(again.metadata()).as("seed %d", seed).isEqualTo(profile.metadata());
    }

    private static Context withoutHost(Context context) {
        return new Context(
                "", context.rank(), context.thread(), context.stream(), context.repetition());
    }

    private String text(ProfileExporter exporter, Profile profile) throws IOException {
        return Files.readString(file(exporter, profile));
    }

    private Path file(ProfileExporter exporter, Profile profile) throws IOException {
        Path file = folder.resolve("run" + exporter.extension());
        exporter.export(profile, file);
        return file;
    }

    private Profile written(ProfileExporter exporter, Profile profile) throws IOException {
        Path file = file(exporter, profile);
        try (ProfileSource source = ALL.open(file.toString())) {
            Profile read = source.load(Slice.everything());
            assertThat(source.report().entries().stream().filter(ReadReport.Entry::lossy))
                    .isEmpty();
            return read;
        }
    }
}
