package treeline.breakdown;

import static treeline.statement.Argument.clause;
import static treeline.statement.Argument.comparedShare;
import static treeline.statement.Argument.list;
import static treeline.statement.Argument.name;

import treeline.breakdown.Breakdown.Part;
import treeline.breakdown.Breakdown.Row;
import treeline.ledger.Account;
import treeline.ledger.Operation;
import treeline.model.Unit;
import treeline.statement.Argument;
import treeline.statement.Sentence;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// The CPU time or thread time of a run by account, without idle threads.
///
/// @param measured what the time is, such as `CPU time`
/// @param shares of active time
/// @param idle time of idle threads, in the unit of the breakdown
/// @param active time of all other threads, in the same unit
record HostTime(
        Part cpu, String measured, Map<Account, Double> shares, double idle, double active) {
    /// Shares below 0.5 % are not mentioned: they round to less than 1 %.
    static final double MIN_MENTIONED = 0.005;

    private static final int MAX_ROWS = 3;
    private static final String THREADS = "thread time";

    /// Whether the time includes waits, as in JVM recordings.
    boolean withWaits() {
        return measured.equals(THREADS);
    }

    static HostTime of(Breakdown breakdown, ReportMetrics metrics, Part cpu) {
        Map<Account, Double> times = new EnumMap<>(Account.class);
        for (Row row : cpu.rows()) times.merge(row.operation().account(), row.value(), Double::sum);
        Double idle = times.remove(Account.IDLE);
        double active = times.values().stream().mapToDouble(Double::doubleValue).sum();
        Map<Account, Double> shares = new EnumMap<>(Account.class);
        times.forEach((account, time) -> shares.put(account, time / active));
        return new HostTime(
                cpu,
                breakdown.withWaits() ? THREADS : metrics.hostTime(),
                shares,
                idle == null ? 0 : idle,
                active);
    }

    double share(Account account) {
        return shares.getOrDefault(account, 0.0);
    }

    /// The share of all accounts of a rule.
    double share(Rule rule) {
        return rule.accounts().stream().mapToDouble(this::share).sum();
    }

    double share(Operation operation) {
        return cpu.rows().stream()
                        .filter(row -> row.operation() == operation)
                        .mapToDouble(Row::value)
                        .sum()
                / active;
    }

    double activeSeconds() {
        return active * cpu.unit().factorTo(Unit.SECONDS);
    }

    /// `CPU time`, or `thread time without idle threads`.
    Argument time() {
        return name(idle > 0 ? measured + " without idle threads" : measured);
    }

    /// `43 % of CPU time is communication (MPI collective 31 %, MPI point-to-point 12 %)`.
    Sentence shareOf(Account account) {
        return Sentence.of(
                "{share} of {time} is {account}{operations}",
                comparedShare(share(account)),
                time(),
                name(account.text()),
                operations(row -> row.operation().account() == account));
    }

    /// The largest of some operations.
    Argument operations(Predicate<Row> which) {
        List<Sentence> rows =
                cpu.rows().stream()
                        .filter(which)
                        .filter(row -> row.operation() != Operation.COMPUTATION)
                        .filter(row -> row.operation() != Operation.NATIVE_CODE)
                        .limit(MAX_ROWS)
                        .map(
                                row ->
                                        Sentence.of(
                                                "{library} {operation} {share}",
                                                name(row.operation().major().title()),
                                                name(row.operation().minor()),
                                                comparedShare(row.value() / active)))
                        .toList();
        return rows.isEmpty() ? clause() : clause(" ({operations})", list(rows));
    }
}
