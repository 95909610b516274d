package treeline.question.builds;

import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.input.RowLimit;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;

import java.io.IOException;
import java.util.List;

/// `archive list`: the runs of an archive, newest first.
public final class ArchiveListQuestion {
    private ArchiveListQuestion() {}

    public static Question question() {
        return new Question(
                        "archive list",
                        "show the runs of an archive, newest first",
                        Question.Subject.ARCHIVE,
                        List.of(),
                        List.of(ArchiveOptions.ARCHIVE, ArchiveOptions.BRANCH, RowLimit.TOP),
                        ArchiveListQuestion::answer)
                .example(
                        "treeline archive list --archive perf --branch main",
                        "the runs of a branch");
    }

    private static Answer answer(Arguments arguments, Session session) throws IOException {
        return ArchiveOptions.ask(
                arguments, session, index -> RunRows.answer("archive list", index, arguments));
    }
}
