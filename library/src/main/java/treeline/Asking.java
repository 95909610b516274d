package treeline;

import treeline.formats.Formats;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.input.Session;
import treeline.question.list.Questions;
import treeline.question.parameter.Parameter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A set of parameter values, to be passed to questions.
///
/// @param words as on a command line: `--metric=time`
record Asking(List<String> words) {
    private static final Questions QUESTIONS = new Questions(Formats::all);
    static final Asking NOTHING_SET = new Asking(List.of());

    Asking {
        words = List.copyOf(words);
    }

    Asking with(String parameter, Object value) {
        return with("--%s=%s".formatted(parameter, value));
    }

    Asking with(String word) {
        List<String> more = new ArrayList<>(words);
        more.add(word);
        return new Asking(more);
    }

    Asking and(Asking others) {
        List<String> more = new ArrayList<>(words);
        more.addAll(others.words);
        return new Asking(more);
    }

    Answer ask(String name, List<String> operands, Session session) throws IOException {
        Question question =
                QUESTIONS
                        .named(name)
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "there is no question '%s'".formatted(name)));
        requireKnown(question);
        List<String> all = new ArrayList<>(words);
        all.add("--");
        all.addAll(operands);
        return question.ask(all, session);
    }

    private void requireKnown(Question question) {
        for (String word : words) {
            String name = word.replaceFirst("^--", "").replaceFirst("=.*$", "");
            if (question.parameters().stream().noneMatch(each -> each.isCalled(name)))
                throw new IllegalArgumentException(
                        "'%s' has no parameter '%s'; it has %s"
                                .formatted(
                                        question.name(),
                                        name,
                                        question.parameters().stream()
                                                .map(Parameter::name)
                                                .collect(Collectors.joining(", "))));
        }
    }
}
