package treeline.question.input;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;

/// The format of profiles in memory, which no file has.
///
/// @param name shown where other runs have the name of their format
public record MemoryFormat(String name) implements ProfileFormat {
    @Override
    public String description() {
        return "a profile in memory";
    }

    @Override
    public Match sniff(Input input) {
        return Match.NO;
    }

    @Override
    public ProfileSource open(Input input) {
        throw new IllegalStateException("a profile in memory is already open");
    }
}
