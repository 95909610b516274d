package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The size of the code is a budget: `docs/size.md` has a row for each package, so a change of size
/// is a line of its commit. `build/test -Dtreeline.reference.write=true SizeTest` writes the rows.
class SizeTest {
    private static final Path TABLE = MainSources.ROOT.resolve("docs/size.md");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (\\w+/[\\w.]+) \\| ([\\d,]+) \\|$");
    private static final Pattern ALL = Pattern.compile("(?m)^\\| all \\| [\\d,]+ \\|$");

    /// A row is a multiple of it.
    private static final int STEP = 100;

    /// A package may be so much below its row before the row has to follow.
    private static final double SLACK = 0.05;

    @Test
    void packagesAreAsLargeAsTheirRows() throws IOException {
        Map<String, Integer> sizes =
                MainSources.all().stream()
                        .collect(
                                Collectors.groupingBy(
                                        MainSources.Source::home,
                                        TreeMap::new,
                                        Collectors.summingInt(MainSources.Source::tokens)));
        if (Boolean.getBoolean("treeline.reference.write")) write(sizes);
        Map<String, Integer> rows = rows();
        assertThat(rows.keySet()).as("packages of docs/size.md").isEqualTo(sizes.keySet());
        Map<String, String> wrong = new TreeMap<>();
        sizes.forEach(
                (home, size) -> {
                    int row = rows.get(home);
                    if (size > row || size < row * (1 - SLACK) - STEP)
                        wrong.put(home, "%,d tokens, its row says %,d".formatted(size, row));
                });
        assertThat(wrong)
                .as("build/test -Dtreeline.reference.write=true SizeTest writes docs/size.md")
                .isEmpty();
    }

    private static Map<String, Integer> rows() throws IOException {
        return ROW.matcher(Files.readString(TABLE))
                .results()
                .collect(
                        Collectors.toMap(
                                row -> row.group(1),
                                row -> Integer.parseInt(row.group(2).replace(",", "")),
                                (one, _) -> one,
                                TreeMap::new));
    }

    private static void write(Map<String, Integer> sizes) throws IOException {
        String text = Files.readString(TABLE);
        String rows =
                sizes.entrySet().stream()
                        .map(each -> row(each.getKey(), (each.getValue() + STEP - 1) / STEP * STEP))
                        .collect(Collectors.joining());
        int all = sizes.values().stream().mapToInt(Integer::intValue).sum();
        String before = ROW.matcher(text).replaceAll("").stripTrailing();
        String table = ALL.matcher(before).replaceAll(row("all", all).strip());
        Files.writeString(TABLE, table + "\n" + rows);
    }

    private static String row(String name, int tokens) {
        return "| %s | %,d |\n".formatted(name, tokens);
    }
}
