package treeline.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.query.Attribute.attribute;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/// The object dialect as Python and JSON write it.
class ObjectTextTest {
    @Test
    void aQueryOfHatchetIsReadAsItStandsInPython() {
        assertThat(
                        Query.parse(
                                """
                                 [{"name": "Stream"}, "*", ("+", {"time": "> 5"}), 3,
                                  {'depth': '<= 2', "line": 7,}, (".")]
                                """))
                .isEqualTo(
                        Query.match(attribute("name").matches("Stream"))
                                .then("*")
                                .then("+", attribute("time").isAbove(5))
                                .then(Quantifier.times(3), Predicate.anything())
                                .then(attribute("depth").isAtMost(2).and(attribute("line").is(7)))
                                .then("."));
    }

    @Test
    void jsonHasListsForTuples() {
        assertThat(Query.parse("[[\"*\", {\"time\": [\"> 5\", \"< 9\"]}], [2, {\"x\": 1.5}]]"))
                .isEqualTo(
                        Query.of(
                                List.of(
                                        List.of("*", Map.of("time", List.of("> 5", "< 9"))),
                                        List.of(2, Map.of("x", 1.5)))));
        assertThat(Query.parse("[{'leaf': True}]")).isEqualTo(Query.match(attribute("leaf").is(1)));
        assertThat(Query.parse("[{'leaf': false}]"))
                .isEqualTo(Query.match(attribute("leaf").is(0)));
    }

    @Test
    void backslashesMayBeDoubled() {
        Query once = Query.match(attribute("name").matches("a\\d\\."));
        assertThat(Query.parse("[{\"name\": \"a\\d\\.\"}]")).isEqualTo(once);
        assertThat(Query.parse("[{\"name\": \"a\\\\d\\\\.\"}]")).isEqualTo(once);
    }

    private static void assertWrong(String text, String problem) {
        assertThatThrownBy(() -> Query.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(problem);
    }

    @Test
    void mistakesAreShownWithTheirPlace() {
        assertThatThrownBy(() -> Query.parse("[\"*\" 3]"))
                .isInstanceOf(QuerySyntaxException.class)
                .hasMessage("expected , or ], found 3\n  [\"*\" 3]\n       ^");
        assertWrong("[]", "expected a step before the end, found the end");
        assertWrong("[\"*\"", "expected , or ], found the end");
        assertWrong("[\"*\"] 3", "expected the end, found 3");
        assertWrong("[", "expected a quantifier or condition: a string, a number, a list or a map");
        assertWrong("[{name: 5}]", "expected a quoted attribute name, found 'name'");
        assertWrong("[{\"name\" 5}]", "expected :, found 5");
        assertWrong("[{\"name\": lambda}]", "expected a quantifier or condition");
        assertWrong(
                "[{\"a\": 1, \"a\": 2}]", "'a' occurs twice here; put its conditions into a list");
        assertWrong("[\"**\"]", "element 0 of the query: expected a quantifier");
        assertWrong("[1.2.3]", "expected a number, found 1.2.3");
        assertWrong("[" + "(".repeat(20), "the query is nested too deeply");
    }
}
