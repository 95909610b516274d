package treeline.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.app.Session;

import java.util.ArrayList;
import java.util.List;

/// A rejected option names the right one.
class PeerWordsTest {
    @ParameterizedTest
    @CsvSource({
        "ensemble model, --predict, --at",
        "ensemble speedup, --weak, --kind weak_efficiency",
        "callers, --name, treeline callers PATH FUNCTION",
        "iterations, --function, treeline iterations PATH CALLPATH",
        "tree, --function, --paths",
        "tree, --limit, --top",
        "tree, --max-depth, --depth",
        "tree, --exclude, --hide",
        "tree, --inclusive, --metric NAME:inclusive",
        "tree, --dept, --depth",
        "flat, --group-by, --by",
        "ensemble stats, --group, --group-by",
        "compare, --fail-on, --fail-above",
        "convert, --output, treeline convert IN OUT",
        "convert, -o, treeline convert IN OUT"
    })
    void proposesWhatTheCommandHas(String command, String given, String proposed) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.add(given);
        assertThat(Session.plain().run(words.toArray(String[]::new)).err())
                .startsWith(
                        "treeline: no option '%s'; did you mean '%s'?\n"
                                .formatted(given, proposed));
    }
}
