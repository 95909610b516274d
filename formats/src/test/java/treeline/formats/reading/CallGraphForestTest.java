package treeline.formats.reading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.source.ReadReport;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class CallGraphForestTest {
    private final ReadReport.Log log = new ReadReport.Log();

    @Test
    void aFunctionStandsUnderTheCallerThatGaveItMost() {
        assertThat(paths("main 9, f 5, g 4, x 3", "main>f 5, main>g 4, f>x 1, g>x 2"))
                .containsExactly("main", "main/f", "main/g", "main/g/x");
        assertThat(log.report().entries().getFirst().toString())
                .isEqualTo(
                        "function has several callers; shown under the one that contributes most"
                                + " (first: x)");
    }

    @Test
    void allCallersCountWhereThereIsNoCycle() {
        assertThat(paths("main 9, far 5, x 8", "main>x 5, main>far 1, far>x 7"))
                .containsExactly("main", "main/far", "main/far/x");
    }

    @Test
    void aFunctionThatCallsItselfIsNoChildOfItself() {
        assertThat(paths("main 9, fact 5", "main>fact 5, fact>fact 4"))
                .containsExactly("main", "main/fact");
        assertThat(paths("fact 5", "fact>fact 4")).containsExactly("fact");
    }

    @Test
    void aCycleIsEnteredWhereAPlacedFunctionCallsIt() {
        assertThat(paths("a 3, b 9, main 10", "main>a 1, a>b 3, b>a 8"))
                .containsExactly("main", "main/a", "main/a/b");
        assertThat(log.report().entries())
                .anyMatch(entry -> entry.reason().equals("a call cycle was cut"));
    }

    @Test
    void aCycleThatNothingEntersStartsAtItsHeaviestFunction() {
        assertThat(paths("a 3, b 9, c 1", "a>b 1, b>c 1, c>a 1"))
                .containsExactly("b", "b/c", "b/c/a");
    }

    @Test
    void aLabelNamesAllCallers() {
        Profile profile = layOut("main 9, f 5, x 3", "main>f 5, f>x 2, main>x 1, x>x 1");
        int x = profile.tree().at("main/f/x");
        assertThat(profile.outline().label("callers", x)).isEqualTo("f, main, x");
        assertThat(profile.outline().label("callers", 0)).isEmpty();
    }

    @Test
    void aHundredThousandFunctionsInARingAreLaidOutAtOnce() {
        int functions = 100_000;
        var graph = new CallGraphForest();
        for (int i = 0; i < functions; i++) graph.function(Frame.function("f" + i), 1);
        for (int i = 0; i < functions; i++) graph.call(i, (i + 1) % functions, 1);
        var builder = new ProfileBuilder();
        graph.moveTo(builder, log);
        assertThat(builder.build().tree().depth(functions - 1)).isEqualTo(functions - 1);
    }

    private List<String> paths(String functions, String calls) {
        CallTree tree = layOut(functions, calls).tree();
        List<String> paths = new ArrayList<>();
        for (int node = 0; node < tree.size(); node++) paths.add(String.join("/", tree.path(node)));
        return paths;
    }

    private Profile layOut(String functions, String calls) {
        var graph = new CallGraphForest();
        Map<String, Integer> numbers = new LinkedHashMap<>();
        for (String each : functions.split(", ")) {
            String[] words = each.split(" ");
            numbers.put(
                    words[0],
                    graph.function(Frame.function(words[0]), Double.parseDouble(words[1])));
        }
        for (String each : calls.split(", ")) {
            String[] words = each.split("[> ]");
            graph.call(numbers.get(words[0]), numbers.get(words[1]), Double.parseDouble(words[2]));
        }
        var builder = new ProfileBuilder();
        graph.moveTo(builder, log);
        return builder.build();
    }
}
