package treeline.transform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Scopes;
import treeline.model.Unit;
import treeline.testkit.ProfileDifference;

import java.util.BitSet;
import java.util.Random;

/// What holds for every profile, whatever its shape.
class NodeMappingLawsTest {
    private static void assertSame(Profile expected, Profile found) {
        assertThat(ProfileDifference.between(expected, found)).isEmpty();
    }

    /// The definition, spelled out cell by cell.
    @Test
    void keepingAndHidingKeepTheTotalsOfRandomProfiles() {
        var random = new Random(6);
        for (int round = 0; round < 200; round++) {
            Profile profile = RandomProfile.exclusive(random, 1 + random.nextInt(60), 5);
            var chosen = new BitSet();
            for (int node = 0; node < profile.tree().size(); node++)
                if (random.nextBoolean()) chosen.set(node);
            Profile kept = NodeMapping.keeping(profile.tree(), chosen::get).of(profile);
            Profile quiet = NodeMapping.hiding(profile.tree(), chosen::get).of(profile);
            for (int rank = 0; rank < 5; rank++) {
                assertThat(total(kept, rank, _ -> true))
                        .isEqualTo(total(profile, rank, chosen::get));
                assertThat(total(quiet, rank, _ -> true))
                        .isEqualTo(total(profile, rank, _ -> true));
            }
        }
    }

    @Test
    void foldingThatChangesNothingGivesTheSameProfile() {
        for (int seed = 0; seed < 100; seed++) {
            Profile random = treeline.testkit.RandomProfiles.of(seed);
            Profile merged = NodeMapping.mergingSiblings(random.tree()).of(random);
            assertSame(merged, NodeMapping.keeping(merged.tree(), _ -> true).of(merged));
            assertSame(merged, NodeMapping.hiding(merged.tree(), _ -> false).of(merged));
        }
    }

    @Test
    void aPathDeeperThanAThreadsStackFolds() {
        int depth = 200_000;
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        int node = ProfileBuilder.ROOT;
        for (int i = 0; i < depth; i++) {
            node = builder.child(node, Frame.function(i % 2 == 0 ? "even" : "odd"));
            builder.add(time, whole, node, 1);
        }
        Profile deep = builder.build();
        Profile even =
                NodeMapping.keeping(deep.tree(), at -> deep.tree().name(at).equals("even"))
                        .of(deep);
        assertThat(even.tree().size()).isEqualTo(depth / 2);
        assertThat(Scopes.inclusive(even.tree(), even.column("time")).at(0, 0))
                .isEqualTo(depth / 2.0);
    }

    private static double total(Profile profile, int rank, java.util.function.IntPredicate of) {
        double total = 0;
        for (int node = 0; node < profile.tree().size(); node++) {
            double value = profile.column("time").at(rank, node);
            if (of.test(node) && !Double.isNaN(value)) total += value;
        }
        return total;
    }
}
