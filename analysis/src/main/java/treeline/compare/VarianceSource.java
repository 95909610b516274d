package treeline.compare;

/// The origin of the noise estimate of a comparison.
public enum VarianceSource {
    /// Both sides have several runs. Each run is one sample; its repetitions are averaged. They
    /// share the machine, the memory layout and the neighbours of their run, so they differ less
    /// than runs do and would make every difference significant.
    BETWEEN_RUNS,
    /// One side has several runs, the other has one, which is assumed to vary as much.
    OF_ONE_SIDE,
    /// Each side has one run with several repetitions: these are the samples. The variance between
    /// runs is unknown.
    WITHIN_RUNS,
    /// Each side has one run, and one of them has no repetitions. There is no estimate.
    UNKNOWN
}
