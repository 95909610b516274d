package treeline.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.query.Attribute.attribute;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class ObjectDialectTest {
    private static Predicate predicate(Object condition) {
        return Query.of(List.of(Map.of("a", condition))).steps().getFirst().predicate();
    }

    @Test
    void quantifiersMapsAndPairsAreSteps() {
        assertThat(
                        Query.of(
                                List.of(
                                        "*",
                                        2,
                                        Map.of("name", "MPI_.*"),
                                        List.of("+", Map.of("time", "> 5")),
                                        List.of(3, Map.of()))))
                .isEqualTo(
                        Query.match("*")
                                .then(Quantifier.times(2), Predicate.anything())
                                .then(attribute("name").matches("MPI_.*"))
                                .then("+", attribute("time").isAbove(5))
                                .then(Quantifier.times(3), Predicate.anything()));
    }

    @Test
    void everyCondition() {
        assertThat(predicate("x")).isEqualTo(attribute("a").matches("x"));
        assertThat(predicate(5)).isEqualTo(attribute("a").is(5));
        assertThat(predicate(2.5)).isEqualTo(attribute("a").is(2.5));
        assertThat(predicate(true)).isEqualTo(attribute("a").is(1));
        assertThat(predicate("== 5")).isEqualTo(attribute("a").is(5));
        assertThat(predicate("!=5")).isEqualTo(attribute("a").isNot(5));
        assertThat(predicate("<> 5")).isEqualTo(attribute("a").isNot(5));
        assertThat(predicate("< 1e3")).isEqualTo(attribute("a").isBelow(1000));
        assertThat(predicate("<= 5")).isEqualTo(attribute("a").isAtMost(5));
        assertThat(predicate("> -inf")).isEqualTo(attribute("a").isAbove(Double.NEGATIVE_INFINITY));
        assertThat(predicate(">= 5")).isEqualTo(attribute("a").isAtLeast(5));
        assertThat(predicate("== np.nan")).isEqualTo(attribute("a").isNan());
        assertThat(predicate("!= np.nan")).isEqualTo(attribute("a").isNan().negated());
        assertThat(predicate("<> np.nan")).isEqualTo(attribute("a").isNan().negated());
        assertThat(predicate("<> inf")).isEqualTo(attribute("a").isInfinite().negated());
        assertThat(predicate("== np.inf")).isEqualTo(attribute("a").isInfinite());
        assertThat(predicate("!= np.inf")).isEqualTo(attribute("a").isInfinite().negated());
        assertThat(predicate("<script>")).isEqualTo(attribute("a").matches("<script>"));
    }

    @Test
    void severalConditionsMustAllHold() {
        assertThat(predicate(List.of("> 5", "< 9")))
                .isEqualTo(attribute("a").isAbove(5).and(attribute("a").isBelow(9)));
    }

    @Test
    void aDepthOfMinusOneIsALeaf() {
        assertThat(Query.of(List.of(Map.of("depth", -1)))).isEqualTo(Query.match(Predicate.leaf()));
        assertThat(Query.of(List.of(Map.of("depth", "== -1"))))
                .isEqualTo(Query.match(Predicate.leaf()));
    }

    @Test
    void mistakesAreTold() {
        assertThatThrownBy(() -> Query.of(List.of("*", "**")))
                .hasMessage(
                        "element 1 of the query: expected a quantifier (\".\", \"*\", \"+\" or a"
                            + " number from 1), a map of conditions or a list of both, found **");
        assertThatThrownBy(() -> Query.of(List.of(0))).hasMessageEndingWith("found 0");
        assertThatThrownBy(() -> Query.of(List.of(List.of("*")))).hasMessageEndingWith("found [*]");
        assertThatThrownBy(() -> Query.of(List.of(Map.of(5, "x"))))
                .hasMessage("element 0 of the query: expected an attribute name, found 5");
        assertThatThrownBy(() -> Query.of(List.of(Map.of("a", Map.of()))))
                .hasMessage(
                        "element 0 of the query: expected a regular expression, a number or a"
                                + " comparison such as \"> 5\" for 'a', found {}");
        assertThatThrownBy(() -> Query.of(List.of())).hasMessage("a path has no steps");
    }
}
