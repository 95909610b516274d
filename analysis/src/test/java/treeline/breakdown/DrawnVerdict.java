package treeline.breakdown;

import static treeline.testkit.Drawing.profileOf;

import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.statement.Sentence;
import treeline.transform.Reduction;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Computes the verdict of a drawn profile, for the tests of verdicts.
final class DrawnVerdict {
    private DrawnVerdict() {}

    static Verdict verdict(String drawing) {
        return verdict(drawing, List.of(), OptionalDouble.empty());
    }

    static Verdict verdict(String drawing, List<GpuUtilisation> devices, OptionalDouble elapsed) {
        return verdict(profileOf(drawing), devices, elapsed);
    }

    static Verdict verdict(Profile profile, List<GpuUtilisation> devices, OptionalDouble elapsed) {
        return verdict(profile, devices, elapsed, Optional.empty());
    }

    static Verdict verdict(
            Profile profile,
            List<GpuUtilisation> devices,
            OptionalDouble elapsed,
            Optional<JvmCoverage> coverage) {
        ReportMetrics metrics = ReportMetrics.of(profile.outline());
        Breakdown breakdown =
                Breakdown.of(
                        profile.outline(),
                        metrics,
                        metric -> Numbers.of(profile, metric),
                        Reduction.MEAN);
        return Verdict.of(
                new Verdict.Evidence(
                        breakdown,
                        metrics,
                        metric -> Numbers.of(profile, metric),
                        Reduction.MEAN,
                        profile.contexts().size(),
                        DeviceBusy.of(devices, breakdown, metrics, profile.contexts()),
                        elapsed,
                        coverage,
                        Optional.empty(),
                        Optional::empty));
    }

    static Verdict ofRank(String rows) {
        return verdict("path rank0\n" + rows);
    }

    static List<String> texts(List<Sentence> sentences) {
        return sentences.stream().map(Sentence::text).toList();
    }
}
