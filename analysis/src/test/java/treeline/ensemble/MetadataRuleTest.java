package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.table.Table;

import java.util.List;
import java.util.Optional;

class MetadataRuleTest {
    private final Ensemble ensemble =
            Ensemble.of(
                    List.of(
                            run("x/lulesh-1core.json", "flags=-O2_-g ranks=99", "main=1"),
                            run("x/lulesh-27cores.json", "flags=-O3", "main=2"),
                            run("y/other.json", "", "main=3")));

    private static List<String> values(Ensemble ensemble, String name) {
        return java.util.stream.IntStream.range(0, ensemble.runs())
                .mapToObj(run -> ensemble.metadata(run).get(name).map(Value::toString).orElse("-"))
                .toList();
    }

    @Test
    void aConstantIsSaidOfEveryRun() {
        Ensemble more = ensemble.withMetadata(MetadataRule.constant("machine", "quartz"));
        assertThat(values(more, "machine")).containsOnly("quartz");
    }

    @Test
    void namesOfRunsSayWhatTheirFilesDoNot() {
        MetadataRule.Applied applied =
                MetadataRule.fromKey("(?<program>[a-z]+)-(?<ranks>\\d+)core").on(ensemble);
        assertThat(values(applied.ensemble(), "ranks")).containsExactly("1", "27", "-");
        assertThat(applied.ensemble().metadata(1).get("ranks")).contains(new Value.Whole(27));
        assertThat(values(applied.ensemble(), "program")).containsExactly("lulesh", "lulesh", "-");
        assertThat(applied.without()).containsExactly("y/other.json");
    }

    @Test
    void theNameOfAFileComesBeforeItsFolders() {
        Ensemble dated =
                Ensemble.of(
                        List.of(
                                run("2024/8/run-64.cali", "", "main=1"),
                                run("/2024/8/profile.cubex", "", "main=2"),
                                run("plain", "", "main=3")));
        String number = "(?<ranks>\\d+)";
        assertThat(values(dated.withMetadata(MetadataRule.fromKey(number)), "ranks"))
                .containsExactly("64", "8", "-");
        assertThat(values(dated.withMetadata(MetadataRule.fromKey("n", "(\\d+)")), "n"))
                .containsExactly("64", "8", "-");
        String folder = "(?<year>\\d+)/\\d";
        assertThat(values(dated.withMetadata(MetadataRule.fromKey(folder)), "year"))
                .containsExactly("2024", "2024", "-");
    }

    @Test
    void namesOfGroupsAreNamesOfMetadata() {
        Ensemble more = ensemble.withMetadata(MetadataRule.fromKey("(?P<num_of.cores>\\d+)core"));
        assertThat(values(more, "num_of.cores")).containsExactly("1", "27", "-");
    }

    @Test
    void aGroupThatFindsNothingSaysNothing() {
        Ensemble more = ensemble.withMetadata(MetadataRule.fromKey("core(?<many>s)?"));
        assertThat(values(more, "many")).containsExactly("-", "s", "-");
    }

    @Test
    void theFirstGroupSaysWhatIsNamedBesideIt() {
        MetadataRule.Applied applied =
                MetadataRule.fromKey("num_of.cores", "lulesh-(\\d+)(cores?)").on(ensemble);
        assertThat(values(applied.ensemble(), "num_of.cores")).containsExactly("1", "27", "-");
        assertThat(applied.ensemble().metadata(1).get("num_of.cores"))
                .contains(new Value.Whole(27));
        assertThat(applied.without()).containsExactly("y/other.json");
    }

    @ParameterizedTest
    @CsvSource({"\\((\\d+)\\)", "[(](\\d+)", "(?:\\()(?<any>\\d+)"})
    void parenthesesThatAreNoPlainGroupAreNotTheFirst(String regex) {
        Ensemble odd = Ensemble.of(List.of(run("a(7)", "", "main=1")));
        assertThat(values(odd.withMetadata(MetadataRule.fromKey("size", regex)), "size"))
                .containsExactly("7");
    }

    @Test
    void aFirstGroupThatFindsNothingSaysNothing() {
        MetadataRule.Applied applied = MetadataRule.fromKey("many", "core(s)?").on(ensemble);
        assertThat(values(applied.ensemble(), "many")).containsExactly("-", "s", "-");
        assertThat(applied.without()).containsExactly("x/lulesh-1core.json", "y/other.json");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            quoteCharacter = '|',
            value = {
                "cores@ 'cores' has no capturing group, such as run-(\\d+)",
                "\\(cores\\)@ '\\(cores\\)' has no capturing group, such as run-(\\d+)",
                "([)@ '([)' is not a valid regular expression: missing closing ] [)",
                "(\\d+)nodes@ '(\\d+)nodes' does not match the name of any run; the first is"
                        + " 'x/lulesh-1core.json'",
            })
    void firstGroupsThatFindNothingAreMistakes(String regex, String message) {
        assertThatThrownBy(() -> MetadataRule.fromKey("size", regex).on(ensemble))
                .hasMessage(message);
    }

