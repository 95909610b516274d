package treeline.examples;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The command line of an example: pairs of `--name value`.
record Options(Map<String, String> values) {
    static final String RANKS = "ranks";
    static final String OUTPUT = "output";
    static final String IMBALANCE = "imbalance";
    static final String REPETITIONS = "repetitions";
    static final String SNAPSHOT = "snapshot";
    private static final Set<String> OF_ALL =
            Set.of(RANKS, OUTPUT, IMBALANCE, REPETITIONS, SNAPSHOT);

    Options {
        values = Map.copyOf(values);
    }

    /// @param own the options that this program has beside those of all
    static Options parse(Set<String> own, String... arguments) {
        Map<String, String> values = new TreeMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : arguments[i];
            if (!OF_ALL.contains(name) && !own.contains(name))
                throw new IllegalArgumentException("unknown option " + arguments[i]);
            if (i + 1 == arguments.length)
                throw new IllegalArgumentException(
                        "option %s has no value".formatted(arguments[i]));
            values.put(name, arguments[i + 1]);
        }
        return new Options(values);
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    String text(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    int number(String name, int otherwise) {
        return (int) real(name, otherwise);
    }

    double real(String name, double otherwise) {
        String text = values.get(name);
        if (text == null) return otherwise;
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(
                    "option --%s is not a number: %s".formatted(name, text));
        }
    }

    /// How often the whole program is repeated: each is an execution of its own in the recording.
    int repetitions() {
        return number(REPETITIONS, 2);
    }

    /// How much more work rank 0 gets than the others: 0 none, 1 twice as much.
    double imbalance() {
        return real(IMBALANCE, 0);
    }
}
