package treeline.scaling;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/// What depends only on where was measured, computed once for all nodes that were measured there.
final class Plan {
    private final List<Along> along;
    private final Map<Form, List<SingleSearch>> searches = new EnumMap<>(Form.class);
    private final Map<Integer, Hypotheses> hypotheses = new ConcurrentHashMap<>();
    private final Lazy<ProductSums> productSums =
            new Lazy<>(() -> ProductSums.of(parameters(), tried(parameters())));

    Plan(Points points, Rules rules) {
        this.along =
                IntStream.range(0, points.parameters())
                        .mapToObj(parameter -> Along.of(points, parameter))
                        .toList();
        List<SingleSearch> growing = searches(SearchSpace.GROWING);
        searches.put(Form.MEASURED, growing);
        searches.put(Form.TOTAL, growing);
        searches.put(Form.FALLING, searches(rules.falling()));
    }

    private List<SingleSearch> searches(List<Exponents> space) {
        List<SingleSearch> each = new ArrayList<>();
        for (Along one : along) each.add(new SingleSearch(space, one.x().toArray()));
        return each;
    }

    int parameters() {
        return along.size();
    }

    /// How many terms of each of so many parameters are tried with each other.
    static int tried(int parameters) {
        return parameters == 2 ? 5 : parameters == 3 ? 2 : 1;
    }

    ProductSums productSums() {
        return productSums.get();
    }

    /// The points of a node along a parameter.
    Points along(Points points, int parameter) {
        return along.size() == 1 ? points : along.get(parameter).of(points);
    }

    /// The search of a form along a parameter.
    SingleSearch search(Form form, int parameter) {
        return searches.getOrDefault(form, List.of()).get(parameter);
    }

    /// What points along a parameter may mean.
    Hypotheses hypotheses(int parameter) {
        return hypotheses.computeIfAbsent(
                parameter, each -> Hypotheses.ofOne(along.get(each).x().toArray()));
    }
}
