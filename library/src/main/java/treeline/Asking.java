package treeline;

import treeline.formats.Formats;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.input.Session;
import treeline.question.list.Questions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.Signature;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
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

    /// A further value of a parameter that takes one: merged with the value that is set.
    Asking merged(String parameter, String value, BinaryOperator<String> merge) {
        String start = "--%s=".formatted(parameter);
        List<String> others = words.stream().filter(each -> !each.startsWith(start)).toList();
        return words.stream()
                .filter(each -> each.startsWith(start))
                .map(each -> each.substring(start.length()))
                .reduce(merge)
                .map(set -> new Asking(others).with(parameter, merge.apply(set, value)))
                .orElseGet(() -> with(parameter, value));
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
                                                "no question '%s'".formatted(name)));
        return question.ask(arguments(question.signature(), operands), session);
    }

    /// The values as arguments of a question.
    ///
    /// @throws IllegalArgumentException if one belongs to a parameter that it does not have
    Arguments arguments(Signature signature, List<String> operands) {
        words.forEach(each -> requireKnown(each, signature));
        List<String> all = new ArrayList<>(words);
        all.add("--");
        all.addAll(operands);
        return signature.parse("treeline", all);
    }

    private static void requireKnown(String word, Signature signature) {
        int equals = word.indexOf('=');
        String name = word.substring("--".length(), equals < 0 ? word.length() : equals);
        if (signature.parameters().stream().noneMatch(each -> each.isCalled(name)))
            throw new IllegalArgumentException(
                    "'%s' has no parameter '%s'; it has %s"
                            .formatted(
                                    signature.name(),
                                    name,
                                    signature.parameters().stream()
                                            .map(Parameter::name)
                                            .collect(Collectors.joining(", "))));
    }
}
