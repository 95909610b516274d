package treeline.scaling.search;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/// The experimental design: everything that depends on the measured parameter values only, computed
/// once and shared by all nodes that were measured there.
public final class ExperimentDesign {
    private final List<ParameterAxis> along;
    private final Map<Form, List<SingleParameterSearch>> searches = new EnumMap<>(Form.class);
    private final Map<Integer, CandidateModels> hypotheses = new ConcurrentHashMap<>();
    private final LazyValue<TermCombinations> productSums =
            new LazyValue<>(() -> TermCombinations.of(parameters(), tried(parameters())));

    ExperimentDesign(Points points, SearchSettings rules) {
        this.along =
                IntStream.range(0, points.parameters())
                        .mapToObj(parameter -> ParameterAxis.of(points, parameter))
                        .toList();
        List<SingleParameterSearch> growing = searches(SearchSpace.GROWING);
        searches.put(Form.MEASURED, growing);
        searches.put(Form.TOTAL, growing);
        searches.put(Form.FALLING, searches(rules.falling()));
    }

    private List<SingleParameterSearch> searches(List<Exponents> space) {
        List<SingleParameterSearch> each = new ArrayList<>();
        for (ParameterAxis one : along)
            each.add(new SingleParameterSearch(space, one.x().toArray()));
        return each;
    }

    int parameters() {
        return along.size();
    }

    /// How many terms of each of so many parameters are tried with each other.
    static int tried(int parameters) {
        return parameters == 2 ? 5 : parameters == 3 ? 2 : 1;
    }

    TermCombinations productSums() {
        return productSums.get();
    }

    /// The points of a node along a parameter.
    Points along(Points points, int parameter) {
        return along.size() == 1 ? points : along.get(parameter).of(points);
    }

    /// The search of a form along a parameter.
    SingleParameterSearch search(Form form, int parameter) {
        return searches.getOrDefault(form, List.of()).get(parameter);
    }

    /// What points along a parameter may mean.
    CandidateModels hypotheses(int parameter) {
        return hypotheses.computeIfAbsent(
                parameter, each -> CandidateModels.ofOne(along.get(each).x().toArray()));
    }
}
