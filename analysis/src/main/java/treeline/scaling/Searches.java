package treeline.scaling;

import java.util.EnumMap;
import java.util.Map;

/// The terms at the points of one parameter, computed once for all nodes that were measured there.
/// Empty where there are several parameters.
///
/// @param whole at all points
/// @param shorter at all but the largest
record Searches(Map<Form, SingleSearch> whole, Map<Form, SingleSearch> shorter) {
    Searches {
        whole = Map.copyOf(whole);
        shorter = Map.copyOf(shorter);
    }

    static Searches of(Points points) {
        if (points.parameters() > 1) return new Searches(Map.of(), Map.of());
        return new Searches(at(points), at(Fitted.withoutLargest(points)));
    }

    private static Map<Form, SingleSearch> at(Points points) {
        Map<Form, SingleSearch> searches = new EnumMap<>(Form.class);
        for (Form form : Form.values())
            searches.put(form, new SingleSearch(FormChoice.space(form), points.of(0)));
        return searches;
    }
}
