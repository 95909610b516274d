package treeline.question.parameter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The parsed and validated arguments of a question.
public final class Arguments {
    private final Map<String, List<Object>> options;
    private final Map<String, List<String>> parameters;
    private final List<Given> given;
    private final List<String> words;

    /// An option as it was given.
    ///
    /// @param words its value, empty for a flag
    public record Given(Parameter<?> option, List<String> words) {}

    Arguments(
            Map<String, List<Object>> options,
            Map<String, List<String>> parameters,
            List<Given> given,
            List<String> words) {
        this.given = List.copyOf(given);
        this.words = List.copyOf(words);
        this.options = new LinkedHashMap<>(options);
        this.parameters = new LinkedHashMap<>(parameters);
    }

    /// The parameters that were given, in order.
    public List<Given> given() {
        return given;
    }

    /// As the user wrote them, for results that say how they were made.
    public List<String> words() {
        return words;
    }

    /// The options, with their values, that another command takes too: `--rank 3`. Options of every
    /// command, such as `--width`, are not repeated.
    public List<String> repeatedFor(Signature other) {
        return written(
                option ->
                        other.parameters().stream()
                                .anyMatch(its -> its.name().equals(option.name())));
    }

    /// The words of the same question with another value of an option.
    public List<String> with(Parameter<?> option, String value) {
        List<String> words = written(its -> !its.equals(option));
        words.addAll(List.of(option.written(), value, "--"));
        parameters.values().forEach(words::addAll);
        return words;
    }

    private List<String> written(Predicate<Parameter<?>> wanted) {
        List<String> written = new ArrayList<>();
        for (Given each : given)
            if (wanted.test(each.option)) {
                written.add(each.option.written());
                written.addAll(each.words);
            }
        return written;
    }

    public boolean has(Parameter<?> option) {
        return options.containsKey(option.name());
    }

    public <T> Optional<T> value(Parameter<T> option) {
        return all(option).stream().findFirst();
    }

    public <T> T value(Parameter<T> option, T otherwise) {
        return value(option).orElse(otherwise);
    }

    /// The values of an option that may be given several times.
    @SuppressWarnings("unchecked") // the parser put in what the option's own ParameterType<T> made
    public <T> List<T> all(Parameter<T> option) {
        return (List<T>) options.getOrDefault(option.name(), List.of());
    }

    /// The text of a parameter that must be there.
    public String one(Operand parameter) {
        return all(parameter).getFirst();
    }

    public Optional<String> maybe(Operand parameter) {
        return all(parameter).stream().findFirst();
    }

    public List<String> all(Operand parameter) {
        return parameters.getOrDefault(parameter.name(), List.of());
    }
}
