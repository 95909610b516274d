package treeline.question.claims;

import static org.assertj.core.api.Assertions.assertThat;

import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.statement.Argument;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The checks of the statements of some questions, by template. A statement without a check fails,
/// unless its template is an exception with a reason.
///
/// @param <T> the case: the runs and what was asked about them
final class ClaimChecks<T> {
    /// Recomputes the arguments of a claim.
    @FunctionalInterface
    interface Check<T> {
        void check(Claim claim, T subject, Answer answer);
    }

    private final Map<Pattern, Check<T>> checks = new LinkedHashMap<>();
    private final Map<String, String> exceptions = new TreeMap<>();
    private final Set<Pattern> used = new java.util.HashSet<>();
    private final Set<String> seen = new TreeSet<>();

    /// The first false statement of each template.
    private final Map<String, String> failures = new TreeMap<>();

    void add(String template, Check<T> check) {
        checks.put(Pattern.compile(Pattern.quote(template)), check);
    }

    /// @param regex of templates that are built from parts
    void addLike(String regex, Check<T> check) {
        checks.put(Pattern.compile(regex), check);
    }

    /// @param reason why the template has no check
    void except(String template, String reason) {
        exceptions.put(template, reason);
    }

    /// Checks all statements of an answer.
    ///
    /// @param asked the words of the question, for messages
    void check(Answer answer, T subject, String asked) {
        for (Statement each : answer.statements()) {
            var claim = new Claim(each.sentence());
            seen.add(claim.template());
            try {
                claim.withClauses().forEach(ClaimChecks::checkNumbers);
                if (!exceptions.containsKey(claim.template())) check(claim, subject, answer);
            } catch (AssertionError | RuntimeException wrong) {
                failures.putIfAbsent(
                        claim.template(),
                        "%s%n  asked: %s%n  %s".formatted(each.text(), asked, wrong));
            }
        }
    }

    private void check(Claim claim, T subject, Answer answer) {
        Pattern pattern =
                checks.keySet().stream()
                        .filter(some -> some.matcher(claim.template()).matches())
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("no check of: " + claim.template()));
        used.add(pattern);
        checks.get(pattern).check(claim, subject, answer);
    }

    /// A value that is unknown is not a claim.
    private static void checkNumbers(Claim claim) {
        for (Argument each : claim.arguments().values())
            if (Claim.isNumber(each) && Double.isNaN(Claim.number(each)))
                throw new AssertionError("an unknown number in: " + claim.template());
    }

    /// All statements are true, and every check was used, so that none is left of a template that
    /// is gone.
    void assertTrue() {
        assertThat(failures.values()).as("%d false", failures.size()).isEmpty();
        assertThat(checks.keySet().stream().filter(each -> !used.contains(each)).toList())
                .as("checks of templates that did not appear; seen: %s", seen)
                .isEmpty();
    }

    Set<String> seen() {
        return Set.copyOf(seen);
    }

    int size() {
        return checks.size();
    }
}
