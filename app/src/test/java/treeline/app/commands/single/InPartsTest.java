package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import treeline.app.ListedQuestions;
import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;
import treeline.question.Question;
import treeline.source.Slice;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.RandomContexts;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Every question about one run that is read in parts has the same text as in memory: all of it, on
/// all data, with each rank in a part of its own.
class InPartsTest extends CommandTest {
    private static final String MEMORY = "treeline.memory";
    private static final int SEEDS = 27;

    /// Each real run is asked every third question, so every question meets some of them.
    private static final int STRIDE = 3;

    /// Numbers for programs have all digits, of which parts may round the last ones.
    private static final Pattern LONG_NUMBER = Pattern.compile("-?\\d+\\.\\d{9,}(E-?\\d+)?");

    /// The questions that are not compared, with the reason.
    private static final Map<String, String> EXCEPT =
            Map.of(
                    "info", "counts values only if they fit into memory",
                    "correlate", "takes sampled ranks; --method=pearson is below");

    /// Questions with options, in addition to each question without any.
    private static final List<List<String>> WITH_OPTIONS =
            List.of(
                    List.of("tree", "--threshold=0"),
                    List.of("tree", "--json"),
                    List.of("tree", "--of=sum"),
                    List.of("tree", "--of=min", "--csv"),
                    List.of("tree", "--of=max", "--threshold=0"),
                    List.of("tree", "--of=max", "--metric=time:exclusive"),
                    List.of("hot-path", "--of=max"),
                    List.of("flat", "--by=activity", "--of=sum"),
                    List.of("flat", "--of=max"),
                    List.of("flat", "--by=module", "--of=min", "--csv"),
                    List.of("callgraph", "--of=max"),
                    List.of("callers", "--of=max"),
                    List.of("callers", "--of=min", "--json", "--threshold=20"),
                    List.of("callers", "MPI.*|s.*", "--of=max", "--by=line"),
                    List.of("report", "--json"),
                    List.of("report", "--of=max"),
                    List.of("report", "--of=min", "--json"),
                    List.of("query", "MATCH (p) WHERE ANY p.time > 1"),
                    List.of("query", "MATCH (p) WHERE p.time > 1", "--mode=all"),
                    List.of(
                            "query",
                            "MATCH (p) WHERE ALL p.\"time:exclusive\" = 0 OR p.time IS NONE"),
                    List.of("query", "MATCH (p) WHERE p.time > 1", "--of=sum"),
                    List.of("query", "MATCH (p) WHERE p.time > 1", "--of=max"),
                    List.of("query", "MATCH (p) WHERE p.\"time:exclusive\" < 1"),
                    List.of("node", "main", "--sort=place"),
                    List.of("node", "main", "--by=host", "--metric=time:exclusive", "--json"),
                    List.of("correlate", "--method=pearson"),
                    List.of("correlate", "--method=pearson", "--json"),
                    List.of("correlate", "--with=time", "--with=time:exclusive"),
                    List.of("correlate", "--with=time", "--with=time:exclusive", "--log"),
                    List.of("imbalance", "--threshold=0"),
                    List.of("imbalance", "--json"),
                    List.of("imbalance", "--by=thread"),
                    List.of("imbalance", "--by=host"),
                    List.of("imbalance", "--metric=time:inclusive", "--verbose"),
                    List.of("iterations", ".*", "--csv"),
                    List.of("iterations", "--metric=time:exclusive", "--json"),
                    List.of("ranks", "--metric=time", "--clusters=2", "--json"),
                    List.of("tree", "--iteration=1-2"),
                    List.of("tree", "--iteration=0-1", "--of=max", "--json"),
                    List.of("flat", "--iteration=0-2", "--of=max"),
                    List.of("callers", "--iteration=1-"),
                    List.of("imbalance", "--iteration=0-2", "--json"),
                    List.of("node", "step", "--iteration=0-2"),
                    List.of("query", "MATCH (p) WHERE ANY p.time > 1", "--iteration=0-2"),
                    List.of("report", "--iteration=0-2"),
                    List.of("table", "slice", "--csv"),
                    List.of("table", "slice", "--metrics=time (i,e)", "--top=30"));

    private static final List<List<String>> COMMANDS =
            Stream.concat(plain(), WITH_OPTIONS.stream()).toList();

    /// Every question about one run, without the run.
    private static Stream<List<String>> plain() {
        return ListedQuestions.aboutOneRun().stream()
                .filter(each -> !EXCEPT.containsKey(each.name()))
                .map(each -> Stream.of(ListedQuestions.words(each, "", "main")))
                .map(words -> words.map(String::valueOf).filter(word -> !word.isEmpty()).toList());
    }

