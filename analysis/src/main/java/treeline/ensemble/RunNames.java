package treeline.ensemble;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds runs by name: the whole key or a suffix of its path.
final class RunNames {
    private final List<String> keys;
    private final Map<String, List<Integer>> runsOfEnd = new HashMap<>();

    RunNames(List<String> keys) {
        this.keys = keys;
        for (int run = 0; run < keys.size(); run++)
            runsOfEnd.computeIfAbsent(lastPart(keys.get(run)), _ -> new ArrayList<>()).add(run);
    }

    private static String lastPart(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /// The run that is called so or, if none is, the one that ends so.
    ///
    /// @throws IllegalArgumentException where several runs end so
    Optional<Integer> find(String name) {
        List<Integer> found = new ArrayList<>();
        for (int run : runsOfEnd.getOrDefault(lastPart(name), List.of())) {
            String key = keys.get(run);
            if (key.equals(name)) return Optional.of(run);
            if (key.endsWith("/" + name) || name.endsWith("/" + key)) found.add(run);
        }
        if (found.size() > 1)
            throw new IllegalArgumentException(
                    "'%s' is ambiguous: %s or %s; give more of the path"
                            .formatted(name, keys.get(found.get(0)), keys.get(found.get(1))));
        return found.stream().findFirst();
    }
}
