package treeline.select;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.pattern.Glob;
import treeline.query.QuerySyntaxException;
import treeline.text.Suggestion;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A metric selector: `time`, `cputime (i,e)`, `PAPI_*`, `gpu`; several are separated by commas or
/// `|`; `*` selects all stored metrics, `time:mean` a stored statistic over contexts. Names with
/// commas or parentheses are written in double quotes. A name without a scope selects one metric,
/// as in [Outline#metric]. docs/reference/select.md has the grammar.
public record MetricSelector(List<Named> metrics) {
    private static final Pattern SCOPED =
            Pattern.compile("(.*?)\\s*\\(([iepc](?:\\s*,\\s*[iepc])*)\\)");
    private static final Pattern BEHIND = Pattern.compile("(.*\\S)\\s*\\(([^()]*)\\)");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");
    private static final Pattern SPECIAL = Pattern.compile(".*[,|()].*");
    private static final Pattern STATISTIC =
            Pattern.compile("(?i)(.+):(sum|min|max|mean|stddev|cfvar|var)");
    private static final List<String> COMPUTED = List.of("sum", "mean", "min", "max");
    private static final Pattern GPU =
            Pattern.compile(
                    "(?i)(g(ker|mem|mset|xcopy|icopy|sync|ins|cycles|pipe|gmem|lmem|br|samp|util)\\b|.*gpu).*");
    private static final String TIME = "time";
    private static final List<String> CLOCKS = List.of("cputime", "realtime");
    private static final String ALL_SCOPES = "iepc";
    private static final String LEXICAL = " (lex_aware)";

    /// One element of the list.
    ///
    /// @param scopes letters of `iepc`; empty for the default scope
    public record Named(String name, String scopes) {
        @Override
        public String toString() {
            String safe = SPECIAL.matcher(name).matches() ? "\"%s\"".formatted(name) : name;
            return scopes.isEmpty()
                    ? safe
                    : "%s (%s)".formatted(safe, String.join(",", scopes.split("")));
        }
    }

    public MetricSelector {
        metrics = List.copyOf(metrics);
    }