    private static final List<String> CHOICES =
            List.of(
                    "",
                    "--only=communication",
                    "--hide=step|work",
                    "--paths=MATCH (p) WHERE p.name STARTS WITH \"MPI\"",
                    "--prune=5%",
                    "--paths=MATCH (p) WHERE p.time > 1",
                    "--paths=MATCH (p) WHERE ANY p.time > 1",
                    "--paths=MATCH (p) WHERE p.\"time:exclusive\" < 1",
                    "--paths=MATCH (p) WHERE p.time > 1 --prune=5% --hide=work",
                    "--only=communication --paths=MATCH (p) WHERE p.time > 1",
                    "--only=communication --paths=MATCH (p) WHERE ALL p.time > 0",
                    "--only=communication --prune=5%");

    /// The questions that have all options of the choices.
    private static final Set<String> CHOOSING =
            ListedQuestions.aboutOneRunWith("hide").stream()
                    .map(Question::name)
                    .collect(Collectors.toSet());

    private final Session real = new Session(Formats.all(), Session.PLAIN);
    private int same;

    @AfterEach
    void enoughMemory() {
        System.clearProperty(MEMORY);
    }

    @Test
    void generatedRunsHaveTheSameText() throws IOException {
        for (long seed = 0; seed < SEEDS; seed++) {
            Path database = folder.resolve("run.tldb");
            new DatabaseExporter().export(RandomContexts.of(seed), database);
            for (int i = 0; i < COMMANDS.size(); i++)
                requireSame(COMMANDS.get(i), database, choice(seed + i), seed);
            Files.delete(database);
        }
        assertThat(same).isGreaterThan(SEEDS * COMMANDS.size() / 3);
    }

    /// Every command meets every choice on some run.
    private static String choice(long at) {
        return CHOICES.get((int) (at % CHOICES.size()));
    }

    @Test
    void realRunsHaveTheSameText() throws IOException {
        Path data = TestData.require("hpctoolkit-v4");
        try (Stream<Path> all = Files.list(data)) {
            int first = 0;
            for (Path run : all.sorted().toList()) {
                if (!isRead(run)) continue;
                for (int i = first++ % STRIDE; i < COMMANDS.size(); i += STRIDE)
                    requireSame(COMMANDS.get(i), run, i % 2 == 0 ? "" : "--prune=5%", 0);
            }
            assertThat(first).isGreaterThanOrEqualTo(STRIDE);
        }
        assertThat(same).isPositive();
    }

    private static boolean isRead(Path run) throws IOException {
        try (var source = Formats.all().open(run.toString())) {
            return source.plan(Slice.everything()).values() > 0;
        } catch (RuntimeException notRead) {
            return false;
        }
    }

    private void requireSame(List<String> command, Path run, String choice, long seed) {
        List<Object> arguments = new ArrayList<>(command);
        arguments.add(command.getFirst().equals("table") ? 2 : 1, run);
        if (!choice.isEmpty() && CHOOSING.contains(command.getFirst()))
            arguments.addAll(List.of(choice.split(" (?=--)")));
        Session.Answer expected = run(real, arguments.toArray());
        System.setProperty(MEMORY, "100");
        Session.Answer found = run(real, arguments.toArray());
        System.clearProperty(MEMORY);
        String what = "seed %d, %s".formatted(seed, arguments);
        compare(what, expected.err(), found.err());
        compare(what, expected.out(), found.out());
        if (found.out().contains("the run is read in parts")) same++;
    }

    /// The first line that differs says more than two whole texts.
    private static void compare(String what, String expected, String found) {
        List<String> lines = withoutNote(expected).lines().toList();
        List<String> inParts = withoutNote(found).lines().toList();
        for (int i = 0; i < Math.min(lines.size(), inParts.size()); i++)
            assertThat(inParts.get(i)).as("%s, line %d", what, i).isEqualTo(lines.get(i));
        assertThat(inParts).as(what).hasSameSizeAs(lines);
    }

    /// That it was read in parts is the last of the notes, as text or as JSON.
    private static String withoutNote(String text) {
        return LONG_NUMBER
                .matcher(text)
                .replaceAll(
                        number ->
                                String.format(
                                        Locale.ROOT, "%.9e", Double.parseDouble(number.group())))
                .replaceFirst("note: the run is read in parts: [^\n]*\n", "")
                .replaceAll("\\s+\\]", "]")
                .replaceFirst(",?\\s*\\{\"text\": \"the run is read in parts[^}]*\\}\\s*\\]", "]")
                .stripLeading();
    }
}
