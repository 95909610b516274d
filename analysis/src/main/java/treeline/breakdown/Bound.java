package treeline.breakdown;

/// What bounds a program: what it would have to do less of, or faster, to be faster.
public enum Bound {
    COMPUTE("compute-bound"),
    MEMORY("memory-bound"),
    COMMUNICATION("communication-bound"),
    IO("I/O-bound"),
    GPU("GPU-bound"),
    /// Several things, of which none is much larger than the others.
    MIXED("mixed"),
    /// The profile measured nothing that tells.
    UNKNOWN("unknown");

    private final String text;

    Bound(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
