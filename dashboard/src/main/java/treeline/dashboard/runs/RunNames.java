package treeline.dashboard.runs;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Display names of runs: the last part of the path, and as many parts before it as needed to be
/// unique. Runs with the same path are numbered.
public final class RunNames {
    private RunNames() {}

    /// The last part of a path.
    public static String last(String path) {
        List<String> parts = parts(path);
        return parts.isEmpty() ? path : parts.getLast();
    }

    /// One name per path, no two alike.
    public static List<String> of(List<String> paths) {
        List<List<String>> parts = paths.stream().map(RunNames::parts).toList();
        int[] shown = new int[paths.size()];
        Arrays.fill(shown, 1);
        for (boolean longer = true; longer; ) {
            longer = false;
            List<String> names = names(paths, parts, shown);
            for (List<Integer> alike : groups(names))
                if (alike.size() > 1)
                    for (int run : alike)
                        if (shown[run] < parts.get(run).size()) {
                            shown[run]++;
                            longer = true;
                        }
        }
        return counted(names(paths, parts, shown));
    }

    private static List<String> names(List<String> paths, List<List<String>> parts, int[] shown) {
        return IntStream.range(0, shown.length)
                .mapToObj(
                        run -> {
                            List<String> all = parts.get(run);
                            return all.isEmpty()
                                    ? paths.get(run)
                                    : String.join(
                                            "/", all.subList(all.size() - shown[run], all.size()));
                        })
                .toList();
    }

    private static List<List<Integer>> groups(List<String> names) {
        return List.copyOf(
                IntStream.range(0, names.size())
                        .boxed()
                        .collect(Collectors.groupingBy(names::get))
                        .values());
    }

    private static List<String> counted(List<String> names) {
        Map<String, Integer> seen = new HashMap<>();
        List<String> counted = new ArrayList<>();
        for (String name : names) {
            int times = seen.merge(name, 1, Integer::sum);
            counted.add(times == 1 ? name : "%s (%d)".formatted(name, times));
        }
        return List.copyOf(counted);
    }

    /// A backslash separates on Windows only; elsewhere it is a letter of a name.
    private static List<String> parts(String path) {
        String slashes = File.separatorChar == '\\' ? path.replace('\\', '/') : path;
        return Arrays.stream(slashes.split("/")).filter(part -> !part.isEmpty()).toList();
    }
}
