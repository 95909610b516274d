package treeline.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.testkit.CpuTime;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.Map;

class UserPatternTest {
    @Test
    void theWholeTextMustMatch() {
        UserPattern pattern = UserPattern.of("MPI_I?[Ss]end");
        assertThat(pattern.matches("MPI_Send")).isTrue();
        assertThat(pattern.matches("MPI_Isend")).isTrue();
        assertThat(pattern.matches("PMPI_Send")).isFalse();
        assertThat(pattern.matches("MPI_Sendrecv")).isFalse();
        assertThat(pattern).hasToString("MPI_I?[Ss]end");
    }

    @Test
    void theCaseOfLettersCanBeIgnored() {
        assertThat(UserPattern.of("(?i)mpi_.*").matches("MPI_Send")).isTrue();
        assertThat(UserPattern.of("mpi_(?i:send)").matches("mpi_SEND")).isTrue();
        assertThat(UserPattern.of("mpi_(?i:send)").matches("MPI_SEND")).isFalse();
    }

    @Test
    void groupsAreFoundByNumberAndName() {
        UserPattern pattern = UserPattern.of("-(?<ranks>\\d+)cores(-(?P<build>\\w+))?");
        assertThat(pattern.groups()).isEqualTo(3);
        assertThat(pattern.names()).isEqualTo(Map.of("ranks", 1, "build", 3));
        assertThat(pattern.find("run-64cores-gcc.tldb"))
                .isEqualTo(Map.of(0, "-64cores-gcc", 1, "64", 2, "-gcc", 3, "gcc"));
        assertThat(pattern.find("run-64cores")).isEqualTo(Map.of(0, "-64cores", 1, "64"));
        assertThat(pattern.find("run")).isEmpty();
    }

    @Test
    void aReplacementRefersToGroups() {
        UserPattern pattern = UserPattern.of("(?<name>[a-z]+)-([0-9.]+)");
        assertThat(pattern.replaced("gcc-14", "$2 of ${name}")).isEqualTo("14 of gcc");
        assertThat(pattern.replaced("a gcc-14", "$1")).isEqualTo("a gcc-14");
        assertThatThrownBy(() -> pattern.replaced("gcc-14", "$3"))
                .hasMessage("'$3' refers to a group that '(?<name>[a-z]+)-([0-9.]+)' lacks");
        assertThatThrownBy(() -> pattern.replaced("gcc-14", "${other}"))
                .hasMessage("'${other}' refers to a group that '(?<name>[a-z]+)-([0-9.]+)' lacks");
    }

    /// `(x?)(a|aa)+` and its like look at 2^60 ways to read such a text, if they try them all.
    @ParameterizedTest
    @CsvSource({"(x+x+)+y", "(x?)(x|xx)+!", "(x*)*y", "(.*x){30}y", "(x|x)*y"})
    void noTextTakesLong(String regex) {
        UserPattern pattern = UserPattern.of(regex);
        assertThat(CpuTime.of(() -> assertThat(pattern.matches("x".repeat(1_000))).isFalse()))
                .isLessThan(Duration.ofSeconds(30));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "a(?=b) @ look-ahead is not supported @ 1",
                "a(?!b) @ look-ahead is not supported @ 1",
                "(?<=a)b @ look-behind is not supported @ 0",
                "x(?<!a)b @ look-behind is not supported @ 1",
                "(?>a*)b @ an atomic group is not supported @ 0",
                "(a|b)\\1 @ a back-reference is not supported @ 5",
                "(?<n>a)\\k<n> @ a back-reference is not supported @ 7",
                "a++ @ a possessive repetition is not supported @ 1",
                "[a-z&&[^b]] @ a class within a class is not supported @ 0",
                "x[a[bc]] @ a class within a class is not supported @ 1",
                "\\p{Alpha} @ \\p{Alpha} is not supported @ 0",
                "a\\h @ \\h is not supported @ 1",
                "(?x)a @ (?x is not supported @ 0",
                "a(b @ missing closing ) @ 3",
                "a)b @ a ) without its ( @ 1",
                "ab[c @ missing closing ] [c @ 2",
                "*a @ missing argument to repetition operator * @ 0",
                "a{2,1} @ invalid repeat count {2,1} @ 1",
                "a\\ @ trailing backslash at end of expression @ 1",
                "(?<a>x)(?<a>y) @ duplicate capture group name a @ 3",
            })
    void theErrorSaysWhatIsUnsupportedOrWrongAndWhere(String regex, String problem, int place) {
        MalformedPatternException wrong =
                catchThrowableOfType(MalformedPatternException.class, () -> UserPattern.of(regex));
        assertThat(wrong)
                .hasMessage("'%s' is not a valid regular expression: %s".formatted(regex, problem));
        assertThat(wrong.problem()).isEqualTo(problem);
        assertThat(wrong.place()).isEqualTo(place);
    }

    @Test
    void classesOfCharactersNeedNoEscapesButForBrackets() {
        assertThat(UserPattern.of("[^]a]+").matches("b&(")).isTrue();
        assertThat(UserPattern.of("[\\[\\]&]+").matches("[]&")).isTrue();
        assertThat(UserPattern.of("[[:alpha:]_]+").matches("MPI_Send")).isTrue();
        assertThat(UserPattern.of("\\Q[a[b&&\\E").matches("[a[b&&")).isTrue();
        assertThat(UserPattern.of("\\p{Greek}\\x{3b2}").matches("αβ")).isTrue();
    }

    @Test
    void expressionsThatNeedMuchMemoryAreRefused() {
        assertThatThrownBy(() -> UserPattern.of("(((a{100}){100}){100})"))
                .hasMessageEndingWith("it has more than 20000 steps with its repetitions");
        assertThatThrownBy(() -> UserPattern.of("((a{1000}){1000}){999999999}"))
                .hasMessageEndingWith("it has more than 20000 steps with its repetitions");
        assertThatThrownBy(() -> UserPattern.of("a".repeat(20_001)))
                .hasMessageEndingWith("it has more than 20000 steps with its repetitions");
        assertThatThrownBy(() -> UserPattern.of("(".repeat(300) + "a" + ")".repeat(300)))
                .hasMessageEndingWith("it has more than 250 groups in one another");
        assertThat(UserPattern.of("[" + "\\-".repeat(9_000) + "]").matches("-")).isTrue();
        assertThat(UserPattern.of("\\d{4}-\\d{2}-\\d{2}.{0,1000}").matches("2026-11-19")).isTrue();
    }

    @Test
    void aPatternTravelsToOtherMachines() throws IOException, ClassNotFoundException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(UserPattern.of("(?i)wait.*"));
        }
        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(((UserPattern) in.readObject()).matches("WAITALL")).isTrue();
        }
    }
}
