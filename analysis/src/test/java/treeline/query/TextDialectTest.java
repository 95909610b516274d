package treeline.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.query.Attribute.attribute;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.testkit.Drawing;

import java.util.List;

class TextDialectTest {
    private static final Predicate MPI = attribute("name").startsWith("MPI_");

    @Test
    void aPathWithConditions() {
        assertThat(
                        Query.parse(
                                """
                                MATCH ("*", p)->(".", q)
                                WHERE p."name" STARTS WITH "MPI_" AND q."time" > 5
                                """))
                .isEqualTo(Query.match("*", MPI).then(attribute("time").isAbove(5)));
    }

    @Test
    void aPathWithoutConditions() {
        assertThat(Query.parse("MATCH (\"*\")->(p)->(2)->(\"+\")->(3, q)"))
                .isEqualTo(
                        Query.match("*")
                                .then(".")
                                .then(Quantifier.times(2), Predicate.anything())
                                .then("+")
                                .then(Quantifier.times(3), Predicate.anything()));
    }

    @Test
    void quotesAroundQuantifiersAndAttributesMayBeLeftOut() {
        assertThat(Query.parse("match (*)->(+, q) where q.name starts with 'MPI_'"))
                .isEqualTo(Query.match("*").then("+", MPI));
    }

    @Test
    void everyComparison() {
        assertThat(predicate("p.\"name\" = \"a\"")).isEqualTo(attribute("name").is("a"));
        assertThat(predicate("p.\"name\" != \"a\"")).isEqualTo(attribute("name").is("a").negated());
        assertThat(predicate("p.\"name\" ENDS WITH \"a\""))
                .isEqualTo(attribute("name").endsWith("a"));
        assertThat(predicate("p.\"name\" CONTAINS \"a\""))
                .isEqualTo(attribute("name").contains("a"));
        assertThat(predicate("p.\"name\" =~ \"a\\d+\\\"\""))
                .isEqualTo(attribute("name").matches("a\\d+\""));
        assertThat(predicate("p.\"t\" = 5")).isEqualTo(attribute("t").is(5));
        assertThat(predicate("p.\"t\" == -5")).isEqualTo(attribute("t").is(-5));
        assertThat(predicate("p.\"t\" <> .5")).isEqualTo(attribute("t").isNot(0.5));
        assertThat(predicate("p.\"t\" < 1e-3")).isEqualTo(attribute("t").isBelow(0.001));
        assertThat(predicate("p.\"t\" <= 2E+3")).isEqualTo(attribute("t").isAtMost(2000));
        assertThat(predicate("p.\"t\" > 5")).isEqualTo(attribute("t").isAbove(5));
        assertThat(predicate("p.\"t\" >= 5")).isEqualTo(attribute("t").isAtLeast(5));
        assertThat(predicate("p.\"t\" IS NONE")).isEqualTo(attribute("t").isNone());
        assertThat(predicate("p.\"t\" IS NOT NAN")).isEqualTo(attribute("t").isNan().negated());
        assertThat(predicate("p.\"t\" IS INF")).isEqualTo(attribute("t").isInfinite());
        assertThat(predicate("p IS LEAF")).isEqualTo(Predicate.leaf());
        assertThat(predicate("p IS NOT LEAF")).isEqualTo(Predicate.leaf().negated());
        assertThat(predicate("p.\"depth\" = -1")).isEqualTo(Predicate.leaf());
    }

    @Test
    void numbersMayHaveUnits() {
        assertThat(predicate("p.t > 50 ms")).isEqualTo(attribute("t").in("ms").isAbove(50));
        assertThat(predicate("p.t = 5e-1s")).isEqualTo(attribute("t").in("s").is(0.5));
        assertThat(predicate("p.t <= 1.5MiB AND p IS LEAF"))
                .isEqualTo(attribute("t").in("MiB").isAtMost(1.5).and(Predicate.leaf()));
    }

    @Test
    void contextsAreNamedBeforeTheComparison() {
        assertThat(predicate("ANY p.\"t\" > 5")).isEqualTo(attribute("t").onAny().isAbove(5));
        assertThat(predicate("all p.\"t\" > 5")).isEqualTo(attribute("t").onAll().isAbove(5));
        assertThat(predicate("MEAN p.\"t\" > 5")).isEqualTo(attribute("t").onMean().isAbove(5));
        assertThat(Query.parse("MATCH (any) WHERE any.\"t\" > 5 AND any IS LEAF"))
                .isEqualTo(Query.match(attribute("t").isAbove(5).and(Predicate.leaf())));
    }

