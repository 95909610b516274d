package treeline.app.cli;

import treeline.question.parameter.Example;
import treeline.question.parameter.Parameter;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Full-text search over commands: names, keywords, summaries, options and examples, ranked by
/// field weight and inverse document frequency (Manning, Raghavan and Schütze, Introduction to
/// Information Retrieval, sections 6.1 and 6.2).
final class CommandSearch {
    private static final int MAX_RESULTS = 5;

    /// Results with less than this fraction of the best score are omitted.
    private static final double MIN_RELATIVE_SCORE = 0.2;

    private static final int MIN_STEM_LENGTH = 4;
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");
    private static final Set<String> STOP_WORDS =
            Set.of(
                    "a",
                    "all",
                    "an",
                    "and",
                    "are",
                    "as",
                    "at",
                    "be",
                    "by",
                    "can",
                    "did",
                    "do",
                    "does",
                    "each",
                    "for",
                    "from",
                    "get",
                    "has",
                    "have",
                    "how",
                    "i",
                    "if",
                    "in",
                    "is",
                    "it",
                    "its",
                    "me",
                    "my",
                    "of",
                    "on",
                    "one",
                    "or",
                    "so",
                    "such",
                    "takes",
                    "that",
                    "the",
                    "there",
                    "this",
                    "to",
                    "treeline",
                    "use",
                    "what",
                    "when",
                    "where",
                    "which",
                    "will",
                    "with");

    /// Where a word occurs in the text of a command, by weight.
    private enum Field {
        KEYWORDS(8),
        NAME(6),
        SUMMARY(3),
        OPTIONS(1),
        EXAMPLES(1);

        private final double weight;

        Field(double weight) {
            this.weight = weight;
        }
    }

    private record Entry(Command command, Map<Field, Set<String>> stems) {
        boolean contains(String stem) {
            return stems.values().stream().anyMatch(each -> each.contains(stem));
        }
    }

    private final List<Entry> entries;

    /// @param keywords everyday words by command name
    CommandSearch(List<Command> commands, Map<String, String> keywords) {
        entries =
                Completion.acting(commands).stream()
                        .map(each -> entry(each, keywords.getOrDefault(each.name(), "")))
                        .toList();
    }

    private static Entry entry(Command command, String keywords) {
        return new Entry(
                command,
                Map.of(
                        Field.KEYWORDS, stems(keywords),
                        Field.NAME, stems(command.name()),
                        Field.SUMMARY, stems(command.summary()),
                        Field.OPTIONS, stems(options(command)),
                        Field.EXAMPLES, stems(examples(command))));
    }

    private static String options(Command command) {
        return Stream.concat(
                        command.options().stream().map(Parameter::name),
                        command.options().stream().map(Parameter::description))
                .collect(Collectors.joining(" "));
    }

    private static String examples(Command command) {
        return command.examples().stream().map(Example::purpose).collect(Collectors.joining(" "));
    }

    /// The best commands for some words, best first; empty if no command contains any of them.
    List<Command> find(String words) {
        Set<String> wanted = stems(words);
        record Hit(Command command, double score) {}
        List<Hit> hits = new ArrayList<>();
        for (Entry entry : entries) {
            double score = wanted.stream().mapToDouble(stem -> score(entry, stem)).sum();
            if (score > 0) hits.add(new Hit(entry.command, score));
        }
        hits.sort(Comparator.comparingDouble(Hit::score).reversed());
        double least = hits.isEmpty() ? 0 : hits.getFirst().score * MIN_RELATIVE_SCORE;
        return hits.stream()
                .filter(hit -> hit.score >= least)
                .limit(MAX_RESULTS)
                .map(Hit::command)
                .toList();
    }

    private double score(Entry entry, String stem) {
        double weight = 0;
        for (var field : entry.stems.entrySet())
            if (field.getValue().contains(stem)) weight += field.getKey().weight;
        if (weight == 0) return 0;
        long with = entries.stream().filter(each -> each.contains(stem)).count();
        return weight * Math.log(1 + (double) entries.size() / with);
    }

    private static Set<String> stems(String text) {
        Set<String> stems = new HashSet<>();
        WORD.matcher(text.toLowerCase(Locale.ROOT))
                .results()
                .map(found -> found.group())
                .filter(word -> !STOP_WORDS.contains(word))
                .map(CommandSearch::stem)
                .forEach(stems::add);
        return stems;
    }

    /// A word without its inflection, so that `calls`, `called` and `callers` are the same.
    private static String stem(String word) {
        for (String suffix :
                List.of("ations", "ation", "ing", "ers", "er", "est", "ed", "es", "s", "e"))
            if (word.endsWith(suffix) && word.length() - suffix.length() >= MIN_STEM_LENGTH)
                return undoubled(word.substring(0, word.length() - suffix.length()));
        return word;
    }

    /// `slicing` and `slice` differ after stemming only if a consonant was doubled.
    private static String undoubled(String stem) {
        int last = stem.length() - 1;
        boolean doubled =
                last > MIN_STEM_LENGTH
                        && stem.charAt(last) == stem.charAt(last - 1)
                        && stem.charAt(last) != 'l';
        return doubled ? stem.substring(0, last) : stem;
    }
}
