package treeline.source.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.CpuTime;
import treeline.testkit.Patience;
import treeline.testkit.ProfileDifference;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

class PartsTest {
    private final Profile whole =
            profileOf(
                    """
                    path        tag   rank0  rank1  rank2
                    main        -         1      2      3
                    main/loop   COMM  1+2+3    4+5      -
                    main/solve  COMP      7      8      9
                    """);

    @Test
    void splitPartsJoinToTheSameProfile() throws IOException {
        for (int parts : List.of(1, 2, 3, 8))
            assertThat(
                            ProfileDifference.between(
                                    whole,
                                    joined(Parts.split(whole, parts, "r1"))
                                            .load(Slice.everything())))
                    .as("%d parts", parts)
                    .isEmpty();
    }

    @Test
    void aMissingPartIsReported() {
        List<Profile> parts = Parts.split(whole, 3, "r1");
        ProfileSource source = joined(List.of(parts.get(0), parts.get(2)));
        assertThat(source.report().entries())
                .extracting(ReadReport.Entry::toString)
                .containsExactly(
                        "a sub-file of the recording is missing (first: part 1 of 3, rank 1)");
        assertThat(source.report().isLossy()).isTrue();
        assertThat(source.outline().contexts()).hasSize(2);
    }

    @Test
    @Timeout(Patience.TEST_SECONDS)
    void aNumberOfPartsThatCannotBeIsToldAtOnce() {
        var mark = new Parts.Mark("r1", 0, Integer.MAX_VALUE);
        Profile wild = whole.withMetadata(mark.onto(whole.metadata()));
        assertThat(
                        CpuTime.of(
                                () ->
                                        assertThat(joined(List.of(wild)).report().entries())
                                                .extracting(ReadReport.Entry::toString)
                                                .containsExactly(
                                                        "a sub-file of the recording is missing,"
                                                                + " 2147483646 times (first: part 1"
                                                                + " of 2147483647)")))
                .isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void partsOfDifferentRecordingsAreRefused() {
        Profile one = Parts.split(whole, 2, "r1").get(0);
        Profile other = Parts.split(whole, 2, "r2").get(1);
        assertThatThrownBy(() -> joined(List.of(one, other)))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage(
                        "file1: expected one of the 2 parts of recording r1, found one of the 2"
                                + " parts of recording r2");
    }

    @Test
    void partsThatDisagreeOnHowManyThereAreAreRefused() {
        Profile one = Parts.split(whole, 2, "r1").get(0);
        Profile other = Parts.split(whole, 3, "r1").get(2);
        assertThatThrownBy(() -> joined(List.of(one, other)))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage(
                        "file1: expected one of the 2 parts of recording r1, found one of the 3"
                                + " parts of recording r1");
    }

    @Test
    void noPartsAreRefused() {
        assertThatThrownBy(() -> joined(List.of()))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage("the input: expected at least one sub-file, found none");
    }

    @Test
    void aMarkCountsPartsFromZero() {
        for (int part : List.of(0, 2)) {
            var mark = new Parts.Mark("r1", part, 3);
            assertThat(Parts.markOf(mark.onto(whole.metadata()))).contains(mark);
        }
        for (int part : List.of(-1, 3))
            assertThat(Parts.markOf(new Parts.Mark("r1", part, 3).onto(whole.metadata())))
                    .as("part %d of 3", part)
                    .isEmpty();
        assertThat(Parts.markOf(whole.metadata())).isEmpty();
    }

    @Test
    void allThreadsOfARankStayInOnePart() {
        Profile threads =
                profileOf(
                        """
                        path  rank0thread0  rank0thread1  rank1thread0  rank1thread1
                        main             1             2             3             4
                        """);
        assertThat(Parts.split(threads, 3, "r1"))
                .extracting(part -> part.contexts().toString())
                .containsExactly(
                        "[rank 0 thread 0, rank 0 thread 1]", "[rank 1 thread 0, rank 1 thread 1]");
    }

    @Test
    void aProfileWithoutContextsIsOnePart() {
        Profile empty = Slice.everything().withContexts(Selection.of()).of(whole);
        assertThat(Parts.split(empty, 3, "r1"))
                .extracting(part -> Parts.markOf(part.metadata()).orElseThrow())
                .containsExactly(new Parts.Mark("r1", 0, 1));
    }

    @Test
    void aContextInTwoPartsIsRefused() {
        assertThatThrownBy(() -> joined(List.of(whole, whole)))
                .hasMessage(
                        "file1: expected contexts that no other sub-file holds, found rank 0, which"
                                + " is also in file0");
    }

    /// As the recorder writes iterations that are over, once for all snapshots.
    private static final List<Profile> CONTINUED =
            List.of(
                    profileOf("path rank0 rank1\nmain 9 8\nmain/loop _+_+_+4+0.1 5+6\nmain/z 3 -"),
                    continued("path rank0\nmain/loop 1+2"),
                    continued("path rank0\nmain/loop _+_+3\nmain/y 7"),
                    continued("path rank2\nmain 6"));

    private final Profile putTogether =
            profileOf(
                    """
                    path       rank0        rank1  rank2
                    main       9            8      6
                    main/loop  1+2+3+4+0.1  5+6    -
                    main/z     3            -      -
                    main/y     7            -      -
                    """);

    private static Profile continued(String drawing) {
        Profile profile = profileOf(drawing);
        return profile.withMetadata(Parts.continued(profile.metadata()));
    }

    @Test
    void contextsThatGoOnInAnotherPartArePutTogether() throws IOException {
        for (int[] order : new int[][] {{0, 1, 2, 3}, {1, 0, 3, 2}}) {
            List<Profile> parts = IntStream.of(order).mapToObj(CONTINUED::get).toList();
            ProfileSource source = joined(parts);
            assertThat(source.outline().metadata().keys()).isEmpty();
            for (Slice slice :
                    List.of(
                            Slice.everything(),
                            Slice.summed(),
                            Slice.everything().withContexts(Selection.of(0)),
                            Slice.everything().withIterations(1, 4)))
                assertThat(ProfileDifference.between(slice.of(putTogether), source.load(slice)))
                        .isEmpty();
        }
    }

    @Test
    void iterationsOfSeveralPartsAddUpAndThoseOfNoneDidNotHappen() throws IOException {
        List<Profile> parts =
                List.of(
                        profileOf("path rank0\nmain 1\nloop 1+2+_+4"),
                        continued("path rank0\nmain 3\nloop _+5"));
        assertThat(
                        ProfileDifference.between(
                                profileOf("path rank0\nmain 4\nloop 1+7+_+4"),
                                joined(parts).load(Slice.everything())))
                .isEmpty();
    }

    @Test
    void onlyOnePartOfAContextMayBeTheLast() {
        assertThatThrownBy(() -> joined(List.of(whole, CONTINUED.get(1), whole)))
                .hasMessageStartingWith("file2: expected contexts that no other sub-file holds");
    }

    @Test
    void iterationsAndTheirSumDoNotGoTogether() {
        ProfileSource source =
                joined(List.of(profileOf("path rank0\nloop 1+2"), continued("path rank0\nloop 3")));
        assertThatThrownBy(() -> source.load(Slice.everything()))
                .hasMessage(
                        "a context in several sub-files: expected iterations in each of them,"
                                + " found only a sum in one");
    }

    @Test
    void partsWithDifferentTreesAreUnited() throws IOException {
        Profile left = profileOf("path rank0\nmain 1\nmain/b 2\nmain/z 3");
        Profile right = profileOf("path rank1\nmain 4\nmain/z 5\nmain/a 6\nmain/b 7");
        Profile united =
                profileOf("path rank0 rank1\nmain 1 4\nmain/b 2 7\nmain/z 3 5\nmain/a - 6");
        assertThat(
                        ProfileDifference.between(
                                united, joined(List.of(left, right)).load(Slice.everything())))
                .isEmpty();
    }

    @Test
    void aPathThatOnlyALaterPartHasStandsWithItsSiblings() throws IOException {
        Profile left = profileOf("path tag rank0\nmain - 1\nmain/b B 2\nother O 3");
        Profile right = profileOf("path tag rank1\nmain - 4\nmain/c C 5\nother - 6");
        assertThat(
                        ProfileDifference.between(
                                profileOf(
                                        """
                                        path    tag  rank0  rank1
                                        main    -        1      4
                                        main/b  B        2      -
                                        main/c  C        -      5
                                        other   O        3      6
                                        """),
                                joined(List.of(left, right)).load(Slice.everything())))
                .isEmpty();
    }

    @Test
    void metricsArePutTogetherByNameAndNotByPlace() throws IOException {
        String time = "metric time s exclusive\npath %s\nmain 1\n";
        String bytes = "metric bytes B exclusive\npath %s\nmain 2\n";
        ProfileSource source =
                joined(
                        List.of(
                                profileOf((time + "\n" + bytes).replace("%s", "rank0")),
                                profileOf((bytes + "\n" + time).replace("%s", "rank1"))));
        Profile chosen = source.load(Slice.everything().withMetrics(Selection.of(1)));
        assertThat(
                        ProfileDifference.between(
                                profileOf("metric bytes B exclusive\npath rank0 rank1\nmain 2 2"),
                                chosen))
                .isEmpty();
    }

    @Test
    void whereMetadataOfPartsDisagreeTheFirstStands() {
        Profile one = profileOf("path rank0\nmain 1");
        Profile other = profileOf("path rank1\nmain 1");
        assertThat(
                        joined(
                                        List.of(
                                                one.withMetadata(one.metadata().with("host", "a")),
                                                other.withMetadata(
                                                        other.metadata()
                                                                .with("host", "b")
                                                                .with("cores", 8))))
                                .outline()
                                .metadata())
                .isEqualTo(one.metadata().with("host", "a").with("cores", 8));
    }

    @Test
    void aSliceOfJoinedPartsIsTheSliceOfTheWhole() throws IOException {
        ProfileSource source = joined(Parts.split(whole, 3, "r1"));
        int loop = whole.tree().at("main/loop");
        for (Slice slice :
                List.of(
                        Slice.summed(),
                        Slice.everything().withContexts(Selection.of(2)),
                        Slice.everything().withNodes(Selection.of(loop)),
                        Slice.everything().withIterations(1, 2)))
            assertThat(ProfileDifference.between(slice.of(whole), source.load(slice))).isEmpty();
    }

    @Test
    void ranksMayBeDealtOutToPartsInAnyOrder() throws IOException {
        for (int seed = 0; seed < 30; seed++) {
            Profile any = RandomProfiles.of(seed);
            int contexts = any.contexts().size();
            List<Profile> dealt = new ArrayList<>();
            for (int part = 2; part >= 0; part--) {
                int mine = part;
                Selection third = Selection.where(contexts, context -> context % 3 == mine);
                dealt.add(Slice.everything().withContexts(third).of(any));
            }
            assertThat(ProfileDifference.between(any, joined(dealt).load(Slice.everything())))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    @Test
    void theColumnIsJoinedByNodeWithoutTurningIt() throws IOException {
        Profile loaded = joined(Parts.split(whole, 3, "r1")).load(Slice.everything());
        assertThat(loaded.values().column(0).isKnownByNode()).isTrue();
    }

    @Test
    void aMetricOfSomePartsHasValuesOfTheseOnly() throws IOException {
        Profile one = profileOf("path rank0\nmain 1\nmain/a 2");
        Profile other =
                Slice.everything()
                        .withMetrics(Selection.of())
                        .of(profileOf("path rank1\nmain 3\nmain/a 4"));
        Profile loaded = joined(List.of(one, other)).load(Slice.everything());
        assertThat(loaded.contexts()).hasSize(2);
        assertThat(loaded.values().column(0).at(0, 1)).isEqualTo(2);
        assertThat(loaded.values().column(0).at(1, 1)).isNaN();
    }

    /// Some formats tell calls of one name apart; in the union of trees they are one.
    @Test
    void siblingsOfOneNameAddUpWhereTreesAreUnited() throws IOException {
        var twice = new ProfileBuilder();
        int time = twice.metric(new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE));
        int rank = twice.context(Context.ofRank(0));
        for (int value : new int[] {1, 2}) {
            int node = twice.newChild(ProfileBuilder.ROOT, Frame.region("a"));
            twice.add(time, rank, node, value);
        }
        var once = new ProfileBuilder();
        once.metric(new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE));
        once.add(
                0,
                once.context(Context.ofRank(1)),
                once.child(ProfileBuilder.ROOT, Frame.region("a")),
                5);
        Profile loaded = joined(List.of(twice.build(), once.build())).load(Slice.everything());
        assertThat(loaded.tree().size()).isEqualTo(1);
        assertThat(loaded.values().column(0).at(0, 0)).isEqualTo(3);
        assertThat(loaded.values().column(0).at(1, 0)).isEqualTo(5);
    }

    private static ProfileSource joined(List<Profile> parts) {
        List<ProfileSource> sources =
                parts.stream()
                        .<ProfileSource>map(part -> new LoadedSource(part, ReadReport.CLEAN))
                        .toList();
        return Parts.join(
                sources, IntStream.range(0, parts.size()).mapToObj(i -> "file" + i).toList());
    }
}