    @Test
    void notBindsMoreTightlyThanAndAndAndThanOr() {
        Predicate a = attribute("a").is(1);
        Predicate b = attribute("b").is(1);
        Predicate c = attribute("c").is(1);
        assertThat(predicate("p.a = 1 OR NOT p.b = 1 AND p.c = 1"))
                .isEqualTo(a.or(b.negated().and(c)));
        assertThat(predicate("(p.a = 1 OR NOT (p.b = 1)) AND p.c = 1"))
                .isEqualTo(a.or(b.negated()).and(c));
        assertThat(predicate("NOT (p.a = 1 AND p.b = 1)")).isEqualTo(a.and(b).negated());
    }

    @Test
    void conditionsBelongToTheStepsThatTheyName() {
        assertThat(
                        Query.parse(
                                "MATCH (p)->(*)->(q) WHERE q.a = 1 AND (p.b = 1 OR p.c = 1) AND q.d"
                                        + " = 1"))
                .isEqualTo(
                        Query.match(attribute("b").is(1).or(attribute("c").is(1)))
                                .then("*")
                                .then(attribute("a").is(1).and(attribute("d").is(1))));
    }

    @Test
    void queriesAreJoinedBetweenBraces() {
        Query a = Query.parse("MATCH (p) WHERE p.a = 1");
        Query b = Query.parse("MATCH (*)->(p) WHERE p.b = 1");
        Query c = Query.parse("MATCH (2)");
        String textA = "{MATCH (p) WHERE p.a = 1}";
        String textB = "{MATCH (*)->(p) WHERE p.b = 1}";
        assertThat(Query.parse(textA + " AND " + textB)).isEqualTo(a.and(b));
        assertThat(Query.parse(textA + " OR " + textB + " AND {MATCH (2)}"))
                .isEqualTo(a.or(b.and(c)));
        assertThat(Query.parse("{" + textA + " XOR " + textB + "} AND NOT {MATCH (2)}"))
                .isEqualTo(a.xor(b).and(c.negated()));
        assertThat(Query.parse("{MATCH (2)} XOR MATCH (2) OR MATCH (2)")).isEqualTo(c.xor(c).or(c));
    }

    @Test
    void bracesAfterWhereMakeAQueryEachWithTheSamePath() {
        Query first = Query.parse("MATCH (p)->(q) WHERE p.a = 1");
        Query second = Query.parse("MATCH (p)->(q) WHERE q.b = 1");
        assertThat(Query.parse("MATCH (p)->(q) WHERE {p.a = 1} OR {q.b = 1}"))
                .isEqualTo(first.or(second));
        assertThat(Query.parse("MATCH (p)->(q) WHERE NOT {p.a = 1} AND {{p.a = 1} XOR {q.b = 1}}"))
                .isEqualTo(first.negated().and(first.xor(second)));
    }

