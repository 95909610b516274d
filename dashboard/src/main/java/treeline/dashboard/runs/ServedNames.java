package treeline.dashboard.runs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Names of runs of a folder that is served, open or not: links contain them. Other runs are named
/// next to them.
final class ServedNames {
    private final Map<String, String> nameOf = new HashMap<>();
    private final Map<String, String> pathOf = new HashMap<>();

    /// @param paths of the folder, each once; empty if single runs are served
    ServedNames(List<String> paths) {
        List<String> names = RunNames.of(paths);
        for (int run = 0; run < names.size(); run++) {
            nameOf.put(paths.get(run), names.get(run));
            pathOf.put(names.get(run), paths.get(run));
        }
    }

    Optional<String> path(String name) {
        return Optional.ofNullable(pathOf.get(name));
    }

    /// One name per path, no two alike.
    List<String> names(List<String> paths) {
        List<String> others = paths.stream().filter(path -> !nameOf.containsKey(path)).toList();
        if (others.size() == paths.size()) return RunNames.of(paths);
        List<String> ofOthers = RunNames.of(others);
        Set<String> taken = new HashSet<>(nameOf.values());
        List<String> names = new ArrayList<>();
        int next = 0;
        for (String path : paths) {
            String served = nameOf.get(path);
            names.add(served == null ? unused(ofOthers.get(next++), taken) : served);
        }
        return List.copyOf(names);
    }

    private static String unused(String name, Set<String> taken) {
        String unused = name;
        for (int count = 2; !taken.add(unused); count++) unused = "%s (%d)".formatted(name, count);
        return unused;
    }
}
