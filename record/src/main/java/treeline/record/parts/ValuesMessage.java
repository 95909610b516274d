package treeline.record.parts;

/// The encoding of one rank's values: its contexts (threads and their repetitions), then the values
/// in all contexts by call path, because neighbouring values are similar and are stored together.
/// Variable-length numbers, no padding. Ranks write it, and [PartBuilder] reads it.
///
/// ```
/// message    := 0 values
///             | 1 text                   (the rank could not)
///             | 2 values                 (other contexts are in another message)
///             | 3 values                 (paths have the numbers of the rank, see [#OWN_NUMBERS])
/// values     := contexts cells iterations [paths hash*] threads thread* path*
/// thread     := number bytes-of-its-paths runs (gap length)*    (of repetitions)
/// path       := number-delta cells places calls times metric*
/// places     := 0 (every context of the thread) | 1 gap*
/// calls      := 0 count* | 1 + count (all the same)
/// times      := 0 stored* | 1 iterations*
/// iterations := 0 nanos | 1 skipped length stored* | 2 nanos skipped length stored*
/// stored     := 0 where it did not run, else 1 + zigzag difference to the one before
/// metric     := 0 (none) | 1 value*
///             | 2 (0 | 1 value | 2 skipped length value* | 3 value skipped length value*)*
/// value      := zigzag << 1 | 1 bits | 3 (absent)
/// ```
public final class ValuesMessage {
    public static final int VALUES = 0;
    public static final int FAILED = 1;

    /// In snapshots of earlier versions, which wrote what was over apart.
    static final int SOME_VALUES = 2;

    /// The rank did not know what ranks agree on, so its paths are numbered as in its own tree,
    /// depth-first, and it tells their hashes in that order.
    public static final int OWN_NUMBERS = 3;

    public static final int EVERY_CONTEXT = 0;
    public static final int SOME_CONTEXTS = 1;
    public static final int DIFFERENT_CALLS = 0;
    public static final int PLAIN = 0;
    public static final int EACH = 1;

    /// The iterations, after the time of calls that are not stored by iteration.
    public static final int EACH_AND_REST = 2;

    public static final int METRIC_ABSENT = 0;
    public static final int METRIC_PLAIN = 1;
    public static final int METRIC_EACH = 2;
    public static final int METRIC_EACH_AND_REST = 3;
    public static final int RAW_BITS = 1;
    public static final int NO_VALUE = 3;

    private ValuesMessage() {}

    /// Whether the paths of an early message are in the order of what was agreed on, as they are
    /// unless the rank met siblings in another order than the root.
    public static boolean isInOrder(byte[] early, PathTable table) {
        var in = new MessageReader(early);
        if (in.count() == FAILED) return true;
        for (int counts = 3; counts > 0; counts--) in.varint();
        int before = -1;
        for (int number : agreedNumbers(in, table)) {
            if (number <= before) return false;
            before = number;
        }
        return true;
    }

    /// What the numbers of a rank are in the table, read from its [#OWN_NUMBERS].
    static int[] agreedNumbers(MessageReader in, PathTable table) {
        int[] numbers = new int[in.count()];
        int before = -1;
        for (int i = 0; i < numbers.length; i++)
            before = numbers[i] = table.numberOf(in.u64(), before + 1);
        return numbers;
    }

    /// The message of a rank that could not: whoever waits for it must not wait for ever.
    public static byte[] failed(Throwable reason) {
        return new MessageWriter(64).varint(FAILED).text(reason.toString()).message();
    }

    /// What to say of a rank whose message is [#FAILED].
    static String failure(int rank, String reason) {
        return "rank %d has no values in the recording: %s".formatted(rank, reason);
    }
}
