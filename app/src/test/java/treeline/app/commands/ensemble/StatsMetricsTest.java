package treeline.app.commands.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;

/// `treeline ensemble stats` of several metrics.
class StatsMetricsTest extends EnsembleRuns {
    @Test
    void metricsOfOneNameAreHeadedByTheirScope() throws IOException {
        run("a", 60, 10);
        assertThat(
                        printed(
                                "ensemble",
                                "stats",
                                runs(),
                                "-m",
                                "time",
                                "-m",
                                "time:exclusive",
                                "--statistic",
                                "max"))
                .isEqualTo(
                        """
                        time (inclusive), time (exclusive) of 1 run

                        path     time:inclusive max  time:exclusive max
                        main                 60.0 s              50.0 s
                        main/io              10.0 s              10.0 s
                        """);
        assertThat(printed("ensemble", "stats", runs(), "-m", "time", "-m", "time"))
                .isEqualTo(printed("ensemble", "stats", runs(), "-m", "time"));
    }
}
