package treeline.formats.ncu;

import treeline.model.CallTree;
import treeline.model.Frame;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Maps the kernels of a report to nodes of an annotated run: a kernel belongs to the node with its
/// name (complete, or without return type, template arguments and parameters) in the regions of its
/// NVTX ranges. Ranges that are not regions of the run, such as those of libraries, are ignored;
/// without any other range, the name alone decides.
final class KernelPlaces {
    private final CallTree run;
    private final CallTree report;
    private final Map<String, List<Integer>> byName;
    private final Set<String> regions = new HashSet<>();
    private final Set<String> allRanges = new HashSet<>();

    KernelPlaces(CallTree run, CallTree report) {
        this.run = run;
        this.report = report;
        this.byName = nodesByName(run);
        for (int node = 0; node < run.size(); node++)
            if (!run.isLeaf(node)) regions.add(run.name(node));
        for (int node = 0; node < report.size(); node++)
            if (!isKernel(node)) allRanges.add(report.name(node));
    }

    /// Whether a node of the report is a kernel rather than a range.
    boolean isKernel(int node) {
        return report.frame(node).kind() == Frame.Kind.KERNEL;
    }

    /// The kernel with the ranges that say where it is: `dot in main/solve`.
    String nameOf(int kernel) {
        List<String> ranges = ranges(kernel);
        String name = report.name(kernel);
        return ranges.isEmpty() ? name : "%s in %s".formatted(name, String.join("/", ranges));
    }

    /// The nodes that may be meant: one, or none, or several where nothing decides.
    List<Integer> of(int kernel) {
        String name = report.name(kernel);
        List<Integer> named =
                byName.getOrDefault(name, byName.getOrDefault(bareName(name), List.of()));
        List<String> ranges = ranges(kernel);
        List<Integer> exact =
                named.stream().filter(node -> ranges.equals(rangesAbove(node))).toList();
        if (!exact.isEmpty()) return exact;
        return named.stream().filter(node -> isWithin(ranges, run.path(node))).toList();
    }

    /// The ranges around a kernel that are regions of the run, outermost first.
    private List<String> ranges(int kernel) {
        List<String> path = report.path(kernel);
        return path.subList(0, path.size() - 1).stream().filter(regions::contains).toList();
    }

    /// The regions around a node that are ranges of the report.
    private List<String> rangesAbove(int node) {
        List<String> path = run.path(node);
        return path.subList(0, path.size() - 1).stream().filter(allRanges::contains).toList();
    }

    private static boolean isWithin(List<String> ranges, List<String> path) {
        int found = 0;
        for (String name : path)
            if (found < ranges.size() && name.equals(ranges.get(found))) found++;
        return found == ranges.size();
    }

    /// Kernels of the run under their whole and their bare names; leaves, if none is marked as one.
    private static Map<String, List<Integer>> nodesByName(CallTree tree) {
        boolean marked =
                tree.frames().stream().anyMatch(frame -> frame.kind() == Frame.Kind.KERNEL);
        Map<String, List<Integer>> nodes = new HashMap<>();
        for (int node = 0; node < tree.size(); node++) {
            boolean kernel =
                    marked ? tree.frame(node).kind() == Frame.Kind.KERNEL : tree.isLeaf(node);
            if (!kernel) continue;
            String name = tree.name(node);
            nodes.computeIfAbsent(name, _ -> new ArrayList<>()).add(node);
            if (!bareName(name).equals(name))
                nodes.computeIfAbsent(bareName(name), _ -> new ArrayList<>()).add(node);
        }
        return nodes;
    }

    /// `void ns::reduce<int>(T1 *)` is `ns::reduce`.
    static String bareName(String name) {
        int end = name.length();
        for (char each : new char[] {'(', '<'}) {
            int at = name.indexOf(each);
            if (at > 0) end = Math.min(end, at);
        }
        String bare = name.substring(0, end).strip();
        return bare.substring(bare.lastIndexOf(' ') + 1);
    }
}
