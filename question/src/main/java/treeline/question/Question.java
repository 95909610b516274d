package treeline.question;

import treeline.question.answer.Answer;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Example;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.Signature;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// A question about runs, as data. Every interface is generated from it.
///
/// @param name the words of its command: `imbalance`, or `ensemble stats` for a member of a group
/// @param summary one line for lists of questions
/// @param subject the runs that it needs
/// @param operands the positional arguments; those of [Subject] come first
/// @param parameters named, typed and optional
/// @param examples command lines for help and documentation
/// @param answering computes the answer
public record Question(
        String name,
        String summary,
        Subject subject,
        List<Operand> operands,
        List<Parameter<?>> parameters,
        List<Example> examples,
        Answering answering) {

    /// The runs that a question needs.
    public enum Subject {
        ONE_RUN,
        TWO_RUNS,
        /// An ensemble.
        RUNS,
        /// Two groups of runs, one per build.
        BUILDS,
        /// A folder of the runs of many builds.
        ARCHIVE
    }

    /// Computes an answer.
    @FunctionalInterface
    public interface Answering {
        Answer answer(Arguments arguments, Session session) throws IOException;
    }

    public Question {
        operands = List.copyOf(operands);
        parameters = List.copyOf(parameters);
        examples = List.copyOf(examples);
    }

    public Question(
            String name,
            String summary,
            Subject subject,
            List<Operand> operands,
            List<Parameter<?>> parameters,
            Answering answering) {
        this(name, summary, subject, operands, parameters, List.of(), answering);
    }

    /// A question about one run.
    public static Question ofRun(
            String name, String summary, List<Parameter<?>> parameters, Answering answering) {
        List<Operand> run = List.of(RunOptions.PATH);
        return new Question(name, summary, Subject.ONE_RUN, run, parameters, answering);
    }

    /// The question with a further example.
    public Question example(String line, String purpose) {
        var more = Stream.concat(examples.stream(), Stream.of(new Example(line, purpose)));
        return new Question(name, summary, subject, operands, parameters, more.toList(), answering);
    }

    /// Parameters that choose where a run is read, or that stop before it is read. Only users of
    /// the command line may set them.
    private static final Set<String> OF_COMMANDS = Set.of("engine", "explain", "format");

    /// The parameters that a page or an assistant may set: those that name no file and do not
    /// choose a machine.
    public List<Parameter<?>> openParameters() {
        return parameters.stream().filter(Question::isOpen).toList();
    }

    private static boolean isOpen(Parameter<?> parameter) {
        ParameterType<?> type = parameter.value();
        return !OF_COMMANDS.contains(parameter.name()) && (type == null || !type.file());
    }

    /// The name, operands and parameters.
    public Signature signature() {
        return new Signature(name, operands, parameters);
    }

    /// Answers the question, asked as the words of a command line after the name.
    public Answer ask(List<String> words, Session session) throws IOException {
        return ask(signature().parse("treeline", words), session);
    }

    public Answer ask(Arguments arguments, Session session) throws IOException {
        return answering.answer(arguments, session);
    }
}
