package treeline.question.runs;

import treeline.formats.Formats;
import treeline.question.Question;
import treeline.question.runs.input.EnsembleOptions;

import java.util.List;
import java.util.function.Supplier;

/// The questions about an ensemble, `ensemble NAME`, in the order of the help.
public final class EnsembleQuestions {
    private EnsembleQuestions() {}

    public static List<Question> all(Supplier<Formats> formats) {
        var options = new EnsembleOptions(formats);
        return List.of(
                EnsembleInfo.question(options),
                EnsembleMetadata.question(options),
                EnsembleValues.question(options),
                EnsembleStats.question(options),
                EnsembleTree.question(options),
                EnsembleTopDown.question(options),
                EnsemblePivot.question(options),
                EnsembleSpeedup.question(options),
                EnsembleModel.question(options),
                EnsembleCluster.question(options),
                EnsembleVariability.question(options));
    }
}
