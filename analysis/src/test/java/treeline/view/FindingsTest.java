package treeline.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.ledger.Accounts;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.single.Drift;
import treeline.transform.Reduction;

class FindingsTest {
    private static Findings findings(Profile profile) {
        return Findings.of(
                profile,
                profile.metrics().getFirst(),
                Reduction.MEAN,
                Accounts.of(profile.outline()));
    }

    /// The run takes 30 seconds; rank 1 has two threads. What `main/log` loses is 0.25 seconds,
    /// less than a hundredth of the run.
    @Test
    void unevenWorkComesBeforeTheWaitsThatFollowIt() {
        Profile profile =
                profileOf(
                        """
                        path              rank0  rank1thread0  rank1thread1
                        main                  0             0             0
                        main/log              0           0.5             0
                        main/MPI_Barrier     20             0             0
                        main/solve           10            20            10
                        """);
        Findings found = findings(profile);
        assertThat(found.total()).isEqualTo(30.25);
        assertThat(found.imbalances())
                .extracting(Findings.Imbalance::node)
                .containsExactly(
                        profile.tree().at("main/solve"), profile.tree().at("main/MPI_Barrier"));
        assertThat(found.imbalances())
                .extracting(Findings.Imbalance::waiting)
                .containsExactly(false, true);
        assertThat(found.imbalances().getFirst().spread().lost()).isEqualTo(10);
        assertThat(found.imbalances().getFirst().slowest().toArray()).containsExactly(1, 2);
        assertThat(found.imbalances().getLast().slowest().toArray()).containsExactly(0);
    }

    @Test
    void theRankThatWorksLongestIsSlow() {
        Findings found =
                findings(
                        profileOf(
                                """
                                path              rank0thread0  rank0thread1  rank1
                                main                         0             0      0
                                main/MPI_Barrier             0             0     20
                                main/solve                  15            15     10
                                """));
        assertThat(found.slowRanks()).hasSize(1);
        Findings.SlowRank slow = found.slowRanks().getFirst();
        assertThat(slow.slow().excess()).as("15 s against a mean of 12.5 s").isEqualTo(2.5);
        assertThat(slow.worker()).isEqualTo("rank 0 thread 0");
        assertThat(slow.contexts().toArray()).containsExactly(0, 1);
    }

    /// Every eighth of 64 ranks takes twice as long in `solve`; `main` takes 12 seconds in the
    /// mean.
    @Test
    void aPatternOverRanksNamesItsNodeAndItsContexts() {
        var ranks = new StringBuilder("path");
        var solve = new StringBuilder("main/solve");
        var log = new StringBuilder("main/log");
        for (int rank = 0; rank < 64; rank++) {
            ranks.append(" rank").append(rank);
            solve.append(rank % 8 == 3 ? " 20" : " 10");
            log.append(rank % 8 == 3 ? " 0.02" : " 0.01");
        }
        Profile profile = profileOf("%s\n%s\n%s\n".formatted(ranks, solve, log));
        assertThat(findings(profile).patterns())
                .singleElement()
                .satisfies(
                        pattern -> {
                            assertThat(pattern.node()).isEqualTo(profile.tree().at("main/solve"));
                            assertThat(pattern.period().every()).isEqualTo(8);
                            assertThat(pattern.period().offset()).isEqualTo(3);
                            assertThat(pattern.period().ratio()).isEqualTo(2);
                            assertThat(pattern.excess()).isEqualTo(8.75);
                            assertThat(pattern.contexts().toArray())
                                    .containsExactly(3, 11, 19, 27, 35, 43, 51, 59);
                        });
    }

    /// Rank 1 works half as long again, but ranks wait for nearly all of the run.
    @Test
    void aSlowRankThatCostsLittleOfTheRunIsNotNamed() {
        Findings found =
                findings(
                        profileOf(
                                """
                                path          rank0  rank1
                                main              0      0
                                main/MPI_Wait    99     99
                                main/solve        1    1.5
                                """));
        assertThat(found.slowRanks()).isEmpty();
        assertThat(found.imbalances()).isEmpty();
    }

    @Test
    void threadsOfOneRankAreComparedButNoneIsASlowRank() {
        Findings found =
                findings(
                        profileOf(
                                """
                                path  rank0thread0  rank0thread1
                                main            10            30
                                """));
        assertThat(found.places().by()).isEqualTo(Locations.By.THREAD);
        assertThat(found.elapsed()).isEqualTo(30);
        assertThat(found.imbalances()).hasSize(1);
        assertThat(found.imbalances().getFirst().slowest().toArray()).containsExactly(1);
        assertThat(found.slowRanks()).isEmpty();
    }

    @Test
    void aSingleContextIsComparedWithNothing() {
        Findings found = findings(profileOf("path whole\nmain 10\nmain/solve 5\n"));
        assertThat(found.imbalances()).isEmpty();
        assertThat(found.slowRanks()).isEmpty();
        assertThat(found.elapsed()).isNaN();
    }

    /// By how much, faster or slower: `main/b` halves, `main/f` does not drift. With seven loops a
    /// p-value of 2 in 8! is 0.0003.
    @Test
    void theLargestDriftsComeFirstAndFiveAreNamed() {
        Profile profile =
                profileOf(
                        """
                        path                            whole
                        main                                0
                        main/a     10+11+12+13+14+15+16+17
                        main/b     24+22+20+18+16+14+12+10
                        main/c     10+14+18+22+26+30+34+38
                        main/d     40+41+42+43+44+45+46+47
                        main/e     10+20+30+40+50+60+70+80
                        main/f     10+10+10+10+10+10+10+10
                        main/g     20+21+22+23+24+25+26+27
                        """);
        Findings found = findings(profile);
        assertThat(found.drifts())
                .extracting(loop -> profile.tree().name(loop.node()))
                .containsExactly("e", "c", "b", "a", "g");
        assertThat(found.drifts())
                .element(2)
                .extracting(Drift.Loop::drift)
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.DOUBLE)
                .isCloseTo(-14 / 17.0, within(1e-12));
    }
}
