package treeline.query;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.query.Attribute.attribute;

import org.junit.jupiter.api.Test;

import treeline.model.Frame;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;

/// How the work of a match grows: with nodes times steps, whatever the shape of the tree.
class PathMatchTest {
    private static Profile chain(int nodes) {
        var builder = new ProfileBuilder();
        int node = ProfileBuilder.ROOT;
        for (int i = 0; i < nodes; i++)
            node = builder.newChild(node, Frame.region(i % 2 == 0 ? "even" : "odd"));
        return builder.build();
    }

    private static Profile bush(int nodes) {
        var builder = new ProfileBuilder();
        for (int i = 0; i < nodes; i++)
            builder.newChild(
                    i == 0 ? ProfileBuilder.ROOT : (i - 1) / 10, Frame.region("f" + i % 50));
        return builder.build();
    }

    private static Query.Path stars(int count) {
        Query.Path path = Query.match("*");
        for (int i = 1; i < count; i++) path = path.then("*").then(attribute("name").contains("e"));
        return path.then("*");
    }

    private static long work(Profile profile, Query.Path path) {
        return PathMatch.stepsOf(
                profile.tree(),
                Automaton.of(path.steps(), Matching.ALL),
                new PredicateNodes(profile, profile.outline(), ContextQuantifier.MEAN, false));
    }

    @Test
    void aChainOfStarsOnADeepTreeIsLinearInNodesTimesSteps() {
        Profile deep = chain(100_000);
        for (int stars : new int[] {2, 8, 32}) {
            Query.Path path = stars(stars);
            assertThat(path.on(deep).size()).isEqualTo(100_000);
            assertThat(work(deep, path)).isBetween(200_000L, (path.steps().size() + 4) * 100_000L);
        }
    }

    @Test
    void aMillionNodesAreMatchedInTwoPasses() {
        Profile wide = bush(1_000_000);
        Query.Path path = Query.match("*").then(attribute("name").is("f7")).then("*");
        assertThat(path.on(wide).size()).isBetween(1_000, 1_000_000);
        assertThat(work(wide, path)).isLessThan(5 * 1_000_000L);
    }

    @Test
    void noMatchOfManyStarsCostsNoMoreThanAMatch() {
        Profile deep = chain(100_000);
        Query.Path path = stars(20).then(attribute("name").is("nowhere"));
        assertThat(path.on(deep).isEmpty()).isTrue();
        assertThat(work(deep, path)).isBetween(200_000L, (path.steps().size() + 4) * 100_000L);
    }

    @Test
    void anEmptyTreeHasNoMatches() {
        assertThat(Query.match("*").on(new ProfileBuilder().build()).size()).isZero();
    }
}
