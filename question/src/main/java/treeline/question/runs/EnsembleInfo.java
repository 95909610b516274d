package treeline.question.runs;

import treeline.ensemble.Ensemble;
import treeline.ensemble.statistics.MetadataSummary;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.input.RowLimit;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.runs.input.EnsembleOptions;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.ContextSummary;

import java.util.ArrayList;
import java.util.List;

/// `ensemble info`: the number of runs, nodes and metrics, and the metadata in which runs differ.
final class EnsembleInfo {
    private static final String NAME = "ensemble info";

    private EnsembleInfo() {}

    static Question question(EnsembleOptions options) {
        return options.question(
                        NAME,
                        "show how runs differ: their metadata, nodes and metrics",
                        options.choosingValues(RowLimit.TOP),
                        EnsembleInfo::answer)
                .example("treeline ensemble info 'runs/*.tldb'", "how the runs differ");
    }

    private static Answer answer(Ensemble ensemble, Arguments arguments, Session session) {
        String heading =
                "%s, %s (%d in every run), %s"
                        .formatted(
                                ContextSummary.counted(ensemble.runs(), "run"),
                                ContextSummary.counted(ensemble.tree().size(), "node"),
                                ensemble.intersection().tree().size(),
                                ContextSummary.counted(ensemble.metrics().size(), "metric"));
        MetadataSummary facts = MetadataSummary.of(ensemble);
        var answer = new Answer.Builder(NAME, table(facts)).text("heading", heading).title(heading);
        List<MetadataSummary.Fact> differing = facts.differing();
        if (!differing.isEmpty())
            answer.add(
                    Section.of(table(differing))
                            .columns("metadata", "different")
                            .computed(
                                    "values",
                                    false,
                                    (row, screen) ->
                                            MetadataText.values(
                                                    differing.get(row), screen.ellipsis()))
                            .top(RowLimit.top(arguments)));
        MetadataText.addConstants(facts, answer);
        return answer.build();
    }

    private static Table table(MetadataSummary facts) {
        List<MetadataSummary.Fact> all = new ArrayList<>(facts.differing());
        all.addAll(facts.constant());
        return table(all);
    }

    private static Table table(List<MetadataSummary.Fact> facts) {
        return Table.of(
                Column.text("metadata", facts.stream().map(MetadataSummary.Fact::name).toList()),
                Column.whole(
                        "different",
                        facts.stream().mapToLong(each -> each.values().size()).toArray()),
                Column.text(
                        "values",
                        facts.stream().map(each -> String.join(", ", each.values())).toList()));
    }
}
