package treeline.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.query.Attribute.attribute;
import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;

import java.util.List;

class QueryTest {
    private final Profile solver =
            profileOf(
                    """
                    path                         rank0
                    main                             1
                    main/setup                       2
                    main/setup/MPI_Bcast             3
                    main/solve                       4
                    main/solve/solve                 5
                    main/solve/solve/MPI_Wait        6
                    main/solve/exchange              7
                    main/solve/exchange/MPI_Wait     8
                    """);

    private static final Predicate MPI = attribute("name").startsWith("MPI_");
    private static final Predicate SOLVE = attribute("name").is("solve");

    private List<String> found(Query query) {
        return Found.by(query, solver);
    }

    @Test
    void aStepFindsEveryNodeThatFulfilsIt() {
        assertThat(found(Query.match(SOLVE))).containsExactly("main/solve", "main/solve/solve");
    }

    @Test
    void aPathFindsAllNodesOnIt() {
        assertThat(found(Query.match(attribute("name").is("setup")).then(MPI)))
                .containsExactly("main/setup", "main/setup/MPI_Bcast");
        assertThat(found(Query.match(MPI).then(MPI))).isEmpty();
    }

    @Test
    void aStarBeforeAStepFindsItsCallers() {
        assertThat(found(Query.match("*").then(attribute("name").is("MPI_Bcast"))))
                .containsExactly("main", "main/setup", "main/setup/MPI_Bcast");
    }

    @Test
    void aStarAfterAStepFindsItsSubtree() {
        assertThat(found(Query.match(attribute("name").is("exchange")).then("*")))
                .containsExactly("main/solve/exchange", "main/solve/exchange/MPI_Wait");
    }

    @Test
    void aStarMayStandForNoNodeAndAPlusMayNot() {
        Predicate main = attribute("name").is("main");
        assertThat(found(Query.match(main).then("*").then(SOLVE)))
                .containsExactly("main", "main/solve", "main/solve/solve");
        assertThat(found(Query.match(SOLVE).then("+").then(MPI)))
                .containsExactly(
                        "main/solve",
                        "main/solve/solve",
                        "main/solve/solve/MPI_Wait",
                        "main/solve/exchange",
                        "main/solve/exchange/MPI_Wait");
        assertThat(found(Query.match(attribute("name").is("exchange")).then("+").then(MPI)))
                .isEmpty();
    }

    @Test
    void aStarWithAConditionStopsWhereItDoesNotHold() {
        Query below = Query.match(attribute("name").is("main")).then("*", MPI.negated());
        assertThat(found(below))
                .containsExactly(
                        "main",
                        "main/setup",
                        "main/solve",
                        "main/solve/solve",
                        "main/solve/exchange");
    }

    @Test
    void aNumberStandsForSoManyNodes() {
        Query two = Query.match(Quantifier.times(2), SOLVE);
        assertThat(found(two)).containsExactly("main/solve", "main/solve/solve");
        assertThat(found(Query.match(Quantifier.times(3), SOLVE))).isEmpty();
        assertThat(found(Query.match(Quantifier.times(4), Predicate.anything()).then("*")))
                .hasSize(6);
    }

    /// Hatchet's `*` ends at the first node that fulfils the next step. Here the inner solve is a
    /// second path, so it is found too.
    @Test
    void aStarFindsEveryPathAndNotOnlyTheFirst() {
        Query query = Query.match(attribute("depth").is(0)).then("*").then(SOLVE);
        assertThat(Found.paths(query.on(solver), solver))
                .containsExactly("main", "main/solve", "main/solve/solve");
        assertThat(Found.paths(query.on(solver, ContextQuantifier.MEAN, Matching.FIRST), solver))
                .containsExactly("main", "main/solve");
    }

    @Test
    void firstMatchesOfPlusTakeOneNodeUnseen() {
        Query query = Query.match(attribute("depth").is(0)).then("+").then(SOLVE);
        assertThat(Found.paths(query.on(solver, ContextQuantifier.MEAN, Matching.FIRST), solver))
                .containsExactly("main", "main/solve", "main/solve/solve");
        Query leading = Query.match("+").then(SOLVE);
        assertThat(Found.paths(leading.on(solver, ContextQuantifier.MEAN, Matching.FIRST), solver))
                .containsExactly("main", "main/solve", "main/solve/solve");
    }

    /// The star may start at a solve, but not run over one: main would need that.
    @Test
    void firstMatchesOfALeadingStarMayStartAtWhatTheNextStepIs() {
        Query.Path leading = Query.match("*").then(SOLVE).then(MPI);
        assertThat(Found.paths(leading.on(solver, ContextQuantifier.MEAN, Matching.FIRST), solver))
                .containsExactly("main/solve", "main/solve/solve", "main/solve/solve/MPI_Wait");
    }

