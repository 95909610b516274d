package treeline.question.runs;

import treeline.ensemble.Ensemble;
import treeline.ensemble.ShortNames;
import treeline.ensemble.statistics.MetadataSummary;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.input.RowLimit;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunGrouping;
import treeline.question.screen.TextWidth;
import treeline.table.Column;
import treeline.table.Table;
import treeline.table.TextColumn;
import treeline.view.ContextSummary;

/// `ensemble metadata`: the metadata of each run, one row per run.
final class EnsembleMetadata {
    private static final String NAME = "ensemble metadata";
    private static final String RUN = "run";

    private EnsembleMetadata() {}

    static Question question(EnsembleOptions options) {
        return options.question(
                        NAME,
                        "show the metadata of each run",
                        options.choosingRuns(RunGrouping.GROUP_BY, RowLimit.TOP),
                        EnsembleMetadata::answer)
                .example(
                        "treeline ensemble metadata 'runs/*.tldb' --csv",
                        "one row per run, machine-readable");
    }

    private static Answer answer(Ensemble all, Arguments arguments, Session session) {
        Ensemble ensemble = RunGrouping.means(all, arguments);
        Table metadata = ensemble.metadata();
        String heading =
                "metadata of "
                        + ContextSummary.counted(
                                ensemble.runs(), RunGrouping.isAsked(arguments) ? "group" : "run");
        ShortNames names = ShortNames.of(ensemble.keys());
        MetadataSummary facts = MetadataSummary.of(ensemble);
        var answer =
                new Answer.Builder(NAME, metadata)
                        .text("heading", heading)
                        .title(heading)
                        .add(
                                section(metadata.with(Column.text(RUN, names.all())), facts)
                                        .footnote(MetadataText.folder(names))
                                        .top(RowLimit.top(arguments)));
        MetadataText.addConstants(facts, answer);
        return answer.build();
    }

    private static Section.Builder section(Table runs, MetadataSummary facts) {
        Section.Builder section = Section.of(runs).label(RUN, RUN);
        for (MetadataSummary.Fact fact : facts.differing()) {
            String name = fact.name().equals(RUN) ? "metadata.run" : fact.name();
            Column column = runs.column(name);
            section.computed(
                    TextWidth.printable(fact.name()),
                    !(column instanceof TextColumn),
                    (row, screen) ->
                            column.isMissing(row)
                                    ? "-"
                                    : MetadataText.value(column.text(row), screen.ellipsis()));
        }
        return section;
    }
}
