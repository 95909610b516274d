package treeline.archive;

import treeline.model.Metadata;
import treeline.model.Metadata.Value;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The key of a run in an archive: its time and build.
///
/// @param branch empty if unknown
/// @param commit empty if unknown
public record RunLabel(Instant time, String branch, String commit) {
    static final String TIME = "archive.time";
    static final String BRANCH = "branch";
    static final String COMMIT = "commit";

    /// Names that programs, scripts and other tools give to what we look for.
    private static final List<String> BRANCHES =
            List.of(BRANCH, "git.branch", "git_branch", "gitBranch");

    private static final List<String> COMMITS =
            List.of(COMMIT, "git.commit", "git_commit", "gitCommit", "git.hash", "git_hash");

    private static final Pattern BRANCH_NAME = Pattern.compile("[^\\s~:]+(?<!\\.)");
    private static final Pattern COMMIT_NAME = Pattern.compile("[\\w.+-]+");

    public RunLabel {
        if (!branch.isEmpty() && (!BRANCH_NAME.matcher(branch).matches() || branch.contains("..")))
            throw new IllegalArgumentException(
                    "branch '%s': expected a name without spaces, '~', ':' and '..'"
                            .formatted(branch));
        if (!commit.isEmpty() && !COMMIT_NAME.matcher(commit).matches())
            throw new IllegalArgumentException(
                    "commit '%s': expected letters, digits, '_', '.', '+' and '-'"
                            .formatted(commit));
    }

    /// What a run says of itself.
    ///
    /// @param now its time where it does not say when it started
    public static RunLabel of(Metadata metadata, Instant now) {
        return new RunLabel(
                time(metadata).orElse(now),
                text(metadata, BRANCHES).orElse(""),
                text(metadata, COMMITS).orElse(""));
    }

    public RunLabel at(Instant other) {
        return new RunLabel(other, branch, commit);
    }

    public RunLabel ofBranch(String other) {
        return new RunLabel(time, other, commit);
    }

    public RunLabel ofCommit(String other) {
        return new RunLabel(time, branch, other);
    }

    private static Optional<String> text(Metadata metadata, List<String> names) {
        return names.stream()
                .flatMap(name -> metadata.get(name).stream())
                .map(Value::toString)
                .filter(text -> !text.isBlank())
                .findFirst();
    }

    /// The recorder writes `start` as a date, Adiak `launchdate` in seconds.
    private static Optional<Instant> time(Metadata metadata) {
        for (String name : List.of(TIME, "start"))
            if (metadata.get(name).orElse(null) instanceof Value.Text(String text)) {
                Optional<Instant> found = instant(text);
                if (found.isPresent()) return found;
            }
        return metadata.get("launchdate").map(Value::toString).flatMap(RunLabel::ofSeconds);
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException notADate) {
            return Optional.empty();
        }
    }

    private static Optional<Instant> ofSeconds(String text) {
        return text.matches("\\d{1,12}")
                ? Optional.of(Instant.ofEpochSecond(Long.parseLong(text)))
                : Optional.empty();
    }

    /// The metadata of a run with its label.
    Metadata in(Metadata metadata) {
        Metadata labelled = metadata.with(TIME, time.toString());
        if (!branch.isEmpty()) labelled = labelled.with(BRANCH, branch);
        return commit.isEmpty() ? labelled : labelled.with(COMMIT, commit);
    }
}
