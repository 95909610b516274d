package treeline.bench.analysis;

import treeline.bench.SyntheticProfile;
import treeline.model.Profile;
import treeline.query.ContextQuantifier;
import treeline.query.Matching;
import treeline.query.Query;

import java.util.List;
import java.util.Map;

/// How long does a call path query take, the means over ranks that it compares included? Hatchet's
/// CPU seconds are those of 10,000 nodes x 512 ranks, without the making of the means.
public final class QueryTargets {
    private static final String STRING =
            "MATCH (p)->(\"*\")->(q) WHERE p.\"depth\" = 0 AND q.\"time\" >= 500";

    private QueryTargets() {}

    public static void main(String[] args) throws Exception {
        AnalysisTargets.heading();
        Profile run = SyntheticProfile.of(10_000, 512, 64);
        Query object = Query.of(List.of("*", Map.of("name", "MPI_.*")));
        row("string, mean of ranks", run, Query.parse(STRING), ContextQuantifier.MEAN, 2.7);
        row("object, mean of ranks", run, object, ContextQuantifier.MEAN, 3.6);
        row("object, all ranks", run, object, ContextQuantifier.ALL, 17.2);
        row("string, any rank", run, Query.parse(STRING), ContextQuantifier.ANY, Double.NaN);
        Query stars =
                Query.parse(
                        "MATCH (*)->(p)->(*)->(q)->(*) WHERE p.name CONTAINS '1' AND q.name"
                                + " CONTAINS '2'");
        row(
                "five steps with three *",
                SyntheticProfile.of(100_000, 1, 64),
                stars,
                ContextQuantifier.MEAN,
                Double.NaN);
        row(
                "five steps with three *",
                SyntheticProfile.of(1_000_000, 1, 64),
                stars,
                ContextQuantifier.MEAN,
                Double.NaN);
        row(
                "five steps with three *, a chain",
                SyntheticProfile.of(1_000_000, 1, 1),
                stars,
                ContextQuantifier.MEAN,
                Double.NaN);
    }

    private static void row(
            String what, Profile profile, Query query, ContextQuantifier across, double hatchet)
            throws Exception {
        AnalysisTargets.row(what, profile, hatchet, () -> query.on(profile, across, Matching.ALL));
    }
}
