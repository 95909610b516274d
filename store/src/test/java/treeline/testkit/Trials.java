package treeline.testkit;

/// How much a test tries: a fraction in every build, and all of it with the system property
/// `treeline.full`, which `build/check-full` sets.
public final class Trials {
    static final boolean FULL = Boolean.getBoolean("treeline.full");

    private Trials() {}

    public static int of(int fraction, int all) {
        return FULL ? all : fraction;
    }
}
