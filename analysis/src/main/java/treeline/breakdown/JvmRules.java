package treeline.breakdown;

import static treeline.statement.Argument.amount;
import static treeline.statement.Argument.clause;
import static treeline.statement.Argument.comparedShare;

import treeline.ledger.Account;
import treeline.model.Unit;
import treeline.statement.Argument;
import treeline.statement.Sentence;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The rules of a [Verdict] that only a JVM recording can decide: GC pauses, idle processes and
/// incomplete samples.
record JvmRules(Verdict.Evidence evidence, HostTime host) {

    /// Whether threads are active for less than [Verdict#ACTIVE_FROM] of elapsed time. The active
    /// time of all threads is an upper bound of the time in which any of them is active.
    boolean isQuiet() {
        return host.withWaits()
                && elapsed() > 0
                && host.activeSeconds() + pauses() < Verdict.ACTIVE_FROM * elapsed();
    }

    /// The verdict on a quiet run. It is idle only if no thread has enough unknown time to be
    /// active instead.
    Verdict quiet() {
        if (pauseShare() >= Verdict.BOUND_FROM)
            return new Verdict(Bottleneck.GC, List.of(pausesText()), List.of());
        if (hasMoreCpuTime()) return incompleteSamples();
        Optional<JvmCoverage> coverage = evidence.coverage();
        if (coverage.isEmpty())
            return unknownRest(Sentence.of("the profile lacks thread lifetimes"));
        if (coverage.get().virtualThreads())
            return unknownRest(Sentence.of("not all waits of virtual threads are recorded"));
        double gap = coverage.get().longestGapSeconds();
        if (host.activeSeconds() + Math.max(pauses(), gap) < Verdict.ACTIVE_FROM * elapsed())
            return new Verdict(Bottleneck.IDLE, List.of(activity()), List.of());
        return unknownRest(
                Sentence.of(
                        "samples and recorded waits cover {share} of thread time",
                        comparedShare(coverage.get().share())));
    }

    private Sentence activity() {
        return Sentence.of(
                "threads run or wait for locks and I/O for {active} of {elapsed} elapsed ({share})",
                seconds(host.activeSeconds()),
                seconds(elapsed()),
                comparedShare(host.activeSeconds() / elapsed()));
    }

    private Verdict unknownRest(Sentence missing) {
        return Verdict.undetermined(
                activity(),
                Sentence.of(
                        "cannot determine what threads do for the rest of the time: {missing}",
                        clause(missing)));
    }

    Verdict incompleteSamples() {
        return Verdict.undetermined(
                Sentence.of(
                        "the process uses {cpu} of CPU time, but samples show {sampled}",
                        seconds(cpuSeconds()),
                        seconds(sampledSeconds())),
                Sentence.of(
                        "cannot determine what bounds the run: samples of running threads are"
                                + " incomplete"));
    }

    boolean hasMoreCpuTime() {
        return host.withWaits()
                && cpuSeconds() >= Verdict.MORE_CPU_FROM * sampledSeconds()
                && cpuSeconds() - sampledSeconds() >= Verdict.MORE_CPU_OF_ELAPSED * elapsed();
    }

    /// Of the process, without the threads of the garbage collector in pauses.
    private double cpuSeconds() {
        return evidence.coverage()
                .filter(each -> each.cpuSeconds().isPresent())
                .map(each -> each.cpuSeconds().getAsDouble() - pauses() * each.hardwareThreads())
                .orElse(0.0);
    }

    private double sampledSeconds() {
        return host.activeSeconds() * host.share(Account.COMPUTATION);
    }

    /// The shares if all CPU time of the process is computation.
    Map<Account, Double> withCpuTime() {
        double all = host.activeSeconds() - sampledSeconds() + cpuSeconds();
        Map<Account, Double> corrected = new EnumMap<>(Account.class);
        host.shares()
                .forEach(
                        (account, share) ->
                                corrected.put(account, share * host.activeSeconds() / all));
        corrected.put(Account.COMPUTATION, cpuSeconds() / all);
        return corrected;
    }

    private double pauses() {
        return evidence.breakdown().gcPauses();
    }

    private double elapsed() {
        return evidence.elapsedSeconds().orElse(0);
    }

    /// Of elapsed time.
    double pauseShare() {
        return elapsed() > 0 ? pauses() / elapsed() : 0;
    }

    Sentence pausesText() {
        return Sentence.of(
                "garbage-collection pauses take {share} of elapsed time",
                comparedShare(pauseShare()));
    }

    Sentence locksText() {
        double share = host.share(Account.LOCKS);
        return Sentence.of(
                "threads wait {waits} for monitors and locks, {share} of the {active} in which they"
                        + " were not idle{lock}",
                seconds(share * host.activeSeconds()),
                comparedShare(share),
                seconds(host.activeSeconds()),
                evidence.lock()
                        .map(lock -> clause(" ({lock})", clause(lock)))
                        .orElseGet(Argument::clause));
    }

    private static Argument seconds(double value) {
        return amount(value, Unit.SECONDS);
    }
}
