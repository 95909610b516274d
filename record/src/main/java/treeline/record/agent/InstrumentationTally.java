package treeline.record.agent;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// Counts of instrumented and skipped methods, for the summary line at exit.
final class InstrumentationTally {
    private final Map<String, Integer> methodsByClass = new ConcurrentHashMap<>();
    private final Map<String, Integer> tooShortByClass = new ConcurrentHashMap<>();
    private final Map<String, String> failed = new ConcurrentHashMap<>();
    private final Map<String, String> apart = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> patterns = new ConcurrentHashMap<>();
    private volatile @Nullable String firstFailed;
    private volatile @Nullable String firstApart;

    void instrumented(String className, List<MethodChoice.Chosen> methods) {
        methodsByClass.put(className, methods.size());
        for (MethodChoice.Chosen method : methods)
            patterns.computeIfAbsent(method.name(), _ -> ConcurrentHashMap.newKeySet())
                    .add(method.pattern());
    }

    void failed(String className, Throwable reason) {
        if (firstFailed == null) firstFailed = className;
        failed.putIfAbsent(className, String.valueOf(reason));
    }

    void apart(String className, ClassLoader loader) {
        if (firstApart == null) firstApart = className;
        apart.putIfAbsent(className, loader.getClass().getName());
    }

    int classes() {
        return methodsByClass.size();
    }

    int methods() {
        return sum(methodsByClass);
    }

    private static int sum(Map<String, Integer> byClass) {
        return byClass.values().stream().mapToInt(Integer::intValue).sum();
    }

    void tooShort(String className, int methods) {
        tooShortByClass.put(className, methods);
    }

    int tooShort() {
        return sum(tooShortByClass);
    }

    /// What leaves an event out; nothing for those that the program has of itself.
    Set<String> patternsOf(String event) {
        return new TreeSet<>(patterns.getOrDefault(event, Set.of()));
    }

    List<String> problems() {
        List<String> problems = new ArrayList<>();
        String first = firstFailed;
        if (first != null)
            problems.add(
                    "%d classes could not be instrumented and run unrecorded, first: %s: %s"
                            .formatted(failed.size(), first, failed.get(first)));
        first = firstApart;
        if (first != null)
            problems.add(
                    "%d classes were not recorded because their class loader cannot access the recorder, first: %s of %s"
                            .formatted(apart.size(), first, apart.get(first)));
        return problems;
    }
}
