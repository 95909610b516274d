package treeline.ensemble;

import treeline.ensemble.metadata.RunFilter;
import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.transform.Formula;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A formula over metrics and numeric metadata of runs, such as `time * ranks / size`.
record RunFormula(Formula formula) {

    static RunFormula parse(String text) {
        return new RunFormula(Formula.parse(text));
    }

    /// The values of an ensemble with the computed metric.
    Profile addedTo(Ensemble ensemble, String name) {
        List<Metadata> runs = ensemble.metadataOfRuns();
        List<String> columns =
                ensemble.metadataColumns().stream()
                        .filter(column -> runs.stream().anyMatch(run -> hasNumber(run, column)))
                        .toList();
        return formula.addedTo(ensemble.profile(), name, run -> numbers(runs.get(run), columns));
    }

    private static boolean hasNumber(Metadata run, String column) {
        return !Double.isNaN(number(run, column));
    }

    private static Map<String, Double> numbers(Metadata run, List<String> columns) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        for (String column : columns) numbers.put(column, number(run, column));
        return numbers;
    }

    private static double number(Metadata run, String column) {
        return run.get(column).map(RunFilter::numberOf).orElse(Double.NaN);
    }
}
