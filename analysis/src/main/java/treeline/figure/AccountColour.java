package treeline.figure;

import treeline.ledger.Account;

/// The colours of accounts, the same in every figure. There are more accounts than colours that can
/// be told apart, so related accounts share one.
final class AccountColour {
    private AccountColour() {}

    /// The index of a series, see [treeline.plot.draw.Theme#series].
    static int of(Account account) {
        return switch (account) {
            case COMPUTATION -> 0;
            case COMMUNICATION, START_UP -> 1;
            case SYNCHRONISATION, LOCKS, GARBAGE_COLLECTION -> 2;
            case IO, INPUT, DEVICE_WAIT -> 3;
            case KERNELS -> 4;
            case COPIES, DEVICE_MEMORY -> 5;
            case LAUNCHES, OPERATORS, DEVICE_START_UP -> 6;
            case IDLE, NOT_MEASURED -> 7;
        };
    }
}
