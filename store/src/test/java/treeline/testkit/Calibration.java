package treeline.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/// A calibration experiment: simulates data with known truth and counts how often a claim holds.
///
/// Every commit runs a fraction of the simulations that a test asks for, with the same seeds.
/// `build/check-full` and `bench/run calibration` run a multiple, the factor in the system property
/// `treeline.calibration`, and the tests leave tables in `target/calibration`.
public final class Calibration {
    private static final double FACTOR =
            Double.parseDouble(
                    System.getProperty("treeline.calibration", Trials.FULL ? "10" : "0.25"));

    private final String name;
    private final List<String> rows = new ArrayList<>();

    /// @param name of the experiment and of its table
    public Calibration(String name) {
        this.name = name;
    }

    /// The number of simulations to run if a test asks for `whole`.
    public static int simulations(int whole) {
        return Math.max(1, (int) Math.round(whole * FACTOR));
    }

    /// The observed rate of an event over independent simulations.
    ///
    /// @param label the row in the table
    /// @param whole simulations at factor 1
    /// @param holds runs one simulation and returns whether the event occurred
    public Rate rate(String label, int whole, BooleanSupplier holds) {
        int simulations = simulations(whole);
        int hits = 0;
        for (int i = 0; i < simulations; i++) if (holds.getAsBoolean()) hits++;
        var rate = new Rate(label, hits, simulations);
        rows.add(
                String.format(
                        Locale.ROOT,
                        "| %s | %.1f %% | %,d |",
                        label,
                        rate.value() * 100,
                        simulations));
        write();
        return rate;
    }

    private void write() {
        try {
            Path folder = Files.createDirectories(Path.of("target", "calibration"));
            List<String> lines = new ArrayList<>();
            lines.add("| " + name + " | rate | simulations |");
            lines.add("|---|---|---|");
            lines.addAll(rows);
            Files.write(folder.resolve(name.replaceAll("\\W+", "-") + ".md"), lines);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// An observed rate with the binomial uncertainty of its simulations.
    public record Rate(String label, int hits, int simulations) {
        /// The probability of a test failure if the true rate is the limit. The simulations are
        /// seeded, so a test that passes once always passes.
        private static final double DOUBT = 0.001;

        public double value() {
            return (double) hits / simulations;
        }

        /// Fails if the true rate is above the limit beyond doubt (exact binomial test).
        public void requireAtMost(double limit) {
            if (atLeast(hits, limit) < DOUBT)
                throw new AssertionError(
                        String.format(
                                Locale.ROOT,
                                "%s: %d of %,d, at most %.3f expected",
                                label,
                                hits,
                                simulations,
                                limit));
        }

        /// Fails if the true rate is below the limit beyond doubt (exact binomial test).
        public void requireAtLeast(double limit) {
            if (1 - atLeast(hits + 1, limit) < DOUBT)
                throw new AssertionError(
                        String.format(
                                Locale.ROOT,
                                "%s: %d of %,d, at least %.3f expected",
                                label,
                                hits,
                                simulations,
                                limit));
        }

        /// The probability of at least `count` hits: the upper tail of the binomial distribution.
        private double atLeast(int count, double rate) {
            double tail = 0;
            double logOfChoices = 0;
            for (int k = 0; k <= simulations; k++) {
                if (k > 0) logOfChoices += Math.log(simulations - k + 1) - Math.log(k);
                if (k >= count)
                    tail +=
                            Math.exp(
                                    logOfChoices
                                            + k * Math.log(rate)
                                            + (simulations - k) * Math.log1p(-rate));
            }
            return Math.min(1, tail);
        }
    }
}
