package treeline.breakdown;

import treeline.ledger.Account;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What can bound a run: accounts whose shares of time count together, and what the run is called
/// if they win. Those that are no loss of time, such as computation, have no rule.
enum Rule {
    COMMUNICATION(Bottleneck.COMMUNICATION, Account.COMMUNICATION),
    IO(Bottleneck.IO, Account.IO),
    INPUT(Bottleneck.INPUT, Account.INPUT),
    LOCKS(Bottleneck.LOCKS, Account.LOCKS),
    PAUSES(Bottleneck.GC, Account.GARBAGE_COLLECTION),
    /// What the threads wait for is not known: a run that this dominates is mixed.
    THREADS(Bottleneck.MIXED, Account.SYNCHRONISATION),
    /// Devices work: their share is of elapsed time if that is known.
    DEVICE(Bottleneck.GPU, Account.KERNELS),
    /// With what a framework does on the host to launch.
    LAUNCHES(Bottleneck.LAUNCH, Account.LAUNCHES),
    COPIES(Bottleneck.COPY, Account.COPIES),
    DEVICE_MEMORY(Bottleneck.DEVICE_MEMORY, Account.DEVICE_MEMORY),
    DEVICE_START_UP(Bottleneck.DEVICE_START_UP, Account.DEVICE_START_UP),
    /// CPU and GPU alternate.
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

    /// The share of each rule, of the shares of accounts.
    static Map<Rule, Double> shares(Map<Account, Double> ofAccounts) {
        Map<Rule, Double> shares = new EnumMap<>(Rule.class);
        for (Rule rule : values())
            for (Account account : rule.accounts())
                shares.merge(rule, ofAccounts.getOrDefault(account, 0.0), Double::sum);
        return shares;
    }
}
