package treeline.store.text.tinyprof;

import treeline.array.Ints;
import treeline.model.Frame;
import treeline.store.text.rows.PathTree;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/// The call paths of TinyProf's rows, numbered by first occurrence. They become nodes when all are
/// known, because an id of generation 1 can be split only with those of its parents.
final class TinyProfPaths {
    /// Joins the names of a generation 1 id, but names contain it too.
    private static final char DASH = '-';

    /// Joins names here; no line holds it.
    private static final String STEP = "\n";

    /// The number of each path: by its id, or by its names.
    private final Map<String, Integer> numberOf = new LinkedHashMap<>();

    /// Of generation 1 ids; the parent of a root is empty.
    private final Map<String, String> parentOf = new HashMap<>();

    private final NavigableSet<Integer> idLengths = new TreeSet<>();

    /// The path of a generation 1 id.
    int number(String id, String parent) {
        parentOf.putIfAbsent(id, parent);
        idLengths.add(id.length());
        return number(id);
    }

    int number(List<String> names) {
        return number(String.join(STEP, names));
    }

    private int number(String key) {
        Integer known = numberOf.putIfAbsent(key, numberOf.size());
        return known != null ? known : numberOf.size() - 1;
    }

    /// Makes the nodes of all paths and those above them.
    ///
    /// @return the node of each path number
    int[] addTo(PathTree tree, List<Frame> frames) {
        Map<String, Integer> codeOf = new HashMap<>();
        int[] nodes = new int[numberOf.size()];
        int number = 0;
        for (String key : numberOf.keySet()) {
            var codes = new Ints();
            for (String step : namesOf(key))
                codes.add(
                        codeOf.computeIfAbsent(
                                step,
                                name -> {
                                    frames.add(Frame.region(name));
                                    return frames.size() - 1;
                                }));
            nodes[number++] = tree.node(codes);
        }
        return nodes;
    }

    private List<String> namesOf(String key) {
        if (!parentOf.containsKey(key)) return List.of(key.split(STEP));
        Deque<String> names = new ArrayDeque<>();
        String id = key;
        while (!id.isEmpty()) {
            String parent = parentOf.containsKey(id) ? parentOf.get(id) : nearestAbove(id);
            names.addFirst(parent.isEmpty() ? id : id.substring(parent.length() + 1));
            id = parent;
        }
        return new ArrayList<>(names);
    }

    /// The longest id that has a row and starts an id that has none, with a name behind it; empty
    /// if there is none.
    private String nearestAbove(String id) {
        for (int length : idLengths.headSet(id.length() - 1, false).descendingSet())
            if (id.charAt(length) == DASH && parentOf.containsKey(id.substring(0, length)))
                return id.substring(0, length);
        return "";
    }
}
