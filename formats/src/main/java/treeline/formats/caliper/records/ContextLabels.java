package treeline.formats.caliper.records;

import treeline.model.Label;
import treeline.source.ReadReport;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Labels of contexts in Caliper records, such as thread names and the GPU of a stream. If the
/// records of a context contradict each other, it gets no label.
final class ContextLabels {
    private final Map<String, Map<Integer, String>> texts = new LinkedHashMap<>();
    private final Set<String> varying = new HashSet<>();

    /// Adds what a record says of the context of a handle.
    void add(int handle, Map<String, String> facts) {
        facts.forEach((name, text) -> add(handle, name, text));
    }

    private void add(int handle, String name, String text) {
        Map<Integer, String> byHandle = texts.computeIfAbsent(name, _ -> new HashMap<>());
        String other = byHandle.putIfAbsent(handle, text);
        if (other == null || other.equals(text)) return;
        varying.add(name);
        byHandle.put(handle, "");
    }

    /// What is known of a context, empty if nothing is.
    String text(String name, int handle) {
        Map<Integer, String> byHandle = texts.get(name);
        return byHandle == null ? "" : byHandle.getOrDefault(handle, "");
    }

    /// All but the host, which is part of contexts.
    ///
    /// @param handles in the order of the contexts
    List<Label> labels(Collection<Integer> handles, ReadReport.Log log) {
        for (String name : varying)
            log.note(
                    "a context has several values of '%s'; its label is omitted".formatted(name),
                    "");
        List<Label> labels = new ArrayList<>();
        for (String name : texts.keySet()) {
            if (name.equals(CaliperAttribute.HOST)) continue;
            List<String> byContext = handles.stream().map(each -> text(name, each)).toList();
            if (byContext.stream().anyMatch(each -> !each.isEmpty()))
                labels.add(Label.of(name, byContext));
        }
        return labels;
    }
}
