package treeline.query;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.query.Attribute.attribute;

import org.junit.jupiter.api.Test;

import treeline.model.CallTree;
import treeline.model.Profile;
import treeline.testkit.RandomProfiles;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/// What holds for every query and profile.
class QueryLawsTest {
    private static final int ROUNDS = 300;

    @Test
    void pathsFindWhatTheirDefinitionSays() {
        int found = 0;
        for (int seed = 0; seed < ROUNDS; seed++) {
            Profile profile = RandomProfiles.of(seed);
            Query.Path path = path(new Random(seed));
            NodeSet expected = definition(path, profile);
            assertThat(path.on(profile)).as("seed %d: %s", seed, path).isEqualTo(expected);
            found += expected.size();
        }
        assertThat(found).isGreaterThan(ROUNDS);
    }

    @Test
    void longPathsFindWhatTheirDefinitionSays() {
        Random random = new Random(7);
        var builder = new treeline.model.ProfileBuilder();
        int node = treeline.model.ProfileBuilder.ROOT;
        for (int i = 0; i < 24; i++)
            node = builder.child(node, treeline.model.Frame.region(i % 7 == 0 ? "b" : "a"));
        Profile chain = builder.build();
        for (int round = 0; round < 15; round++) {
            Query.Path path = Query.match("*", predicate(random));
            int steps = 60 + random.nextInt(80);
            for (int i = 0; i < steps; i++)
                path =
                        random.nextInt(8) > 0
                                ? path.then("*", predicate(random))
                                : path.then(random.nextInt(4) == 0 ? "+" : ".");
            assertThat(path.on(chain)).isEqualTo(definition(path, chain));
        }
    }

    @Test
    void queriesFollowTheLawsOfSets() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            var random = new Random(seed);
            Profile profile = RandomProfiles.of(seed);
            Query a = path(random);
            Query b = path(random);
            Query c = path(random);
            NodeSet all = NodeSet.all(profile.tree());
            same(profile, a.and(b), b.and(a));
            same(profile, a.or(b), b.or(a));
            same(profile, a.and(a), a);
            same(profile, a.negated().negated(), a);
            same(profile, a.and(b).negated(), a.negated().or(b.negated()));
            same(profile, a.and(b.or(c)), a.and(b).or(a.and(c)));
            same(profile, a.xor(b), a.or(b).and(a.and(b).negated()));
            same(profile, a.xor(b).xor(b), a);
            same(profile, new Query.Xor(List.of(a, b, c)), a.xor(b.xor(c)));
            assertThat(a.or(a.negated()).on(profile)).isEqualTo(all);
            assertThat(a.and(a.negated()).on(profile).isEmpty()).isTrue();
            assertThat(a.and(b).on(profile)).isEqualTo(a.on(profile).and(b.on(profile)));
            assertThat(a.or(b).on(profile)).isEqualTo(a.on(profile).or(b.on(profile)));
            assertThat(a.xor(b).on(profile)).isEqualTo(a.on(profile).xor(b.on(profile)));
            assertThat(a.negated().on(profile)).isEqualTo(a.on(profile).negated());
        }
    }

    @Test
    void firstMatchesAreSomeOfAllMatches() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Profile profile = RandomProfiles.of(seed);
            Query.Path path = path(new Random(seed));
            NodeSet first = path.on(profile, ContextQuantifier.MEAN, Matching.FIRST);
            assertThat(first.and(path.on(profile))).isEqualTo(first);
        }
    }

    private static void same(Profile profile, Query left, Query right) {
        assertThat(left.on(profile)).isEqualTo(right.on(profile));
    }

    private static Query.Path path(Random random) {
        Query.Path path = Query.match(quantifier(random), predicate(random));
        int more = random.nextInt(4);
        for (int i = 0; i < more; i++) path = path.then(quantifier(random), predicate(random));
        return path;
    }

    private static Quantifier quantifier(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> Quantifier.SOME;
            case 1 -> Quantifier.ONE;
            case 2 -> Quantifier.times(2);
            default -> Quantifier.ANY;
        };
    }

    private static Predicate predicate(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> attribute("name").matches("[a-m].*");
            case 1 -> attribute("depth").isAtMost(2);
            case 2 -> Predicate.leaf().negated();
            case 3 -> attribute("name").contains("b");
            default -> Predicate.anything();
        };
    }

    /// Every path from a node down to a descendant is tried against the steps, written out as a
    /// table of which steps may be done after which node.
    private static NodeSet definition(Query.Path path, Profile profile) {
        CallTree tree = profile.tree();
        List<BitSet> nodesOf =
                path.steps().stream()
                        .map(step -> Query.match(step.predicate()).on(profile).toBitSet())
                        .toList();
        var found = new BitSet();
        for (int end = 0; end < tree.size(); end++) {
            List<Integer> nodes = new ArrayList<>();
            for (int start = end; start != CallTree.NO_PARENT; start = tree.parent(start)) {
                nodes.addFirst(start);
                if (matches(path.steps(), nodesOf, nodes)) nodes.forEach(found::set);
            }
        }
        return NodeSet.of(found, tree.size());
    }

    private static boolean matches(List<Step> steps, List<BitSet> nodesOf, List<Integer> nodes) {
        var done = new BitSet();
        done.set(0); // after 0 nodes of the path
        for (int i = 0; i < steps.size(); i++) {
            var next = new BitSet();
            for (int from = done.nextSetBit(0); from >= 0; from = done.nextSetBit(from + 1)) {
                int most =
                        switch (steps.get(i).quantifier()) {
                            case Quantifier.Times(int n) -> n;
                            case Quantifier.Any _, Quantifier.Some _ -> Integer.MAX_VALUE;
                        };
                int least =
                        switch (steps.get(i).quantifier()) {
                            case Quantifier.Times(int n) -> n;
                            case Quantifier.Any _ -> 0;
                            case Quantifier.Some _ -> 1;
                        };
                for (int count = 0; count <= most && from + count <= nodes.size(); count++) {
                    if (count >= least) next.set(from + count);
                    if (from + count == nodes.size()) break;
                    if (!nodesOf.get(i).get(nodes.get(from + count))) break;
                }
            }
            done = next;
        }
        return done.get(nodes.size());
    }
}
