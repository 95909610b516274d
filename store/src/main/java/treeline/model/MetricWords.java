package treeline.model;

import treeline.text.Suggestion;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A synonym table for metric names: maps words that users type to the metric names of recorders.
final class MetricWords {
    private static final int MAX_PROPOSALS = 3;
    private static final Map<String, Pattern> KINDS =
            Map.of(
                    "(b?lock(s|ed|ing)?|contention|mutex|monitor|synchroni[sz].*)",
                    named("monitor|lock|park|contention|mutex"),
                    "(alloc(s|ation|ations)?|memory|mem|heap)",
                    named("alloc|heap|memory|bytes"),
                    "(wait(s|ing)?|idle|sleep(s|ing)?|park(s|ed|ing)?)",
                    named("wait|idle|sleep|park"),
                    "(gc|garbage.*|pauses?)",
                    named("gc|garbage|pause"),
                    "(io|files?|disk|network|sockets?)",
                    named("file|socket|disk|\\bread|write|bytes"),
                    "(cpu|cpu-?time|on-?cpu)",
                    named("cpu|samples|time"),
                    "(wall|wall-?(clock|time)|elapsed)",
                    named("wall|elapsed|real|time"),
                    "(cache|misses|cache-?miss(es)?)",
                    named("cache|miss|l[123]"),
                    "(flops?|fp)",
                    named("flop|fp_"),
                    "(calls?|visits|counts?)",
                    named("calls|visits|count|hits|samples"));

    private MetricWords() {}

    private static Pattern named(String alternatives) {
        return Pattern.compile("(?i).*(" + alternatives + ").*");
    }

    /// `; did you mean 'monitor enter'?` for `lock`; empty if no metric is near.
    static String proposal(List<Metric> metrics, String word) {
        List<String> names = metrics.stream().map(Metric::name).distinct().toList();
        String asked = word.toLowerCase(Locale.ROOT);
        List<String> near =
                Stream.concat(
                                names.stream().filter(each -> contains(each, asked)),
                                KINDS.entrySet().stream()
                                        .filter(kind -> asked.matches(kind.getKey()))
                                        .flatMap(
                                                kind ->
                                                        names.stream()
                                                                .filter(
                                                                        kind.getValue()
                                                                                .asMatchPredicate())))
                        .distinct()
                        .limit(MAX_PROPOSALS)
                        .toList();
        if (near.isEmpty()) return Suggestion.among(names, word);
        return near.stream()
                .map("'%s'"::formatted)
                .collect(Collectors.joining(" or ", "; did you mean ", "?"));
    }

    private static boolean contains(String name, String asked) {
        return asked.length() > 2 && name.toLowerCase(Locale.ROOT).contains(asked);
    }
}
