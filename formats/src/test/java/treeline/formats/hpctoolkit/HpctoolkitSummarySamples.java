package treeline.formats.hpctoolkit;

import treeline.source.ProfileFormat;

/// The same files, read for their summary. No test of its own, because a format that is only chosen
/// by name recognises nothing; it is fuzzed with these samples.
final class HpctoolkitSummarySamples extends HpctoolkitContractTest {
    @Override
    protected ProfileFormat format() {
        return new HpctoolkitSummaryFormat();
    }
}
