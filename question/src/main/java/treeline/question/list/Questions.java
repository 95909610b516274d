package treeline.question.list;

import treeline.formats.Formats;
import treeline.question.Question;
import treeline.question.builds.ArchiveListQuestion;
import treeline.question.builds.ArchiveQueryQuestion;
import treeline.question.builds.ArchiveTrendQuestion;
import treeline.question.builds.CompareQuestion;
import treeline.question.input.RunOptions;
import treeline.question.run.CallGraphQuestion;
import treeline.question.run.CallersQuestion;
import treeline.question.run.CommunicationQuestion;
import treeline.question.run.CorrelateQuestion;
import treeline.question.run.DiffQuestion;
import treeline.question.run.FlatQuestion;
import treeline.question.run.HotPathQuestion;
import treeline.question.run.ImbalanceQuestion;
import treeline.question.run.InfoQuestion;
import treeline.question.run.IterationsQuestion;
import treeline.question.run.LongestIterationsQuestion;
import treeline.question.run.NodeQuestion;
import treeline.question.run.PruneQuestion;
import treeline.question.run.QueryQuestion;
import treeline.question.run.RanksQuestion;
import treeline.question.run.TreeQuestion;
import treeline.question.run.report.HpcReportQuestion;
import treeline.question.run.report.ReportQuestion;
import treeline.question.run.rows.TableQuestions;
import treeline.question.run.rows.TraceQuestion;
import treeline.question.runs.EnsembleQuestions;
import treeline.question.trace.CriticalPathQuestion;
import treeline.question.trace.GpuQuestion;
import treeline.question.trace.InstancesQuestion;
import treeline.question.trace.MessagesQuestion;
import treeline.question.trace.PatternQuestion;
import treeline.question.trace.TimelineQuestion;
import treeline.question.trace.TraceDiffQuestion;
import treeline.question.trace.UtilisationQuestion;
import treeline.question.trace.WaitsQuestion;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The list of all questions. To add an analysis to every interface, add its question here.
public final class Questions {
    private final List<Question> all;

    /// @param formats requested only by questions that read, because finding formats takes time
    public Questions(Supplier<Formats> formats) {
        var options = new RunOptions(formats);
        this.all =
                Stream.of(
                                Stream.of(
                                        new InfoQuestion(options).question(),
                                        new TreeQuestion(options).question(),
                                        new QueryQuestion(options).question(),
                                        new ReportQuestion(options, this::named).question(),
                                        new HpcReportQuestion(options).question(),
                                        new PruneQuestion(options).question(),
                                        new HotPathQuestion(options).question(),
                                        new ImbalanceQuestion(options).question(),
                                        new RanksQuestion(options).question(),
                                        new CommunicationQuestion(options).question(),
                                        new IterationsQuestion(options).question(),
                                        new LongestIterationsQuestion(options).question(),
                                        new NodeQuestion(options).question(),
                                        new FlatQuestion(options).question(),
                                        new CallersQuestion(options).question(),
                                        new CallGraphQuestion(options).question(),
                                        new CorrelateQuestion(options).question(),
                                        new DiffQuestion(options).question()),
                                new TableQuestions(options).questions().stream(),
                                Stream.of(
                                        new TraceQuestion(options).question(),
                                        new TimelineQuestion(options).question(),
                                        new UtilisationQuestion(options).question(),
                                        new WaitsQuestion(options).question(),
                                        new CriticalPathQuestion(options).question(),
                                        new MessagesQuestion(options).question(),
                                        new InstancesQuestion(options).question(),
                                        new PatternQuestion(options).question(),
                                        new GpuQuestion(options).question(),
                                        new TraceDiffQuestion(options).question()),
                                EnsembleQuestions.all(formats).stream(),
                                Stream.of(
                                        new CompareQuestion(options).question(),
                                        ArchiveListQuestion.question(),
                                        ArchiveQueryQuestion.question(),
                                        ArchiveTrendQuestion.question()))
                        .flatMap(each -> each)
                        .toList();
    }

    public List<Question> all() {
        return all;
    }

    /// The question of a name such as `imbalance` or `ensemble stats`.
    public Optional<Question> named(String name) {
        return all.stream().filter(each -> each.name().equals(name)).findFirst();
    }
}
