package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How long does an honest client wait beside 500 hostile connections of each kind? The baseline
/// has none. Run by `bench/run hostile`, not among the tests: it measures times.
class ServingTargets {
    private static final int CLIENTS = Integer.getInteger("treeline.hostile.clients", 500);
    private static final int QUESTIONS = 400;
    private static final double TARGET_MILLIS = 1_000;

    @TempDir Path folder;

    @Test
    void theNinetyNinthPercentileStaysBelowOneSecond() throws Exception {
        List<Double> p99 = new ArrayList<>();
        System.out.printf(
                "%-20s %6s %8s %6s %8s %8s %8s   ms%n",
                CLIENTS + " hostile", "token", "answers", "other", "p50", "p99", "max");
        for (boolean withToken : new boolean[] {false, true})
            try (ServedRuns served =
                    ServedRuns.of(
                            ServedRuns.SETTINGS.asking(withToken),
                            folder,
                            "path rank0 rank1\nmain/solve 5 9\n")) {
                HonestClient honest = HonestClient.of(served);
                honest.ask(200); // until the code is compiled
                print("none", withToken, honest.ask(QUESTIONS));
                for (var kind : HostileClients.Kind.values())
                    try (var _ = HostileClients.start(kind, CLIENTS, served.server().port())) {
                        HonestClient.Seen seen = honest.ask(QUESTIONS);
                        print(kind.name(), withToken, seen);
                        assertThat(seen.status()).containsOnly(200);
                        p99.add(seen.p99Millis());
                    }
            }
        assertThat(p99).allMatch(millis -> millis < TARGET_MILLIS);
    }

    private static void print(String kind, boolean withToken, HonestClient.Seen seen) {
        System.out.printf(
                "%-20s %6s %8d %6d %8.1f %8.1f %8.1f%n",
                kind.toLowerCase(java.util.Locale.ROOT).replace('_', ' '),
                withToken ? "yes" : "no",
                seen.status().stream().filter(status -> status == 200).count(),
                seen.status().stream().filter(status -> status != 200).count(),
                seen.medianMillis(),
                seen.p99Millis(),
                seen.maxMillis());
    }
}
