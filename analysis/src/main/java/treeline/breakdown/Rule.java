package treeline.breakdown;

import treeline.ledger.Account;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// A possible bottleneck: accounts whose shares of time are added up, and the bound of a run that
/// they dominate. Computation has no rule: it bounds a run only if no rule applies.
enum Rule {
    COMMUNICATION(Bottleneck.COMMUNICATION, Account.COMMUNICATION),
    IO(Bottleneck.IO, Account.IO),
    INPUT(Bottleneck.INPUT, Account.INPUT),
    LOCKS(Bottleneck.LOCKS, Account.LOCKS),
    PAUSES(Bottleneck.GC, Account.GARBAGE_COLLECTION),
    /// It is unknown what the threads wait for, so the run is mixed.
    THREADS(Bottleneck.MIXED, Account.SYNCHRONISATION),
    /// A share of elapsed time if that is known.
    DEVICE(Bottleneck.GPU, Account.KERNELS),
    /// Includes [Account#OPERATORS].
    LAUNCHES(Bottleneck.LAUNCH, Account.LAUNCHES),
    COPIES(Bottleneck.COPY, Account.COPIES),
    DEVICE_MEMORY(Bottleneck.DEVICE_MEMORY, Account.DEVICE_MEMORY),
    DEVICE_START_UP(Bottleneck.DEVICE_START_UP, Account.DEVICE_START_UP),
    /// CPU and GPU alternate, so the run is mixed.
    DEVICE_WAIT(Bottleneck.MIXED, Account.DEVICE_WAIT);

    private final Bottleneck bound;
    private final Account account;

    Rule(Bottleneck bound, Account account) {
        this.bound = bound;
        this.account = account;
    }

    Bottleneck bound() {
        return bound;
    }

    List<Account> accounts() {
        return this == LAUNCHES ? List.of(account, Account.OPERATORS) : List.of(account);
    }

    /// The share of each rule, from the shares of accounts.
    static Map<Rule, Double> shares(Map<Account, Double> ofAccounts) {
        Map<Rule, Double> shares = new EnumMap<>(Rule.class);
        for (Rule rule : values())
            for (Account account : rule.accounts())
                shares.merge(rule, ofAccounts.getOrDefault(account, 0.0), Double::sum);
        return shares;
    }
}
