package treeline.compare;

/// What the samples of a comparison say of noise, which is what a difference must stand out from.
public enum Noise {
    /// Both sides have several runs. Each is one sample, whatever repetitions it had: those share
    /// the machine, the memory layout and the neighbours of their run, so that they differ less
    /// than runs do, and counting them would make every difference look sure.
    BETWEEN_RUNS,
    /// One side has several runs, the other has one, which is taken to vary as much. Where that is
    /// not so, neither p nor intervals are right.
    OF_ONE_SIDE,
    /// Each side has one run, and both have several repetitions in it: these are the samples. How
    /// much runs differ from each other is not known.
    WITHIN_RUNS,
    /// Each side has one run, and one of them has no repetitions. Nothing is known of noise.
    UNKNOWN
}
