package treeline.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.ImmutableInts;
import treeline.model.Outline;
import treeline.model.ProfileBuilder;

import java.util.List;

class ContextArraysTest {
    @Test
    void hostsAreNumberedInTheOrderInWhichTheyCome() {
        Outline outline =
                new ProfileBuilder()
                        .build()
                        .outline()
                        .withContexts(
                                List.of(
                                        new Context("node7", 0, 1, -1, 2),
                                        new Context("node3", 1, 0, -1, 2),
                                        new Context("", 2, -1, 5, -1),
                                        new Context("node7", 3, 0, -1, 0)));
        ContextArrays arrays = ContextArrays.of(outline);
        assertThat(arrays.hosts()).containsExactly("node7", "node3");
        assertThat(arrays.host().toArray()).containsExactly(0, 1, -1, 0);
        assertThat(arrays.rank().toArray()).containsExactly(0, 1, 2, 3);
        assertThat(arrays.thread().toArray()).containsExactly(1, 0, -1, 0);
        assertThat(arrays.stream().toArray()).containsExactly(-1, -1, 5, -1);
        assertThat(arrays.repetition().toArray()).containsExactly(2, 2, -1, 0);
    }

    @Test
    void partsThatDoNotApplyAreNotCounted() {
        assertThat(ContextArrays.distinct(ImmutableInts.owning(3, 0, -1, 3, -1, 0, 7)))
                .isEqualTo(3);
        assertThat(ContextArrays.distinct(ImmutableInts.owning(-1, -1))).isZero();
        assertThat(ContextArrays.distinct(ImmutableInts.owning())).isZero();
    }
}
