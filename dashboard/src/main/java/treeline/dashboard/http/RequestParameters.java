package treeline.dashboard.http;

import treeline.model.Metric.Scope;
import treeline.source.Selection;
import treeline.transform.Reduction;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The parameters of a request, validated when they are read.
public final class RequestParameters {
    private static final int MAX_DIGITS = 18;

    /// The one parameter that may occur several times: metrics that a request defines.
    private static final String REPEATED = "define";

    private final Map<String, String> parameters;

    private RequestParameters(Map<String, String> parameters) {
        this.parameters = parameters;
    }

    /// The parameters of a query.
    ///
    /// @param query the text after the `?`, still encoded
    public static RequestParameters of(String query) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String pair : query.split("&")) {
            if (pair.isEmpty()) continue;
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
            if (parameters.containsKey(name) && !name.equals(REPEATED))
                throw RefusedRequest.wrong("parameter '%s' is given twice".formatted(name));
            parameters.merge(name, value, (one, more) -> one + "\n" + more);
        }
        return new RequestParameters(parameters);
    }

    /// The parameters of a query in which a name may occur several times.
    public static Map<String, List<String>> repeated(String query) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        for (String pair : query.split("&")) {
            if (pair.isEmpty()) continue;
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
            parameters.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
        }
        return parameters;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            throw RefusedRequest.wrong("a parameter is not URL-encoded: " + broken.getMessage());
        }
    }

    public Optional<String> maybe(String name) {
        return Optional.ofNullable(parameters.get(name));
    }

    /// The values of a parameter that may occur several times.
    public List<String> all(String name) {
        return maybe(name).map(text -> List.of(text.split("\n"))).orElse(List.of());
    }

    public String text(String name) {
        return maybe(name)
                .orElseThrow(
                        () -> RefusedRequest.wrong("parameter '%s' is missing".formatted(name)));
    }

    /// A whole number from 0 to below `end`.
    public int index(String name, int end) {
        return index(name, text(name), end);
    }

    private static int index(String name, String text, int end) {
        if (text.length() <= 10
                && !text.isEmpty()
                && text.chars().allMatch(RequestParameters::isDigit)) {
            long number = Long.parseLong(text);
            if (number < end) return (int) number;
        }
        throw RefusedRequest.wrong(
                "parameter '%s' expects an integer from 0 to %d, found '%s'"
                        .formatted(name, end - 1, text));
    }

    /// A whole number from 0 to below `end` that may need 64 bits.
    public long number(String name, long end) {
        return number(name, text(name), end);
    }

    private static long number(String name, String text, long end) {
        if (text.length() <= MAX_DIGITS
                && !text.isEmpty()
                && text.chars().allMatch(RequestParameters::isDigit)) {
            long number = Long.parseLong(text);
            if (number < end) return number;
        }
        throw RefusedRequest.wrong(
                "parameter '%s' expects an integer from 0 to %d, found '%s'"
                        .formatted(name, end - 1, text));
    }

    /// A time interval such as `1000-2500`, in nanoseconds since the start of the run.
    public Optional<NanosInterval> between() {
        Optional<String> given = maybe("between");
        if (given.isEmpty()) return Optional.empty();
        int dash = given.get().indexOf('-');
        if (dash < 0)
            throw RefusedRequest.wrong(
                    "parameter 'between' expects two times in nanoseconds, such as 1000-2500, found"
                            + " '%s'".formatted(given.get()));
        long from = number("between", given.get().substring(0, dash), Long.MAX_VALUE);
        long to = number("between", given.get().substring(dash + 1), Long.MAX_VALUE);
        if (to <= from)
            throw RefusedRequest.wrong(
                    "parameter 'between' has an interval that ends before it starts: %s"
                            .formatted(given.get()));
        return Optional.of(new NanosInterval(from, to));
    }

    /// A time interval in nanoseconds since the start of the run; `to` is excluded.
    public record NanosInterval(long from, long to) {}

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    public Reduction over() {
        return choice("over", Reduction.class, Reduction.MEAN);
    }

    public Scope scope() {
        return choice("scope", Scope.class, Scope.INCLUSIVE);
    }

    private <E extends Enum<E>> E choice(String name, Class<E> type, E usual) {
        Optional<String> given = maybe(name);
        if (given.isEmpty()) return usual;
        return Arrays.stream(type.getEnumConstants())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(given.get()))
                .findFirst()
                .orElseThrow(
                        () ->
                                RefusedRequest.wrong(
                                        "parameter '%s' does not accept '%s'"
                                                .formatted(name, given.get())));
    }

    /// Node numbers such as `1,2,3`, each once and ascending.
    public int[] nodes(int end, int most) {
        String[] words = text("nodes").split(",");
        if (words.length > most) throw tooMany(words.length, most);
        int[] nodes = new int[words.length];
        for (int i = 0; i < nodes.length; i++) nodes[i] = index("nodes", words[i], end);
        return nodes;
    }

    public static RefusedRequest tooMany(int found, int most) {
        return new RefusedRequest(
                Status.BAD_REQUEST,
                "the request names %d nodes".formatted(found),
                "request at most " + most);
    }

    /// A first and a last iteration, such as `10-19`.
    public Optional<int[]> iterations() {
        Optional<String> given = maybe("iterations");
        if (given.isEmpty()) return Optional.empty();
        return Optional.of(range("iterations", given.get(), Integer.MAX_VALUE));
    }

    private static int[] range(String name, String range, int end) {
        int dash = range.indexOf('-');
        int from = index(name, dash < 0 ? range : range.substring(0, dash), end);
        int to = dash < 0 ? from : index(name, range.substring(dash + 1), end);
        if (to < from)
            throw RefusedRequest.wrong(
                    "parameter '%s' has a range that ends before it starts: %s"
                            .formatted(name, range));
        return new int[] {from, to};
    }

    /// Contexts as ranges, such as `0-511,600`; all where nothing is said. `3/8x64` is 64 of them,
    /// each 8 further on than the one before.
    public Selection contexts(int size) {
        return selection("contexts", size);
    }

    /// Indexes below `size` as ranges and stripes; all if the parameter is missing.
    public Selection selection(String name, int size) {
        Optional<String> given = maybe(name);
        if (given.isEmpty()) return Selection.ALL;
        var chosen = new BitSet(size);
        for (String range : given.get().split(",")) addStripes(name, chosen, range, size);
        return Selection.where(size, chosen::get);
    }

    private static void addStripes(String name, BitSet chosen, String text, int size) {
        int slash = text.indexOf('/');
        int[] first = range(name, slash < 0 ? text : text.substring(0, slash), size);
        int times = text.indexOf('x', Math.max(0, slash));
        if (slash < 0) chosen.set(first[0], first[1] + 1);
        else if (times < 0)
            throw RefusedRequest.wrong(
                    "parameter '%s' expects stripes as in 3/8x64, found '%s'"
                            .formatted(name, text));
        else {
            int step = index(name, text.substring(slash + 1, times), size);
            int count = index(name, text.substring(times + 1), size + 1);
            index(name, Long.toString(first[1] + (long) step * (count - 1)), size);
            for (int i = 0; i < count; i++)
                chosen.set(first[0] + i * step, first[1] + i * step + 1);
        }
    }
}
