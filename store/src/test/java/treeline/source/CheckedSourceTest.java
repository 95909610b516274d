package treeline.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

import java.io.IOException;
import java.util.List;

class CheckedSourceTest {
    private static final Metric ALL = new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE);
    private static final Metric OWN = new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE);
    private static final Metric PEAK = new Metric("peak", Unit.COUNT, Metric.Scope.POINT);

    private static final String NEGATIVE =
            "the callees of a node have more time than the node, 2 times (first: main)";

    private final ProfileBuilder builder = new ProfileBuilder();
    private final int rank0 = builder.context(Context.ofRank(0));
    private final int rank1 = builder.context(Context.ofRank(1));
    private final int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
    private final int solve = builder.child(main, Frame.function("solve"));
    private final int step = builder.child(solve, Frame.function("step"));

    private void put(Metric metric, int rank, double ofMain, double ofSolve, double ofStep) {
        int column = builder.metric(metric);
        builder.add(column, rank, main, ofMain);
        if (!Double.isNaN(ofSolve)) builder.add(column, rank, solve, ofSolve);
        builder.add(column, rank, step, ofStep);
    }

    /// In whichever order a reader builds its columns.
    private List<String> notes(Slice slice) throws IOException {
        Profile byContext = builder.build();
        Profile byNode = builder.build();
        for (Metric metric : byNode.metrics()) byNode.column(metric).byNode();
        List<String> notes = notes(byContext, slice);
        assertThat(notes(byNode, slice)).isEqualTo(notes);
        return notes;
    }

    private static List<String> notes(Profile profile, Slice slice) throws IOException {
        try (var source = new CheckedSource(new LoadedSource(profile, ReadReport.CLEAN), "run")) {
            source.load(slice);
            source.load(slice);
            return source.report().entries().stream().map(ReadReport.Entry::toString).toList();
        }
    }

    @Test
    void calleesThatMeasuredMoreAreNotedOnceWithTheFirstPath() throws IOException {
        put(ALL, rank0, 10, 4, 5);
        put(ALL, rank1, 3, 4, 5);
        assertThat(notes(Slice.everything()))
                .containsExactly(
                        "the callees of a node have more time than the node, 2 times (first:"
                                + " main)");
    }

    @Test
    void theCalleesOfAnUnmeasuredNodeAreItsCallers() throws IOException {
        put(ALL, rank0, 10, Double.NaN, 11);
        put(ALL, rank1, 10, Double.NaN, 9);
        assertThat(notes(Slice.everything()))
                .containsExactly(
                        "the callees of a node have more time than the node (first: main)");
    }

    @Test
    void tenThousandthsAreRounding() throws IOException {
        put(ALL, rank0, 10, 10.0009, 10.0009);
        assertThat(notes(Slice.everything())).isEmpty();
        put(ALL, rank1, 10, 10.0011, 10.0011);
        assertThat(notes(Slice.everything())).hasSize(1);
    }

    @Test
    void negativeExclusiveValuesAreNoted() throws IOException {
        put(OWN, rank0, 10, -1, 5);
        assertThat(notes(Slice.everything()))
                .containsExactly(
                        "a node has a negative value of time:exclusive (first: main/solve)");
    }

    @Test
    void aTenThousandthBelowZeroIsRounding() throws IOException {
        put(OWN, rank0, 10_000, -1, 5);
        assertThat(notes(Slice.everything())).isEmpty();
        put(OWN, rank1, 10_000, -1.001, 5);
        assertThat(notes(Slice.everything()))
                .containsExactly(
                        "a node has a negative value of time:exclusive (first: main/solve)");
    }

    @Test
    void valuesThatAreMissingAreNotAddedUp() throws IOException {
        put(ALL, rank0, Double.NaN, 10, 5);
        put(OWN, rank0, Double.NaN, 5, 5);
        assertThat(notes(Slice.everything())).isEmpty();
    }

    @Test
    void exclusiveValuesThatAreNotTheInclusiveOnesOfTheRootsAreNoted() throws IOException {
        put(ALL, rank0, 10, 4, 5);
        put(OWN, rank0, 1, 4, 5);
        put(ALL, rank1, 10, 4, 5);
        put(OWN, rank1, 1, 4, 6);
        assertThat(notes(Slice.everything()))
                .containsExactly(
                        "the exclusive values of time do not add up to the inclusive ones (first:"
                                + " rank 1: 11.0 and 10.0 s)");
    }

    @Test
    void readingsAndPartsOfTheTreeAreNotLookedAt() throws IOException {
        put(PEAK, rank0, 1, 2, 3);
        assertThat(notes(Slice.everything())).isEmpty();
        put(ALL, rank0, 1, 2, 3);
        assertThat(notes(Slice.everything().withNodes(Selection.of(0, 1)))).isEmpty();
    }

    @Test
    void aPartWithoutValuesIsNoProfileWithoutValues() throws IOException {
        put(ALL, rank0, 10, 4, 4);
        assertThat(notes(Slice.everything().withContexts(Selection.of(rank1)))).isEmpty();
    }

    @Test
    void aProfileWithoutValuesSaysSo() throws IOException {
        assertThat(notes(Slice.everything())).containsExactly("the profile has no values");
    }

    @Test
    void aConvertedProfileRemembersWhatWasFoundInTheOriginal() throws IOException {
        put(ALL, rank0, 3, 4, 5);
        Profile contradictory = builder.build();
        ReadReport found;
        try (var original =
                new CheckedSource(new LoadedSource(contradictory, ReadReport.CLEAN), "run")) {
            original.load(Slice.everything());
            found = original.report();
        }
        Profile converted = contradictory.withMetadata(found.in(contradictory.metadata()));
        try (var source = new CheckedSource(new LoadedSource(converted, ReadReport.CLEAN), "run")) {
            source.load(Slice.everything());
            assertThat(source.report().entries())
                    .containsExactly(new ReadReport.Entry(NEGATIVE, 1, "", false));
            assertThat(source.report().in(converted.metadata())).isEqualTo(converted.metadata());
        }
    }

    @Test
    void whatWeWroteIsNotLookedThroughAgain() throws IOException {
        put(ALL, rank0, 3, 4, 5);
        var loaded = new LoadedSource(builder.build(), ReadReport.CLEAN);
        try (var source = CheckedSource.ofOurs(loaded, "run")) {
            source.load(Slice.everything());
            assertThat(source.report().entries()).isEmpty();
        }
    }

    @Test
    void whatIsMissingStaysMissingWhenItIsConverted() {
        var lost =
                new ReadReport(List.of(new ReadReport.Entry("a block is damaged", 2, "b", true)));
        ReadReport again = ReadReport.remembered(lost.in(builder.build().metadata()));
        assertThat(again.isLossy()).isTrue();
        assertThat(again.entries().getFirst())
                .hasToString("a block is damaged, 2 times (first: b)");
    }
}
