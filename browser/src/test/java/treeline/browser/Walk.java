package treeline.browser;

import com.microsoft.playwright.Page;

import treeline.testkit.Patience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Every control of the page pressed once, each from the same state, see `walk.js`.
final class Walk {
    private Walk() {}

    /// What the page showed after a control was pressed.
    ///
    /// @param problems panels that were blank or showed an error
    /// @param panels the text of each
    record Step(String control, String state, List<String> problems, Map<String, String> panels) {
        @Override
        public String toString() {
            return "%s at #%s: %s".formatted(control, state, problems);
        }
    }

    @SuppressWarnings("unchecked") // as walk.js makes it
    static List<Step> of(Page page, List<String> states) throws IOException {
        String script = Files.readString(Path.of("src", "test", "js", "walk.js"));
        String function = script.substring(script.indexOf("async ({"));
        var steps =
                (List<Map<String, Object>>)
                        page.evaluate(function, Map.of("states", states, "limit", Patience.MILLIS));
        return steps.stream()
                .map(
                        step ->
                                new Step(
                                        (String) part(step, "control"),
                                        (String) part(step, "state"),
                                        (List<String>) part(step, "problems"),
                                        new LinkedHashMap<>(
                                                (Map<String, String>) part(step, "panels"))))
                .toList();
    }

    private static Object part(Map<String, Object> step, String name) {
        return Objects.requireNonNull(step.get(name));
    }
}
