package treeline.question.list;

import treeline.formats.Formats;
import treeline.question.Question;
import treeline.question.builds.ArchiveListQuestion;
import treeline.question.builds.ArchiveQueryQuestion;
import treeline.question.builds.ArchiveTrendQuestion;
import treeline.question.builds.CompareQuestion;
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

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The list of all questions. To add an analysis to every interface, add its question here.
public final class Questions {
    private final List<Question> all;

    /// @param formats requested only by questions that read, because finding formats takes time
    public Questions(Supplier<Formats> formats) {
        this.all =
                Stream.of(
                                Stream.of(
                                        new InfoQuestion(formats).question(),
                                        new TreeQuestion(formats).question(),
                                        new QueryQuestion(formats).question(),
                                        new ReportQuestion(formats, this::named).question(),
                                        new HpcReportQuestion(formats).question(),
                                        new PruneQuestion(formats).question(),
                                        new HotPathQuestion(formats).question(),
                                        new ImbalanceQuestion(formats).question(),
                                        new RanksQuestion(formats).question(),
                                        new CommunicationQuestion(formats).question(),
                                        new IterationsQuestion(formats).question(),
                                        new LongestIterationsQuestion(formats).question(),
                                        new NodeQuestion(formats).question(),
                                        new FlatQuestion(formats).question(),
                                        new CallersQuestion(formats).question(),
                                        new CallGraphQuestion(formats).question(),
                                        new CorrelateQuestion(formats).question(),
                                        new DiffQuestion(formats).question()),
                                new TableQuestions(formats).questions().stream(),
                                Stream.of(new TraceQuestion(formats).question()),
                                EnsembleQuestions.all(formats).stream(),
                                Stream.of(
                                        new CompareQuestion(formats).question(),
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
