package treeline.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Frame.Kind;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;

import java.util.List;

/// Path selectors on a tree as HPCToolkit makes them: entry, functions, loops, lines, instructions.
class PathDialectTest {
    private final Profile profile = profile();

    private static Profile profile() {
        var builder = new ProfileBuilder();
        builder.context(Context.WHOLE);
        int entry =
                builder.child(
                        ProfileBuilder.ROOT, new Frame(Kind.THREAD, "main thread", "", 0, ""));
        int main = builder.child(entry, Frame.function("main"));
        int loop = builder.child(main, new Frame(Kind.LOOP, "loop at a.c:25", "/src/a.c", 25, ""));
        int solve = builder.child(loop, Frame.function("solve(int, char)"));
        builder.child(solve, new Frame(Kind.LINE, "a.c:12", "/src/a.c", 12, ""));
        builder.child(solve, new Frame(Kind.INSTRUCTION, "app@0x4f", "", 0, "/bin/app"));
        int send = builder.child(solve, Frame.function("PMPI_Send [libmpi.so]"));
        builder.child(send, Frame.function("copy<int>"));
        builder.child(main, Frame.region("solve"));
        return builder.build();
    }

    private List<String> found(String selector) {
        return Query.parse(selector).on(profile).stream().mapToObj(profile.tree()::name).toList();
    }

    @Test
    void theLastSegmentIsFoundBelowTheOthersWithGaps() {
        assertThat(found("function(main).line")).containsExactly("a.c:12");
        assertThat(found("loop.function(solve)")).containsExactly("solve(int, char)");
        assertThat(found("function(solve).function(main)")).isEmpty();
        assertThat(found("function(main).*.function(copy)")).containsExactly("copy<int>");
        assertThat(found("function(main).function(main)")).isEmpty();
    }

    @Test
    void namesCompareAsPeopleWriteThem() {
        assertThat(found("function(solve)")).containsExactly("solve(int, char)", "solve");
        assertThat(found("function(solve(int, char))")).containsExactly("solve(int, char)");
        assertThat(found("function(MPI_Send)")).containsExactly("PMPI_Send [libmpi.so]");
        assertThat(found("function(MPI_*)")).containsExactly("PMPI_Send [libmpi.so]");
        assertThat(found("region(solve)")).containsExactly("solve");
    }

    @Test
    void placesAreFilesAndBinariesByTheirLastNames() {
        assertThat(found("loop(*a.c:25)")).containsExactly("loop at a.c:25");
        assertThat(found("loop(a.c:26)")).isEmpty();
        assertThat(found("line(src/a.c:12)")).containsExactly("a.c:12");
        assertThat(found("line(a.c:10-12)")).containsExactly("a.c:12");
        assertThat(found("line(a.c)")).containsExactly("a.c:12");
        assertThat(found("line(12)")).containsExactly("a.c:12");
        assertThat(found("instruction(app:0x4F)")).containsExactly("app@0x4f");
        assertThat(found("instruction(app:79)")).containsExactly("app@0x4f");
    }

    @Test
    void entriesAreRootsAndAlternativesAreJoined() {
        assertThat(found("entry")).containsExactly("main thread");
        assertThat(found("entry(main*)")).containsExactly("main thread");
        assertThat(found("application")).containsExactly("main thread");
        assertThat(found("loop | line, region")).hasSize(3);
        assertThat(found("*")).hasSize(9);
    }

    @Test
    void noMetricsAreReadForThem() {
        assertThat(Query.parse("entry, function(MPI_*)").metrics(profile.outline())).isEmpty();
    }

    @Test
    void mistakesAreShownWhereTheyAre() {
        assertThatThrownBy(() -> Query.parse("function(a)Xline"))
                .hasMessage(
                        """
                        expected a dot, a comma, | or the end, found 'X'
                          function(a)Xline
                                     ^\
                        """);
        assertThatThrownBy(() -> Query.parse("loop.funktion(a)"))
                .hasMessageStartingWith(
                        "unknown node kind 'funktion'; expected one of function, loop,")
                .hasMessageEndingWith("\n       ^");
        assertThatThrownBy(() -> Query.parse("line(x.c:abc)"))
                .hasMessage(
                        """
                        expected a line such as 12, or lines such as 12-20 after the colon, \
                        found 'abc'; put a name with a colon in double quotes
                          line(x.c:abc)
                                   ^\
                        """);
        assertThatThrownBy(() -> Query.parse("loop(x.c:)")).hasMessageContaining("found nothing;");
        assertThatThrownBy(() -> Query.parse("instruction(a.so:0xz)"))
                .hasMessageStartingWith("expected an offset such as 0x1f0 after the colon");
        assertThat(found("line(\"x.c:abc\")")).isEmpty();
        assertThat(found("line(a.c:1*)")).containsExactly("a.c:12");
        assertThatThrownBy(() -> Query.parse("line(a")).hasMessageContaining("not closed");
    }
}
