package treeline.plot.draw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class PathLabelsTest {
    private static final TextStyle INK = new TextStyle(12, false, TextStyle.Anchor.START, "");

    @Test
    void aLabelIsTheFunctionName() {
        assertThat(PathLabels.of(List.of("main", "main/lulesh.cycle/CalcVolumeForceForElems")))
                .containsExactly("main", "CalcVolumeForceForElems");
    }

    @Test
    void callersAreAddedUntilLabelsDiffer() {
        assertThat(PathLabels.of(List.of("main/a/x/send", "main/b/x/send", "main/recv", "send")))
                .containsExactly("a/x/send", "b/x/send", "recv", "send");
    }

    @Test
    void equalPathsHaveEqualLabels() {
        assertThat(PathLabels.of(List.of("main/a", "main/a"))).containsExactly("a", "a");
    }

    @Test
    void groupsOfRunsFollowTheFunctionName() {
        assertThat(PathLabels.of(List.of("main/a, cc = /bin/gcc", "main/a, cc = /bin/clang")))
                .containsExactly("a, cc = /bin/gcc", "a, cc = /bin/clang");
    }

    @Test
    void aSlashWithinBracketsIsPartOfAName() {
        assertThat(PathLabels.of(List.of("main/<file> [/lib/libc.so]", "main/operator/")))
                .containsExactly("<file> [/lib/libc.so]", "operator/");
    }

    @Test
    void labelsThatAreTooWideLoseTheKeyOfTheGroup() {
        List<String> paths = List.of("main/solve, compiler = gcc", "main/solve, compiler = clang");
        assertThat(PathLabels.of(paths, 90, INK)).containsExactly("solve, gcc", "solve, clang");
    }

    @Test
    void labelsThatAreTooWideLoseWholeCallers() {
        String long1 = "first/middle_of_the_path/solve";
        String long2 = "second/middle_of_the_path/solve";
        assertThat(PathLabels.of(List.of(long1, long2), 120, INK))
                .containsExactly("first/…/solve", "second/…/solve");
    }
}
