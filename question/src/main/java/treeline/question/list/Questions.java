package treeline.question.list;

import treeline.formats.Formats;
import treeline.question.Question;
import treeline.question.run.CallGraphQuestion;
import treeline.question.run.CallersQuestion;
import treeline.question.run.CommunicationQuestion;
import treeline.question.run.CorrelateQuestion;
import treeline.question.run.DiffQuestion;
import treeline.question.run.FlatQuestion;
import treeline.question.run.HotPathQuestion;
import treeline.question.run.ImbalanceQuestion;
import treeline.question.run.IterationsQuestion;
import treeline.question.run.LongestIterationsQuestion;
import treeline.question.run.NodeQuestion;
import treeline.question.run.QueryQuestion;
import treeline.question.run.RanksQuestion;
import treeline.question.run.TreeQuestion;
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
                Stream.concat(
                        Stream.of(
                        new TreeQuestion(formats).question(),
                        new QueryQuestion(formats).question(),
                        new HotPathQuestion(formats).question(),
                        new ImbalanceQuestion(formats).question(),
                        new RanksQuestion(formats).question(),
                        new CommunicationQuestion(formats).question(),
                        new IterationsQuestion(formats).question(),
                        new NodeQuestion(formats).question(),
                        new LongestIterationsQuestion(formats).question(),
                        new FlatQuestion(formats).question(),
                        new CallersQuestion(formats).question(),
                        new CallGraphQuestion(formats).question(),
                        new CorrelateQuestion(formats).question(),
                        new DiffQuestion(formats).question()),
                        EnsembleQuestions.all(formats).stream())
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
