package treeline.formats.oracle;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.testkit.TestData;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// An ensemble that Thicket composed, and ours of the same files.
///
/// @param keyOf our key of each of Thicket's profile ids
record ThicketRun(Ensemble ensemble, Map<String, String> keyOf) {

    static Map<String, Object> oracle(String file) {
        return JsonTree.map(
                JsonTree.read(TestData.require("../oracle/thicket/%s.json".formatted(file))));
    }

    static ThicketRun of(String dataset) throws IOException {
        Map<String, Object> expected = oracle("01_compose_" + dataset);
        Map<String, String> keyOf = new LinkedHashMap<>();
        JsonTree.map(section(expected, "profiles"))
                .forEach((id, file) -> keyOf.put(id, String.valueOf(file)));
        return new ThicketRun(ensemble(List.copyOf(keyOf.values())), keyOf);
    }

    static Ensemble ensemble(List<String> files) throws IOException {
        List<String> paths = new ArrayList<>();
        for (String file : files) paths.add(TestData.require("thicket/" + file).toString());
        List<Run> runs = new ArrayList<>();
        for (Runs.Read read : Runs.of(Formats.all()).all(paths))
            runs.add(Run.of(files.get(runs.size()), read.profile()));
        return Ensemble.of(runs);
    }

    /// The metric behind a column of Thicket, null for what is none.
    @org.jspecify.annotations.Nullable
    Metric metric(String column) {
        String name = column.replace(" (exc)", "");
        boolean own = column.endsWith(" (exc)");
        for (Metric metric : ensemble.metrics()) {
            if (metric.name().equals(column)
                    && !(hasBoth(column) && metric.scope() == Scope.EXCLUSIVE)) return metric;
            if (own && metric.name().equals(name) && metric.scope() == Scope.EXCLUSIVE)
                return metric;
        }
        return null;
    }

    private boolean hasBoth(String name) {
        return ensemble.metrics().stream().filter(metric -> metric.name().equals(name)).count() > 1;
    }

    /// The two columns that Thicket compared with each other.
    static List<String> pairOf(Map<String, Object> statistics) {
        Map<String, Object> functions = JsonTree.map(section(statistics, "functions"));
        Map<String, Object> preference = JsonTree.map(section(functions, "preference_ttest"));
        String returned = HatchetRun.texts(section(preference, "returned")).getFirst();
        return List.of(returned.replace("_std_preferred", "").split(" vs "));
    }

    /// Whether every run has a value of every metric at the node that any run has there.
    boolean isComplete(int node) {
        for (Metric metric : ensemble.metrics()) {
            var rows = ensemble.column(metric).byNode();
            int values = rows.end(node) - rows.start(node);
            if (values != 0 && values != ensemble.runs()) return false;
        }
        return true;
    }

    /// The metric of a name that counts a node alone; Thicket calls it `NAME (exc)`.
    static Metric own(Ensemble ensemble, String name) {
        return ensemble.metrics().stream()
                .filter(metric -> metric.name().equals(name) && metric.scope() == Scope.EXCLUSIVE)
                .findFirst()
                .orElseThrow();
    }

    static int node(CallTree tree, String path) {
        return tree.at(List.of(path.split(" > ")));
    }

    static Object section(Map<String, Object> json, String key) {
        return Objects.requireNonNull(json.get(key), key);
    }
}