    @Test
    void firstMatchesOfPlusAndStarStopAtTheFirstNodeOfTheNextStep() {
        Profile run =
                profileOf(
                        """
                        path                            rank0
                        main/setup/mesh/solve/MPI_Wait      1
                        main/io/solve/solve/MPI_Wait        2
                        """);
        Query.Path plus = Query.match(attribute("depth").is(0)).then("+").then(SOLVE).then(MPI);
        assertThat(Found.paths(plus.on(run, ContextQuantifier.MEAN, Matching.FIRST), run))
                .containsExactly(
                        "main",
                        "main/setup",
                        "main/setup/mesh",
                        "main/setup/mesh/solve",
                        "main/setup/mesh/solve/MPI_Wait");
        assertThat(plus.on(run).size()).isEqualTo(9);
    }

    @Test
    void firstMatchesStopAlsoAtANodeOfTheFirstStep() {
        Profile run = profileOf("path rank0\nsolve/solve/solve/MPI_Wait 1\n");
        Query.Path between = Query.match(SOLVE).then("*").then(SOLVE).then(MPI);
        assertThat(Found.paths(between.on(run, ContextQuantifier.MEAN, Matching.FIRST), run))
                .containsExactly("solve/solve", "solve/solve/solve", "solve/solve/solve/MPI_Wait");
        assertThat(between.on(run).size()).isEqualTo(4);
    }

    @Test
    void queriesAreJoinedAsSets() {
        Query solve = Query.match(SOLVE);
        Query waits = Query.match("*").then(attribute("name").is("MPI_Wait"));
        assertThat(found(solve.and(waits))).containsExactly("main/solve", "main/solve/solve");
        assertThat(found(solve.or(waits))).hasSize(6);
        assertThat(found(solve.xor(waits))).hasSize(4).doesNotContain("main/solve");
        assertThat(found(waits.negated())).containsExactly("main/setup", "main/setup/MPI_Bcast");
    }

    @Test
    void leavesDepthsAndNodesAreAskedForByPlace() {
        assertThat(found(Query.match(Predicate.leaf()))).hasSize(3);
        assertThat(found(Query.match(attribute("leaf").is(0)))).hasSize(5);
        assertThat(found(Query.match(attribute("depth").isAbove(2))))
                .containsExactly("main/solve/solve/MPI_Wait", "main/solve/exchange/MPI_Wait");
        assertThat(found(Query.match(attribute("node_id").isBelow(2))))
                .containsExactly("main", "main/setup");
    }

    @Test
    void textsAreComparedInFiveWays() {
        assertThat(found(Query.match(attribute("name").endsWith("it"))))
                .containsExactly("main/solve/solve/MPI_Wait", "main/solve/exchange/MPI_Wait");
        assertThat(found(Query.match(attribute("name").contains("ol"))))
                .containsExactly("main/solve", "main/solve/solve");
        assertThat(found(Query.match(attribute("name").matches("s.*")))).hasSize(3);
        assertThat(found(Query.match(attribute("name").matches("s")))).isEmpty();
    }

    @Test
    void predicatesAreJoined() {
        Predicate heavy = attribute("time").isAtLeast(6);
        assertThat(found(Query.match(MPI.and(heavy)))).hasSize(2);
        assertThat(found(Query.match(MPI.or(heavy)))).hasSize(4);
        assertThat(found(Query.match(MPI.and(heavy.negated()))))
                .containsExactly("main/setup/MPI_Bcast");
    }

    @Test
    void aTestInJavaAsksWhatAttributesDoNotTell() {
        Predicate onlyChild =
                Predicate.custom(
                        (profile, node) -> {
                            int parent = profile.tree().parent(node);
                            return parent >= 0 && profile.tree().children(parent).length == 1;
                        });
        assertThat(found(Query.match(onlyChild))).hasSize(3);
    }

    @Test
    void framesTellFileLineModuleAndKind() {
        var builder = new treeline.model.ProfileBuilder();
        int main = builder.child(-1, treeline.model.Frame.function("main"));
        builder.child(
                main,
                new treeline.model.Frame(
                        treeline.model.Frame.Kind.LOOP, "loop", "src/heat.c", 12, "libheat.so"));
        Profile profile = builder.build();
        for (Predicate loop :
                List.of(
                        attribute("file").endsWith("heat.c"),
                        attribute("line").is(12),
                        attribute("line").isAbove(0),
                        attribute("line").isNone().negated(),
                        attribute("module").is("libheat.so"),
                        attribute("kind").is("loop"),
                        attribute("type").is("loop"),
                        attribute("file").isNone().negated()))
            assertThat(Found.by(Query.match(loop), profile))
                    .as("%s", loop)
                    .containsExactly("main/loop");
        assertThat(Found.by(Query.match(attribute("line").isAtMost(0)), profile)).isEmpty();
        assertThat(Found.by(Query.match(attribute("name").isNan()), profile)).isEmpty();
        assertThat(Found.by(Query.match(attribute("depth").isInfinite()), profile)).isEmpty();
    }

