package treeline.query;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.query.Attribute.attribute;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Frame;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;

/// Paths around and beyond the 64 positions that are one word of bits, on trees that are one chain
/// of calls, drawn as `a63 c`: 63 times a, then c.
class AutomatonTest {
    private static final Predicate A = attribute("name").is("a");
    private static final Predicate B = attribute("name").is("b");
    private static final Predicate C = attribute("name").is("c");

    private static Profile chain(String drawing) {
        var builder = new ProfileBuilder();
        int node = ProfileBuilder.ROOT;
        for (String part : drawing.split(" ")) {
            int times = part.length() == 1 ? 1 : Integer.parseInt(part.substring(1));
            for (int i = 0; i < times; i++)
                node = builder.newChild(node, Frame.region(part.substring(0, 1)));
        }
        return builder.build();
    }

    private static int[] found(Query query, String drawing) {
        return query.on(chain(drawing)).stream().toArray();
    }

    private static int[] from(int first, int last) {
        return java.util.stream.IntStream.rangeClosed(first, last).toArray();
    }

    private static Query.Path manyA(int times) {
        return Query.match(Quantifier.times(times), A);
    }

    private static Query.Path withStars(Query.Path path, int stars) {
        for (int i = 0; i < stars; i++) path = path.then("*", B);
        return path;
    }

    @ParameterizedTest
    @ValueSource(ints = {62, 63, 64, 65, 127, 128, 129})
    void aPathFindsExactlySoManyNodesInARow(int times) {
        Query path = manyA(times).then(C);
        assertThat(found(path, "b a%d c b".formatted(times))).isEqualTo(from(1, times + 1));
        assertThat(found(path, "b a%d c b".formatted(times + 1))).isEqualTo(from(2, times + 2));
        assertThat(found(path, "b a%d c b".formatted(times - 1))).isEmpty();
        assertThat(found(path, "b a%d b c".formatted(times))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {62, 63, 64, 127, 128})
    void aStarMayStandForNoNodeWhereverItIsInAPath(int times) {
        Query path = manyA(times).then("*", B).then(C);
        assertThat(found(path, "c a%d c".formatted(times))).isEqualTo(from(1, times + 1));
        assertThat(found(path, "c a%d b c".formatted(times))).isEqualTo(from(1, times + 2));
        assertThat(found(path, "c a%d b5 c".formatted(times))).isEqualTo(from(1, times + 6));
        assertThat(found(path, "c a%d c".formatted(times - 1))).isEmpty();
        assertThat(found(path, "c")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {62, 63, 64, 127, 128})
    void aStepThatMustBeThereIsNotSkippedWhereverItIsInAPath(int times) {
        Query path = manyA(times).then(B).then("*", B).then(C);
        assertThat(found(path, "a%d b c".formatted(times))).isEqualTo(from(0, times + 1));
        assertThat(found(path, "a%d c".formatted(times))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 31, 32, 61, 62, 63, 64, 65, 126, 127, 128, 200})
    void starsInARowMayAllStandForNoNode(int stars) {
        Query between = withStars(Query.match(A), stars).then(C);
        assertThat(found(between, "b a c b")).isEqualTo(from(1, 2));
        assertThat(found(between, "b a b3 c b")).isEqualTo(from(1, 5));
        assertThat(found(between, "b a a b")).isEmpty();
        Query after = withStars(Query.match(A).then(C), stars);
        assertThat(found(after, "b a c")).isEqualTo(from(1, 2));
        Query before = withStars(Query.match("*", B), stars).then(C);
        assertThat(found(before, "a c a")).isEqualTo(from(1, 1));
        assertThat(found(before, "a b2 c a")).isEqualTo(from(1, 3));
        assertThat(found(before, "a b2 a")).isEmpty();
    }

    @Test
    void aStarOverTheEdgeOfAWordStopsWhereItsConditionDoes() {
        Query path = withStars(manyA(60), 10).then(C);
        assertThat(found(path, "a60 b20 c")).isEqualTo(from(0, 80));
        assertThat(found(path, "a60 b10 a b10 c")).isEmpty();
    }

    @Test
    void theLongestPathStandsFor1023NodesInARow() {
        assertThat(found(manyA(1023), "b a1023")).isEqualTo(from(1, 1023));
        assertThat(found(manyA(1023), "b a1022")).isEmpty();
    }
}
