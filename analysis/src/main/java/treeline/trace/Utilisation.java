package treeline.trace;

import treeline.ledger.Account;
import treeline.ledger.Accounts;
import treeline.model.Context;
import treeline.source.trace.TraceLine;
import treeline.table.Column;
import treeline.table.Rows;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The time of each context in a window by account. The rest of the window is idle: the context was
/// in no call, or not traced.
public final class Utilisation {
    /// All but idle threads, which are idle like the rest of the window.
    private static final List<Account> ACTIVE =
            Stream.of(Account.values()).filter(account -> account != Account.IDLE).toList();

    private Utilisation() {}

    /// One row per context: the fraction of the window in each account, and idle.
    public static Table of(TracePart part) {
        Accounts accounts = Accounts.of(part.outline());
        var accountOf = new int[part.outline().tree().size()];
        Arrays.setAll(accountOf, node -> accounts.of(node).ordinal());
        long span = part.window().toNanos() - part.window().fromNanos();
        List<long[]> rows =
                ParallelTraceLines.inParallel(
                                part.lines(),
                                lines -> {
                                    List<long[]> times = new ArrayList<>();
                                    for (TraceLine line : lines)
                                        times.add(nanos(part, line, accountOf));
                                    return times;
                                })
                        .stream()
                        .flatMap(List::stream)
                        .toList();
        List<String> names = part.names();
        List<Context> contexts = part.outline().contexts();
        var every = Rows.of(rows);
        List<Column> columns = new ArrayList<>();
        columns.add(
                Column.text("context", rows.size(), i -> names.get(part.lines().get(i).context())));
        columns.add(
                Column.flag(
                        "stream",
                        rows.size(),
                        i -> contexts.get(part.lines().get(i).context()).stream() != Context.NONE));
        for (Account account : ACTIVE)
            columns.add(
                    every.real(
                                    account.name().toLowerCase(Locale.ROOT),
                                    each -> (double) each[account.ordinal()] / span)
                            .share()
                            .headed(account.text()));
        columns.add(every.real("idle", each -> (double) idle(each, span) / span).share());
        return Table.of(columns);
    }

    private static long idle(long[] times, long span) {
        long active = 0;
        for (Account account : ACTIVE) active += times[account.ordinal()];
        return Math.max(0, span - active);
    }

    private static long[] nanos(TracePart part, TraceLine line, int[] accountOf) {
        long[] nanos = new long[Account.values().length];
        line.between(
                part.window().fromNanos(),
                part.window().toNanos(),
                (begin, end, node) -> {
                    if (node >= 0 && node < accountOf.length) nanos[accountOf[node]] += end - begin;
                });
        return nanos;
    }
}
