package treeline.archive;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A revision expression that selects builds of an archive. A build is a commit with all its runs;
/// a run without a commit is its own build. Builds are ordered by their first run.
///
/// - `main`: the newest build of a branch.
/// - `main~5`: the fifth build before it.
/// - `main~5..main`: the builds after the first up to the second, as in git: the last five.
/// - `3f2a91c`: the build with this commit prefix, on any branch.
public record BuildName(String text) {
    private static final Pattern ONE = Pattern.compile("([^\\s~:]+?)(?:~(\\d{1,9}))?");

    /// The runs of the builds, oldest first.
    ///
    /// @param runs all of an archive, oldest first
    /// @throws IllegalArgumentException where the archive has no such build
    public List<ArchivedRun> among(List<ArchivedRun> runs) {
        int range = text.indexOf("..");
        if (range < 0) {
            Place one = place(text, runs);
            return one.builds.get(one.at);
        }
        Place from = place(text.substring(0, range), runs);
        Place to = place(text.substring(range + 2), runs);
        if (!from.branch.equals(to.branch))
            throw wrong("both ends of a range must be on one branch");
        if (from.at >= to.at) throw wrong("the first end of a range must be older than the second");
        List<ArchivedRun> found = new ArrayList<>();
        from.builds.subList(from.at + 1, to.at + 1).forEach(found::addAll);
        return found;
    }

    /// A build and its position on its branch.
    private record Place(String branch, List<List<ArchivedRun>> builds, int at) {}

    private Place place(String name, List<ArchivedRun> runs) {
        Matcher parts = ONE.matcher(name);
        if (!parts.matches())
            throw wrong("expected a branch or commit, as in main, main~5 or main~5..main");
        String base = parts.group(1);
        long back = parts.group(2) == null ? 0 : Long.parseLong(parts.group(2));
        Place newest = ofBranch(base, runs);
        if (newest.builds.isEmpty()) newest = ofCommit(base, runs);
        if (back > newest.at)
            throw wrong(
                    "the archive has %d %s before '%s'"
                            .formatted(newest.at, newest.at == 1 ? "build" : "builds", base));
        return new Place(newest.branch, newest.builds, newest.at - (int) back);
    }

    private static Place ofBranch(String branch, List<ArchivedRun> runs) {
        Map<String, List<ArchivedRun>> builds = new LinkedHashMap<>();
        for (ArchivedRun run : runs)
            if (run.branch().equals(branch))
                builds.computeIfAbsent(run.build(), _ -> new ArrayList<>()).add(run);
        return new Place(branch, List.copyOf(builds.values()), builds.size() - 1);
    }

    private Place ofCommit(String prefix, List<ArchivedRun> runs) {
        List<ArchivedRun> found =
                runs.stream().filter(run -> run.commit().startsWith(prefix)).toList();
        List<String> commits = found.stream().map(ArchivedRun::commit).distinct().toList();
        if (commits.isEmpty()) throw wrong(unknown(prefix, runs));
        if (commits.size() > 1)
            throw wrong("%d commits start with '%s'".formatted(commits.size(), prefix));
        Place branch = ofBranch(found.getFirst().branch(), runs);
        for (int at = 0; at < branch.builds.size(); at++)
            if (branch.builds.get(at).getFirst().commit().equals(commits.getFirst()))
                return new Place(branch.branch, branch.builds, at);
        throw new IllegalStateException("run without branch and commit: " + found);
    }

    private static String unknown(String name, List<ArchivedRun> runs) {
        List<String> branches =
                runs.stream()
                        .map(ArchivedRun::branch)
                        .filter(branch -> !branch.isEmpty())
                        .distinct()
                        .sorted()
                        .toList();
        return "no branch or commit '%s'; %s"
                .formatted(
                        name,
                        branches.isEmpty()
                                ? "no run of the archive has a branch"
                                : "branches are " + String.join(", ", branches));
    }

    private IllegalArgumentException wrong(String why) {
        return new IllegalArgumentException("archive:%s: %s".formatted(text, why));
    }
}