    @Test
    void labelsAreTextsOfTheirName() {
        Profile tagged =
                profileOf(
                        """
                        path       tag   rank0
                        main       -         1
                        main/send  COMM      1
                        """);
        assertThat(Found.by(Query.match(attribute("tag").is("COMM")), tagged))
                .containsExactly("main/send");
        assertThat(Found.by(Query.match(attribute("label:tag").isNone()), tagged))
                .containsExactly("main");
        Profile two = profileOf("path phase tag rank0\nmain COMM - 1\nmain/send - COMM 1\n");
        assertThat(Found.by(Query.match(attribute("tag").is("COMM")), two))
                .containsExactly("main/send");
    }

    @Test
    void aNumberAtTheLimitIsAtMostAndAtLeastIt() {
        assertThat(found(Query.match(attribute("time").isAtMost(2))))
                .containsExactly("main", "main/setup");
        assertThat(found(Query.match(attribute("time").isBelow(2)))).containsExactly("main");
        assertThat(found(Query.match(attribute("time").isAtLeast(7)))).hasSize(2);
        assertThat(found(Query.match(attribute("time").isAbove(7)))).hasSize(1);
    }

    @Test
    void unknownAttributesAreToldWithThoseThatThereAre() {
        Profile two =
                profileOf(
                        """
                        metric time s exclusive
                        path  rank0
                        main      1

                        metric bytes B exclusive
                        path  rank0
                        main      1
                        """);
        assertThatThrownBy(() -> Found.by(Query.match(attribute("x").is(5)), two))
                .hasMessageEndingWith("node_id, leaf, time, bytes");
        assertThatThrownBy(() -> found(Query.match(attribute("tim").isAbove(5))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "no attribute 'tim'; available: name, file, line, module, kind, depth,"
                                + " node_id, leaf, time");
    }

    @Test
    void textsAndNumbersAreNotMixed() {
        assertThatThrownBy(() -> found(Query.match(attribute("name").isAbove(5))))
                .hasMessage("'name' is a string; compare it with a string, as in = \"main\"");
        Profile tagged = profileOf("path tag rank0\nmain a 1\n");
        assertThatThrownBy(() -> Found.by(Query.match(attribute("tag").isAbove(5)), tagged))
                .hasMessage("'tag' is a string; compare it with a string, as in = \"main\"");
        assertThatThrownBy(() -> found(Query.match(attribute("time").is("5"))))
                .hasMessage("'time' is a number; compare it with a number, as in > 5");
        assertThatThrownBy(() -> found(Query.match(attribute("depth").contains("5"))))
                .hasMessage("'depth' is a number; compare it with a number, as in > 5");
    }

    @Test
    void mistakesInTheMakingAreTold() {
        assertThatThrownBy(() -> Query.match("?"))
                .hasMessage("expected a quantifier (\".\", \"*\", \"+\" or a number), found \"?\"");
        assertThatThrownBy(() -> Quantifier.times(0))
                .hasMessage("a step matches at least one node, found 0");
        assertThatThrownBy(() -> new Query.Path(List.of())).hasMessage("a path has no steps");
        assertThatThrownBy(() -> new Query.And(List.of()))
                .hasMessage("there are no queries to join");
        assertThatThrownBy(() -> attribute("name").matches("(a"))
                .hasMessage("'(a' is not a valid regular expression: missing closing )");
        assertThatThrownBy(() -> found(Query.match(Quantifier.times(1024), Predicate.anything())))
                .hasMessage("a path matches at most 1023 consecutive nodes");
    }

    @Test
    void noRegularExpressionTakesLong() {
        Profile profile = profileOf("path rank0\n" + "a".repeat(60) + "! 1\n");
        Query slowElsewhere = Query.match(attribute("name").matches("(x?)(a|aa)+"));
        assertThat(Found.by(slowElsewhere, profile)).isEmpty();
    }

    @Test
    void whatLinearTimeRulesOutIsNamed() {
        assertThatThrownBy(() -> attribute("name").matches("(a|aa)+\\1"))
                .hasMessage(
                        "'(a|aa)+\\1' is not a valid regular expression: a back-reference is not"
                                + " supported");
    }
}
