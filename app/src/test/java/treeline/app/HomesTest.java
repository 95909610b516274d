package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// An idea has one home. Where it still has copies, their number may only shrink: a new one fails
/// here, and one that went is a smaller number below.
class HomesTest {
    /// @param pattern of code that repeats the idea
    /// @param home the file that may contain it, or empty if it has none yet
    /// @param copies how often it occurs elsewhere
    private record Idea(String name, String pattern, Set<String> home, int copies) {}

    private static final List<Idea> IDEAS =
            List.of(
                    new Idea(
                            "an array that grows",
                            "\\b([\\w.]+) =\\s+Arrays\\.copyOf\\(\\s*\\1,",
                            Set.of("Ints", "Longs", "Doubles"),
                            24),
                    new Idea(
                            "indexes sorted as boxed numbers",
                            "boxed\\(\\)\\s*\\.sorted\\(",
                            Set.of(),
                            6),
                    new Idea(
                            "a median or quantile",
                            "(?:double|float)(?:\\[\\])?"
                                    + " (?:median|quantile|percentile)\\w*\\((?!\\))",
                            Set.of("Percentiles"),
                            8),
                    new Idea("a number of seven bits a byte", "& 0x7fL?\\b", Set.of(), 9),
                    new Idea("JSON by hand", "new JsonWriter\\(", Set.of(), 19),
                    new Idea(
                            "a regular expression that is not a constant",
                            "Pattern\\.compile\\((?!\\s*\")",
                            Set.of("UserPattern"),
                            8),
                    new Idea("a parallel stream", "\\.parallel\\(\\)", Set.of("Ranges"), 1),
                    new Idea(
                            "a question that knows its engine",
                            "requireAll\\(|needsAll|instanceof (?:LoadedPart|PartsOfFile)",
                            Set.of(),
                            0));

    @Test
    void copiesOnlyBecomeFewer() throws IOException {
        List<MainSources.Source> sources = MainSources.all();
        List<String> changed = new ArrayList<>();
        for (Idea idea : IDEAS) {
            Map<String, Integer> copies = copies(idea, sources);
            int found = copies.values().stream().mapToInt(Integer::intValue).sum();
            if (found != idea.copies())
                changed.add(
                        "%s: %d copies, not %d, in %s"
                                .formatted(idea.name(), found, idea.copies(), copies));
        }
        assertThat(changed).isEmpty();
    }

    private static Map<String, Integer> copies(Idea idea, List<MainSources.Source> sources) {
        Pattern pattern = Pattern.compile(idea.pattern());
        Map<String, Integer> copies = new TreeMap<>();
        for (MainSources.Source source : sources) {
            String name = source.file().getFileName().toString().replace(".java", "");
            int found = (int) pattern.matcher(source.code()).results().count();
            if (found > 0 && !idea.home().contains(name)) copies.merge(name, found, Integer::sum);
        }
        return copies;
    }

    /// What a call, kernel or state means is decided by the ledger. Readers translate the names of
    /// their formats; queries match both names of an MPI routine.
    @Test
    void onlyTheLedgerKnowsNamesOfLibraries() throws IOException {
        Pattern names =
                Pattern.compile(
                        "\"[^\"\n"
                            + "]*(?:MPI_[A-Z]|[nr]ccl[A-Z]|(?:cuda|hip)[A-Z]|GraphLaunch|GOMP|pthread_|aten::"
                            + "|<omp|<gpu|sun\\\\.nio)");
        Set<String> modules = Set.of("analysis", "question", "dashboard");
        Pattern example = Pattern.compile("\\.example\\((?:[^\"]|\"[^\"]*\")*?\\)");
        List<String> found = new ArrayList<>();
        for (MainSources.Source source : MainSources.all()) {
            boolean isLedger = source.home().equals("analysis/treeline.ledger");
            if (isLedger || !modules.contains(source.file().getName(0).toString())) continue;
            String code = source.code().replaceAll("(?m)^ *//.*$", "");
            if (names.matcher(example.matcher(code).replaceAll("")).find())
                found.add(source.home() + "/" + source.file().getFileName());
        }
        assertThat(found).isEmpty();
    }
}