    /// Reads the text of a user.
    ///
    /// @throws QuerySyntaxException with the place and what was expected there
    public static MetricSelector parse(String text) {
        List<Named> metrics = new ArrayList<>();
        int start = 0;
        int depth = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? ',' : text.charAt(i);
            if (c == '"') {
                i = closingQuote(text, i);
                continue;
            }
            if (c == '(') depth++;
            if (c == ')' && --depth < 0)
                throw new QuerySyntaxException(text, i, "unmatched closing parenthesis");
            if (i < text.length() && (depth > 0 || (c != ',' && c != '|'))) continue;
            if (depth > 0)
                throw new QuerySyntaxException(
                        text, text.lastIndexOf('('), "this parenthesis is not closed");
            metrics.add(named(text, start, i));
            start = i + 1;
        }
        return new MetricSelector(metrics);
    }

    private static int closingQuote(String text, int opening) {
        int closing = text.indexOf('"', opening + 1);
        if (closing < 0) throw new QuerySyntaxException(text, opening, "unterminated name");
        return closing;
    }

    private static String unquoted(String name) {
        Matcher quoted = QUOTED.matcher(name);
        return quoted.matches() ? quoted.group(1) : name;
    }

    private static Named named(String text, int from, int to) {
        String name = text.substring(from, to).strip();
        if (name.isEmpty())
            throw new QuerySyntaxException(text, from, "expected a metric name, found nothing");
        Matcher scoped = SCOPED.matcher(name);
        if (!scoped.matches()) return new Named(unquoted(name), "");
        if (scoped.group(1).isEmpty())
            throw new QuerySyntaxException(text, from, "expected a metric name before the scopes");
        return new Named(unquoted(scoped.group(1)), scoped.group(2).replaceAll("[\\s,]", ""));
    }

    /// The metrics of a run, each once. One may be in a scope that is not stored but computed.
    ///
    /// @throws IllegalArgumentException where a name or a scope means nothing in this run
    public List<Metric> of(Outline outline) {
        Set<Metric> found = new LinkedHashSet<>();
        for (Named named : metrics) found.addAll(of(outline, named));
        return List.copyOf(found);
    }

    /// Whether scopes are named, as in `time (e)`.
    public boolean isScoped() {
        return metrics.stream().noneMatch(named -> named.scopes.isEmpty());
    }

    private static List<Metric> of(Outline outline, Named named) {
        if (named.name.equals("*") && named.scopes.isEmpty()) return outline.metrics();
        List<String> names = names(outline, named.name);
        if (names.isEmpty()) names = statistics(outline, named);
        if (names.isEmpty()) {
            requireScopes(outline, named);
            return List.of(outline.metric(named.name)); // time:exclusive, or fails
        }
        if (named.scopes.isEmpty()) return names.stream().map(outline::metric).toList();
        Set<Metric> found = new LinkedHashSet<>();
        for (char scope : named.scopes.toCharArray()) {
            List<Metric> those = in(outline, names, scope);
            if (those.isEmpty()) throw noScope(outline, named, names, scope);
            found.addAll(those);
        }
        return List.copyOf(found);
    }

    /// What stands behind the name of a metric is meant for scopes, unless it is part of a name.
    private static void requireScopes(Outline outline, Named named) {
        Matcher behind = BEHIND.matcher(named.name);
        if (!behind.matches() || names(outline, behind.group(1)).isEmpty()) return;
        throw new QuerySyntaxException(
                named.name,
                behind.start(2),
                "expected scopes: i (inclusive), e (exclusive), p (point reading), c"
                        + " (lex_aware),"
                        + " several with commas, as in %s (i,e); found '%s'"
                                .formatted(behind.group(1), behind.group(2)));
    }

    /// The names of a statistic over contexts that the file keeps beside values, as files of
    /// HPCToolkit may: `time:Mean` for `time:mean`. Empty where none is named.
    private static List<String> statistics(Outline outline, Named named) {
        Matcher statistic = STATISTIC.matcher(named.name);
        if (!statistic.matches()) return List.of();
        List<String> of = names(outline, statistic.group(1));
        if (of.isEmpty()) return List.of();
        String suffix = named.name.substring(statistic.end(1));
        List<String> found =
                named(
                        outline,
                        each -> of.stream().anyMatch(n -> each.equalsIgnoreCase(n + suffix)));
        if (!found.isEmpty()) return found;
        String selector = named.toString();
        throw new QuerySyntaxException(
                selector,
                selector.indexOf(suffix),
                "the file does not store the statistic '%s' of '%s' over contexts%s"
                        .formatted(
                                statistic.group(2),
                                String.join(", ", of),
                                computed(statistic.group(2).toLowerCase(Locale.ROOT))));
    }

    private static String computed(String statistic) {
        return COMPUTED.contains(statistic)
                ? "; commands with the option --of compute it with --of %s".formatted(statistic)
                : "";
    }

    private static List<Metric> in(Outline outline, List<String> names, char scope) {
        return names.stream().flatMap(name -> in(outline, name, scope).stream()).toList();
    }

    private static IllegalArgumentException noScope(
            Outline outline, Named named, List<String> names, char scope) {
        String there =
                ALL_SCOPES
                        .chars()
                        .filter(each -> !in(outline, names, (char) each).isEmpty())
                        .mapToObj(Character::toString)
                        .collect(Collectors.joining(", "));
        return new IllegalArgumentException(
                "no scope %c of '%s'; available: %s".formatted(scope, named.name, there));
    }

    private static List<Metric> stored(Outline outline, String name) {
        return outline.metrics().stream().filter(each -> each.name().equals(name)).toList();
    }

    /// The names of metrics that a name stands for: itself, itself in other letters, what people
    /// call so, or what it matches.
    private static List<String> names(Outline outline, String name) {
        List<String> same = named(outline, name::equals);
        if (!same.isEmpty()) return same;
        List<String> alike = named(outline, name::equalsIgnoreCase);
        if (alike.size() == 1) return alike;
        Optional<String> renamed = outline.metricStoredAs(name);
        if (renamed.isPresent()) return List.of(renamed.get());
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals(TIME)) return time(outline).map(Metric::name).stream().toList();
        if (CLOCKS.contains(lower)) return clock(outline, lower);
        if (lower.equals("gpu")) return named(outline, GPU.asMatchPredicate());
        if (!Glob.isPattern(name)) return List.of();
        List<String> matching = named(outline, Glob.of(name)::matches);
        return matching.isEmpty()
                ? named(outline, Glob.of(name).ignoringCase()::matches)
                : matching;
    }

    private static Optional<Metric> time(Outline outline) {
        return outline.metrics().isEmpty()
                ? Optional.empty()
                : Optional.of(outline.defaultMetric())
                        .filter(usual -> usual.unit().dimension() == Unit.Dimension.TIME);
    }

    /// A time whose clock is unknown is not used for either of them.
    private static List<String> clock(Outline outline, String clock) {
        List<String> said = named(outline, each -> each.toLowerCase(Locale.ROOT).startsWith(clock));
        if (!said.isEmpty() || time(outline).isEmpty()) return said;
        String time = time(outline).get().name();
        throw new IllegalArgumentException(
                "no metric '%s'; the time of this run is called '%s'%s"
                        .formatted(
                                clock,
                                time,
                                outline.storedName(time)
                                        .map(" and measures %s"::formatted)
                                        .orElse("")));
    }

    private static List<String> named(Outline outline, Predicate<String> test) {
        return outline.metrics().stream().map(Metric::name).distinct().filter(test).toList();
    }

    private static Optional<Metric> in(Outline outline, String name, char scope) {
        return switch (scope) {
            case 'i' -> scoped(outline, name, Scope.INCLUSIVE);
            case 'e' -> scoped(outline, name, Scope.EXCLUSIVE);
            case 'p' -> scoped(outline, name, Scope.POINT);
            default -> scoped(outline, name + LEXICAL, Scope.POINT);
        };
    }

    /// Stored, or computed from the other scope.
    private static Optional<Metric> scoped(Outline outline, String name, Scope scope) {
        List<Metric> stored = stored(outline, name);
        return stored.stream()
                .filter(each -> each.scope() == scope)
                .findFirst()
                .or(
                        () ->
                                scope == Scope.POINT
                                        ? Optional.empty()
                                        : stored.stream()
                                                .filter(Metric::addsUp)
                                                .findFirst()
                                                .map(each -> each.in(scope)));
    }

    /// The one metric that a question is about. A name without a scope is inclusive everywhere, but
    /// for how often nodes ran. Without a name it is the time, in the scope that is usual.
    ///
    /// @param named `time`, `time:exclusive` or a selector such as `time (e)`
    /// @param usual the scope where no metric is named
    public static Metric one(Outline outline, Optional<String> named, Scope usual) {
        if (named.isEmpty()) {
            Metric metric = outline.defaultMetric();
            return metric.addsUp() ? metric.in(usual) : metric;
        }
        Called called = called(outline, named.get());
        Metric metric = called.metric;
        return called.scoped || !metric.addsUp()
                ? metric
                : metric.in(metric.countsCalls() ? Scope.EXCLUSIVE : Scope.INCLUSIVE);
    }

    /// A metric and whether its name included a scope.
    private record Called(Metric metric, boolean scoped) {}

    /// The metric that is so called, as in `time:exclusive`, or that a selector such as `time (e)`
    /// means.
    private static Called called(Outline outline, String name) {
        List<String> names = outline.metrics().stream().map(Metric::name).toList();
        if (names.contains(name)) return new Called(outline.metric(name), false);
        MetricSelector selector = MetricSelector.parse(name);
        List<Metric> found = found(selector, outline, names);
        if (found.size() == 1)
            return new Called(
                    found.getFirst(),
                    selector.isScoped() || name.startsWith(found.getFirst().name() + ":"));
        throw new IllegalArgumentException(
                "expected one metric, but '%s' selects %s"
                        .formatted(
                                name,
                                found.stream()
                                        .map(Metric::toString)
                                        .collect(Collectors.joining(", "))));
    }

    private static List<Metric> found(
            MetricSelector selector, Outline outline, List<String> names) {
        try {
            return selector.of(outline);
        } catch (QuerySyntaxException shown) {
            throw shown;
        } catch (IllegalArgumentException unknown) {
            String message = String.valueOf(unknown.getMessage());
            boolean isProposed = message.endsWith("?"); // of the names of metrics, see Outline
            throw new IllegalArgumentException(
                    isProposed ? message : message + Suggestion.among(names, selector.toString()),
                    unknown);
        }
    }

    @Override
    public String toString() {
        return String.join(",", metrics.stream().map(Named::toString).toList());
    }
}
