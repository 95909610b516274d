package treeline.dashboard.runs;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.Status;
import treeline.ensemble.ContextCounts;
import treeline.ensemble.Ensemble;
import treeline.ensemble.ProcessCount;
import treeline.ensemble.metadata.RunFilter;
import treeline.model.Metadata;
import treeline.pattern.Glob;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The condition of a group of open runs: one on their metadata, as in `ensemble --where`
/// ([RunFilter]), or a pattern of their names such as `before-*`. The name of a run is its metadata
/// `run`, unless the run has such metadata of its own.
public final class RunCondition {
    private static final int MAX_LENGTH = 10_000;

    /// A text that has none of these characters cannot be a condition, which compares.
    private static final Pattern NAMES = Pattern.compile("[^=<>()\"'\\p{Cntrl}]*");

    private RunCondition() {}

    /// The open runs that match.
    ///
    /// @throws RefusedRequest if the condition is invalid or matches none
    static List<OpenRuns.Listed> chosen(String text, List<OpenRuns.Listed> runs) {
        List<OpenRuns.Listed> open =
                runs.stream().filter(each -> each.entry().run().isPresent()).toList();
        if (text.isBlank() || text.length() > MAX_LENGTH || text.indexOf('\0') >= 0)
            throw new RefusedRequest(
                    Status.UNPROCESSABLE, "the condition of the group is empty or too long", HINT);
        List<OpenRuns.Listed> chosen = isPattern(text) ? named(text, open) : matching(text, open);
        if (chosen.isEmpty())
            throw new RefusedRequest(
                    Status.UNPROCESSABLE,
                    "none of the %d open runs matches %s".formatted(open.size(), text),
                    HINT);
        return chosen;
    }

    private static final String HINT =
            "write a condition such as build = \"before\" or ranks >= 64, or a pattern of run names"
                    + " such as before-*";

    private static boolean isPattern(String text) {
        return NAMES.matcher(text).matches() && !text.contains(" ");
    }

    /// The metadata that a valid condition names.
    static Set<String> columns(String text, List<OpenRuns.Listed> runs) {
        if (isPattern(text)) return Set.of();
        List<String> known = columns(runs);
        return RunFilter.parse(text).renamed(name -> ProcessCount.named(name, known)).columns();
    }

    private static List<OpenRuns.Listed> named(String glob, List<OpenRuns.Listed> open) {
        Glob pattern = Glob.of(glob);
        return open.stream().filter(each -> pattern.matches(each.name())).toList();
    }

    private static List<OpenRuns.Listed> matching(String text, List<OpenRuns.Listed> open) {
        List<String> columns = columns(open);
        try {
            RunFilter filter =
                    RunFilter.parse(text).renamed(name -> ProcessCount.named(name, columns));
            filter.requireColumns(columns);
            return open.stream().filter(each -> filter.holds(metadata(each))).toList();
        } catch (IllegalArgumentException wrong) {
            throw new RefusedRequest(
                    Status.UNPROCESSABLE, String.valueOf(wrong.getMessage()), HINT);
        }
    }

    /// The metadata that conditions can name.
    public static List<String> columns(List<OpenRuns.Listed> runs) {
        Set<String> columns = new LinkedHashSet<>(List.of(Ensemble.RUN));
        for (OpenRuns.Listed each : runs)
            if (each.entry().run().isPresent()) columns.addAll(metadata(each).keys());
        return List.copyOf(columns);
    }

    /// The metadata of an open run that conditions are about.
    public static Metadata metadata(OpenRuns.Listed listed) {
        OpenRun run = listed.entry().run().orElseThrow();
        Metadata own = ContextCounts.addedTo(run.outline().metadata(), run.outline().contexts());
        return own.keys().contains(Ensemble.RUN) ? own : own.with(Ensemble.RUN, listed.name());
    }
}
