package treeline.transform;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;
import treeline.testkit.ProfileDifference;

import java.util.regex.Pattern;

class OnlyNodesTest {
    @Test
    void exclusiveValuesAreComputedWhereOnlyInclusiveOnesAreStored() {
        Profile run =
                profileOf(
                        """
                        metric time s inclusive
                        path       rank0
                        main          10
                        main/wait      7
                        main/wait/f    2
                        """);
        Profile waits =
                OnlyNodes.of(
                        run,
                        NodePredicates.named(
                                run.tree(), Pattern.compile("wait").asMatchPredicate()));
        assertThat(
                        ProfileDifference.between(
                                profileOf(
                                        """
                                        path       rank0
                                        main           -
                                        main/wait      5
                                        """),
                                waits))
                .isEmpty();
    }

    @Test
    void callersStayWithoutValuesOfTheirOwn() {
        Profile run =
                profileOf(
                        """
                        path             tag   rank0  rank1
                        main             -        10     10
                        main/solve       COMP      7      6
                        main/solve/send  COMM    1+2      -
                        main/io          IO        2      2

                        metric rss B point
                        path             rank0
                        main             5
                        main/solve/send  7
                        """);
        Profile sends =
                OnlyNodes.of(
                        run,
                        NodePredicates.named(
                                run.tree(), Pattern.compile("send").asMatchPredicate()));
        assertThat(
                        ProfileDifference.between(
                                profileOf(
                                        """
                                        path             tag   rank0  rank1
                                        main             -         -      -
                                        main/solve       COMP      -      -
                                        main/solve/send  COMM    1+2      -

                                        metric rss B point
                                        path             rank0
                                        main/solve/send  7
                                        """),
                                sends))
                .isEmpty();
    }
}
