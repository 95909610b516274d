package treeline.formats.hpctoolkitxml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class ExclusiveValuesTest {
    private static final Metric EXCLUSIVE =
            new Metric("time", Unit.of("us"), Metric.Scope.EXCLUSIVE);

    @TempDir Path folder;

    private ProfileSource open(String xml) throws IOException {
        Path file = Files.writeString(folder.resolve("experiment.xml"), xml);
        return new HpctoolkitXmlFormat().open(Input.of(file));
    }

    /// The shape of a function in the files of Kripke: it holds the lines of all its loops, each
    /// loop only its own.
    private static final String NESTED_LOOPS =
            """
            <PF i="2" s="1" l="10" lm="1" f="1" n="1">
            <M n="2" v="77189181"/><M n="3" v="77189181"/>
            <L i="3" s="2" f="1" l="11">
            <M n="2" v="77189181"/>
            <L i="4" s="3" f="1" l="12">
            <M n="2" v="77189181"/><M n="3" v="11934"/>
            <S i="5" s="4" l="13"><M n="2" v="11934"/><M n="3" v="11934"/></S>
            <L i="6" s="5" f="1" l="14">
            <M n="2" v="77177247"/><M n="3" v="60155032"/>
            <S i="7" s="6" l="15"><M n="2" v="60155032"/><M n="3" v="60155032"/></S>
            <L i="8" s="7" f="1" l="16">
            <M n="2" v="17022215"/><M n="3" v="17022215"/>
            <S i="9" s="8" l="17"><M n="2" v="17022215"/><M n="3" v="17022215"/></S>
            </L></L></L></L>
            </PF>
            """;

    @Test
    void linesOfNestedLoopsCountOnce() throws IOException {
        assertThat(exclusive(NESTED_LOOPS))
                .containsExactly(0, 0, 0, 11934, 0, 60155032, 0, 17022215);
    }

    private double[] exclusive(String tree) throws IOException {
        try (ProfileSource source =
                open(SampleExperiment.xml("2.1", SampleExperiment.METRICS, tree))) {
            Profile profile = source.load(Slice.everything());
            double[] values = new double[profile.tree().size()];
            for (int node = 0; node < values.length; node++) {
                double value = profile.column(EXCLUSIVE).at(0, node);
                values[node] = Double.isNaN(value) ? 0 : value;
            }
            return values;
        }
    }

    /// A function of 9 with a line of 2, a loop and in it an inlined procedure with a loop of 7.
    private static String inlined(int function, int procedure) {
        return """
        <PF i="2" s="1" l="10" lm="1" f="1" n="1"><M n="2" v="9"/><M n="3" v="%d"/>
        <S i="3" s="2" l="11"><M n="2" v="2"/><M n="3" v="2"/></S>
        <L i="4" s="3" f="1" l="12"><M n="2" v="7"/>
        <Pr i="5" s="4" l="3" lm="1" f="3" n="3" a="1"><M n="2" v="7"/><M n="3" v="%d"/>
        <L i="6" s="5" f="3" l="4"><M n="2" v="7"/><M n="3" v="7"/>
        <S i="7" s="6" l="5"><M n="2" v="7"/><M n="3" v="7"/></S>
        </L></Pr></L></PF>
        """
                .formatted(function, procedure);
    }

    @Test
    void linesOfInlinedProceduresCountOnceWhicheverScopesTheReleaseAddsThemTo() throws IOException {
        double[] expected = {0, 2, 0, 0, 0, 7};
        assertThat(exclusive(inlined(9, 0))).as("function and loop").containsExactly(expected);
        assertThat(exclusive(inlined(2, 7))).as("procedure and loop").containsExactly(expected);
        assertThat(exclusive(inlined(9, 7))).as("all three").containsExactly(expected);
    }

    @Test
    void aScopeWithLessThanItsOwnLinesIsNegativeRatherThanMended() throws IOException {
        String tree =
                """
                <PF i="2" s="1" l="10" lm="1" f="1" n="1"><M n="2" v="9"/><M n="3" v="5"/>
                <S i="3" s="2" l="11"><M n="2" v="9"/><M n="3" v="9"/></S></PF>
                """;
        assertThat(exclusive(tree)).containsExactly(-4, 9);
    }
}
