package treeline.source.join;

import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.ForwardingSource;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;

import java.io.IOException;

/// One sub-file on its own: what it holds, without the mark that only matters while files are put
/// together.
public final class UnmarkedSource extends ForwardingSource {
    private final ReadReport.Log log;

    public UnmarkedSource(ProfileSource source, ReadReport.Log log) {
        super(source);
        this.log = log;
    }

    @Override
    public Outline outline() {
        Outline outline = source.outline();
        return outline.withMetadata(Parts.unmarked(outline.metadata()));
    }

    @Override
    public Profile load(Slice slice) throws IOException {
        Profile profile = source.load(slice);
        return profile.withMetadata(Parts.unmarked(profile.metadata()));
    }

    @Override
    public ReadReport report() {
        return log.report().and(source.report());
    }
}