    @Test
    void theNameBesideAGroupIsNotBlank() {
        assertThatThrownBy(() -> MetadataRule.fromKey(" ", "(\\d)"))
                .hasMessage("the metadata name is blank");
    }

    @Test
    void otherMetadataSayWhatIsWithinThem() {
        Ensemble more = ensemble.withMetadata(MetadataRule.from("flags", "-O(?<level>\\d)"));
        assertThat(values(more, "level")).containsExactly("2", "3", "-");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            quoteCharacter = '|',
            value = {
                "cores@ 'cores' has no named group, such as (?<ranks>\\d+)",
                "(?<a>x)(?<a>y)@ '(?<a>x)(?<a>y)' has two groups with the same name",
                "(?<a>[)@ '(?<a>[)' is not a valid regular expression: missing closing ] [)",
                "(?<a>\\d+)nodes@ '(?<a>\\d+)nodes' does not match the name of any run; the first"
                        + " is 'x/lulesh-1core.json'",
            })
    void expressionsThatFindNothingAreMistakes(String regex, String message) {
        assertThatThrownBy(() -> MetadataRule.fromKey(regex).on(ensemble)).hasMessage(message);
    }

    @Test
    void metadataThatNoRunHasIsAMistake() {
        assertThatThrownBy(() -> MetadataRule.from("flag", "(?<a>.)").on(ensemble))
                .hasMessageStartingWith("no run has the metadata 'flag'; available:");
    }

    @Test
    void aTableSaysItByPathOrItsEnd() {
        Table table =
                Table.ofCsv(
                        """
                        run,size,note
                        x/lulesh-1core.json,10,first
                        lulesh-27cores.json,20,
                        /home/me/y/other.json,30,third
                        gone.json,40,none
                        """);
        MetadataRule.Applied applied = MetadataRule.table(table).on(ensemble);
        assertThat(values(applied.ensemble(), "size")).containsExactly("10", "20", "30");
        assertThat(values(applied.ensemble(), "note")).containsExactly("first", "-", "third");
        assertThat(applied.ensemble().metadata(0).get("size")).contains(new Value.Whole(10));
        assertThat(applied.unused()).containsExactly("gone.json");
        assertThat(applied.without()).isEmpty();
    }

    @Test
    void runsWithoutARowAreNamed() {
        assertThat(
                        MetadataRule.table(Table.ofCsv("run,size\nother.json,1\n"))
                                .on(ensemble)
                                .without())
                .containsExactly("x/lulesh-1core.json", "x/lulesh-27cores.json");
    }

    @Test
    void rowsThatAreUnclearAreMistakes() {
        Ensemble two = Ensemble.of(List.of(run("a/r", "", "main=1"), run("b/r", "", "main=1")));
        assertThatThrownBy(() -> MetadataRule.table(Table.ofCsv("run,x\nr,1\n")).on(two))
                .hasMessage("'r' is ambiguous: a/r or b/r; give more of the path");
        assertThatThrownBy(() -> MetadataRule.table(Table.ofCsv("run,x\na/r,1\nz/a/r,2\n")).on(two))
                .hasMessage("two rows of the table name the run 'a/r'");
        assertThatThrownBy(() -> MetadataRule.table(Table.ofCsv("file,x\nr,1\n")))
                .hasMessage("the table has no column 'run'; available: [file, x]");
    }

    @Test
    void aFunctionMendsSpellings() {
        Ensemble mended =
                ensemble.withMetadata(
                        "flags",
                        run ->
                                run.get("flags")
                                        .map(
                                                text ->
                                                        new Value.Text(
                                                                text.toString()
                                                                        .replace('_', ' '))));
        assertThat(values(mended, "flags")).containsExactly("-O2 -g", "-O3", "-");
        Ensemble known = ensemble.withMetadata("known", _ -> Optional.of(new Value.Flag(true)));
        assertThat(known.metadata(2)).isEqualTo(Metadata.NONE.with("known", new Value.Flag(true)));
    }

    @Test
    void theEnsembleThatWasStays() {
        ensemble.withMetadata(MetadataRule.constant("ranks", "3"));
        assertThat(values(ensemble, "ranks")).containsExactly("99", "-", "-");
    }
}
