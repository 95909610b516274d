package treeline.question.parameter;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Parameter names of other profilers and common synonyms, mapped to the names here. Of several
/// proposals, the first one that the command has is suggested.
final class PeerWords {
    private static final Map<String, List<String>> PROPOSALS = new TreeMap<>();

    static {
        propose("at", "predict prediction extrapolate");
        propose("kind weak_efficiency", "weak weak-scaling");
        propose("kind strong_efficiency", "strong strong-scaling efficiency");
        propose("FUNCTION|CALLPATH|NODE|paths", "name function node symbol frame region");
        propose("paths", "filter query match focus select include squash");
        propose("hide", "exclude ignore remove drop");
        propose("top", "limit count rows lines head number nodecount max");
        propose("depth", "max-depth maxdepth levels level");
        propose("threshold|least-share", "cutoff min min-percent min-share nodefraction");
        propose("by|group-by", "group groupby group-by aggregate granularity");
        propose("group-by|by", "per by split-by");
        propose("sort|order", "sort-by sortby order-by");
        propose("of|statistic", "reduce reduction aggregation stat");
        propose("metric", "event events counter type sample-index value column");
        propose("metric NAME:inclusive", "inclusive cumulative cum incl");
        propose("metric NAME:exclusive", "exclusive self flat excl");
        propose("rank", "process proc pid pe mpi-rank");
        propose("between", "window time-range range start from since");
        propose("parameter|setting", "param variable");
        propose("processes", "procs cores nprocs");
        propose("fail-above", "fail fail-on fail-if gate max-regression");
        propose("baseline", "base before reference");
        propose("to", "output-format export");
        propose("format", "input-format reader");
        propose("output|OUT", "output o out file save");
        propose("csv", "text tsv table");
        propose("width", "columns cols");
    }

    private PeerWords() {}

    /// @param options names of options, perhaps with a value, and of parameters in capitals; the
    ///   first that a command has is proposed
    private static void propose(String options, String words) {
        List<String> names = List.of(options.split("\\|"));
        for (String word : words.split(" ")) PROPOSALS.put(word, names);
    }

    /// `; did you mean '--at'?` for `--predict`; empty if the command has nothing of that meaning.
    static Optional<String> proposal(
            String program, Signature command, List<Parameter<?>> options, String word) {
        return PROPOSALS.getOrDefault(word, List.of()).stream()
                .flatMap(each -> written(program, command, options, each).stream())
                .findFirst()
                .map("; did you mean '%s'?"::formatted);
    }

    private static Optional<String> written(
            String program, Signature command, List<Parameter<?>> options, String proposed) {
        String name = proposed.split(" ")[0];
        if (options.stream().anyMatch(each -> each.name().equals(name)))
            return Optional.of("--" + proposed);
        boolean isParameter =
                command.operands().stream().anyMatch(each -> each.name().equals(name));
        return isParameter ? Optional.of(usage(program, command)) : Optional.empty();
    }

    /// `treeline callers PATH FUNCTION`.
    private static String usage(String program, Signature command) {
        return Stream.concat(
                        Stream.of(program, command.name()),
                        command.operands().stream().map(Operand::name))
                .collect(Collectors.joining(" "));
    }
}
