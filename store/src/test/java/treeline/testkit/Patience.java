package treeline.testkit;

import java.time.Duration;

/// How long tests wait for something that should simply happen: long enough for a machine whose
/// cores are shared by twenty busy programs, and finite so that a hang is reported.
public final class Patience {
    /// For one event: the end of a process, an answer, a condition of a page.
    public static final int SECONDS = 150;

    /// For a test method, which may wait for several events.
    public static final int TEST_SECONDS = 300;

    public static final int MILLIS = 1_000 * SECONDS;
    public static final Duration DURATION = Duration.ofSeconds(SECONDS);

    private Patience() {}
}