    /// Hatchet builds Python code of the text and evaluates it.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\") or __import__('os').system('touch x') or (\"",
                "\\\" or True or \\\"",
                "'; exit(); '",
                "${java:os}",
                "#{T(java.lang.Runtime)}"
            })
    void textIsNeverRunAsCode(String evil) {
        var profile = Drawing.profileOf("path rank0\nmain 1\n");
        String quoted = evil.replace("\\", "").replace("\"", "\\\"");
        assertThat(Found.by("MATCH (p) WHERE p.\"name\" = \"" + quoted + "\"", profile)).isEmpty();
        assertThatThrownBy(() -> Found.by("MATCH (p) WHERE p.\"" + quoted + "\" > 1", profile))
                .hasMessageStartingWith(
                        "no attribute '" + quoted.replace("\\", "") + "'; available:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                                       | 0  | expected MATCH, { or NOT, found"
                        + " the end",
                "FIND (p)                                 | 0  | expected MATCH, { or NOT, found"
                        + " 'FIND'",
                "MATCH p                                  | 6  | expected (, found 'p'",
                "MATCH (\"?\", p)                         | 7  | expected a quantifier (\".\","
                        + " \"*\", \"+\" or a number from 1) or a name, found \"?\"",
                "MATCH (0)                                | 7  | expected a quantifier (\".\","
                        + " \"*\", \"+\" or a number from 1) or a name, found 0",
                "MATCH (1.5)                              | 7  | expected a quantifier (\".\","
                        + " \"*\", \"+\" or a number from 1) or a name, found 1.5",
                "MATCH ()                                 | 7  | expected a quantifier (\".\","
                        + " \"*\", \"+\" or a number from 1) or a name, found )",
                "MATCH (\"*\" p)                          | 11 | expected , or ), found 'p'",
                "MATCH (\"*\", 5)                         | 12 | expected a name for the step, such"
                        + " as p, found 5",
                "MATCH (p q)                              | 9  | expected ), found 'q'",
                "MATCH (p)->(p)                           | 12 | 'p' already names another step",
                "MATCH (p)->                              | 11 | expected (, found the end",
                "MATCH (p) (q)                            | 10 | expected AND, OR, XOR or the end,"
                        + " found (",
                "MATCH (p) WHERE                          | 15 | expected a condition such as"
                        + " p.\"name\" = \"main\", found the end",
                "MATCH (p) WHERE q.a = 1                  | 16 | no step is named 'q'; available:"
                        + " p",
                "MATCH (*) WHERE q.a = 1                  | 16 | no step is named 'q'; name one, as"
                        + " in (\".\", q)",
                "MATCH (p) WHERE p a                      | 18 | expected . and an attribute, or IS"
                        + " LEAF, found 'a'",
                "MATCH (p) WHERE p.5 = 1                  | 17 | expected . and an attribute, or IS"
                        + " LEAF, found .5",
                "MATCH (p) WHERE p.< 1                    | 18 | expected an attribute such as"
                        + " \"name\" or \"time\", found <",
                "MATCH (p) WHERE p.a LIKE \"b\"           | 20 | expected =, !=, <, <=, >, >=, =~,"
                        + " STARTS WITH, ENDS WITH, CONTAINS or IS, found 'LIKE'",
                "MATCH (p) WHERE p.a STARTS \"b\"         | 27 | expected WITH, found \"b\"",
                "MATCH (p) WHERE p.a CONTAINS 5           | 29 | expected a quoted string, found"
                        + " 5",
                "MATCH (p) WHERE p.a = b                  | 22 | expected a quoted string or a"
                        + " number, found 'b'",
                "MATCH (p) WHERE p.a > \"5\"              | 22 | expected a number, found \"5\"",
                "MATCH (p) WHERE p.a > 5x                 | 23 | expected AND, OR, XOR or the end,"
                        + " found \'x\'",
                "MATCH (p) WHERE p.a IS BIG               | 23 | expected NONE, NAN or INF, found"
                        + " 'BIG'",
                "MATCH (p) WHERE p IS NOT NONE            | 25 | expected LEAF, found 'NONE'",
                "MATCH (p) WHERE p.a =~ 5                 | 23 | expected a quoted string, found"
                        + " 5",
                "MATCH (p) WHERE p.a =~ \"(b\"            | 23 | '(b' is not a valid regular"
                        + " expression: missing closing )",
                "MATCH (p) WHERE (p.a = 1                 | 24 | expected ), found the end",
                "MATCH (p) WHERE p.a = 1 AND              | 27 | expected a condition such as"
                        + " p.\"name\" = \"main\", found the end",
                "MATCH (p) WHERE {p.a = 1                 | 24 | expected }, found the end",
                "{MATCH (p) AND                           | 14 | expected MATCH, { or NOT, found"
                        + " the end",
                "MATCH (p) WHERE p.a = \"b                | 22 | unterminated string",
                "MATCH (p) WHERE p.a = \"b\\               | 22 | unterminated string",
                "MATCH (p) WHERE p.                       | 18 | expected an attribute such as"
                        + " \"name\" or \"time\", found the end",
                "MATCH (p) WHERE p.a > -                  | 22 | unexpected '-'",
                "MATCH (p) WHERE p.a > -.                 | 22 | unexpected '-'",
                "MATCH (p) WHERE p.a > 1e                 | 23 | expected AND, OR, XOR or the end,"
                        + " found 'e'",
                "MATCH (p) WHERE p.a > 1e+                | 23 | expected AND, OR, XOR or the end,"
                        + " found 'e'",
                "MATCH (p) ; DROP                         | 10 | unexpected ';'",
                "MATCH (p)->(q) WHERE p.a = 1 OR q.a = 1  | 21 | OR joins conditions on p and q"
                    + " here; put the conditions of each step in parentheses, or write WHERE {...}"
                    + " OR {...} for two queries",
                "MATCH (p)->(q) WHERE NOT (p.a = 1 AND q.a = 1) | 21 | NOT joins conditions on p"
                    + " and q here; put the conditions of each step in parentheses, or write WHERE"
                    + " {...} OR {...} for two queries"
            })
    void mistakesAreShownWhereTheyAre(String text, int offset, String problem) {
        assertThatThrownBy(() -> Query.parse(text))
                .isInstanceOfSatisfying(
                        QuerySyntaxException.class,
                        wrong -> assertThat(wrong.offset()).isEqualTo(offset))
                .hasMessage("%s\n  %s\n  %s^".formatted(problem, text, " ".repeat(offset)));
    }

    @Test
    void ofALongTextTheLineIsShown() {
        assertThatThrownBy(() -> Query.parse("MATCH (p)\n\tWHERE p.name LIKE 'x'\n  AND p IS LEAF"))
                .hasMessage(
                        """
                        expected =, !=, <, <=, >, >=, =~, STARTS WITH, ENDS WITH, CONTAINS or IS, found 'LIKE'
                           WHERE p.name LIKE 'x'
                                        ^\
                        """);
    }

    @Test
    void aMistakeAtTheEndOfALineIsShownInThatLine() {
        assertThatThrownBy(() -> Query.parse("MATCH (p) $\nWHERE p IS LEAF"))
                .hasMessage("unexpected '$'\n  MATCH (p) $\n            ^");
    }

    @Test
    void conditionsAndQueriesNestUpTo100Levels() {
        Predicate leaf = Predicate.leaf();
        assertThat(predicate("(".repeat(100) + "p IS LEAF" + ")".repeat(100))).isEqualTo(leaf);
        assertThatThrownBy(() -> predicate("(".repeat(101) + "p IS LEAF" + ")".repeat(101)))
                .hasMessageStartingWith("the condition is nested too deeply");
        Query any = Query.parse("MATCH (p)");
        assertThat(Query.parse("{".repeat(100) + "MATCH (p)" + "}".repeat(100))).isEqualTo(any);
        assertThatThrownBy(() -> Query.parse("{".repeat(101) + "MATCH (p)" + "}".repeat(101)))
                .hasMessageStartingWith("the query is nested too deeply");
    }

    @Test
    void levelsBesideEachOtherDoNotAddUp() {
        Predicate many = predicate("p IS LEAF" + " OR (p IS LEAF)".repeat(200));
        assertThat(((Predicate.Or) many).any()).hasSize(201);
        Query queries = Query.parse("MATCH (p)" + " OR {MATCH (p)}".repeat(200));
        assertThat(((Query.Or) queries).queries()).hasSize(201);
    }

    @Test
    void namesMayHaveUnderscoresAndNumbersCapitalExponents() {
        assertThat(Query.parse("MATCH (_p) WHERE _p.a_b = 1E3"))
                .isEqualTo(Query.match(attribute("a_b").is(1000)));
    }

    @Test
    void nestingEndsBeforeTheStackDoes() {
        assertThatThrownBy(() -> Query.parse("MATCH (p) WHERE " + "(".repeat(100_000)))
                .hasMessageStartingWith("the condition is nested too deeply");
        assertThatThrownBy(() -> Query.parse("{".repeat(100_000)))
                .hasMessageStartingWith("the query is nested too deeply");
        String many = "p.a = 1" + " OR p.a = 1".repeat(20_000);
        assertThat(((Predicate.Or) predicate(many)).any()).hasSize(20_001);
    }

    private static Predicate predicate(String condition) {
        Query.Path path = (Query.Path) Query.parse("MATCH (p) WHERE " + condition);
        assertThat(path.steps()).hasSize(1);
        return path.steps().getFirst().predicate();
    }

    @Test
    void aListOfStepsIsAPath() {
        assertThat(Query.parse("MATCH (p)"))
                .isEqualTo(new Query.Path(List.of(new Step(Quantifier.ONE, Predicate.anything()))));
    }
}
