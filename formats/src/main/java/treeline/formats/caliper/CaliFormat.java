package treeline.formats.caliper;

import treeline.formats.caliper.cali.CaliLayout;
import treeline.formats.caliper.cali.CaliReader;
import treeline.formats.caliper.records.CaliperProfileBuilder;
import treeline.formats.caliper.records.ProfileDraft;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.NamedFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;
import treeline.source.join.Parts;

import java.io.IOException;
import java.nio.file.Path;

/// Caliper's native `.cali` files: one file for all ranks or one per rank, per-iteration data, GPU
/// activity, traces and Spot. A directory or glob is one run if each file holds other ranks, or if
/// the files are executions of one program, which become repetitions.
public final class CaliFormat extends NamedFormat {
    static final String NAME = "caliper";

    public CaliFormat() {
        super(NAME, "Caliper .cali files, one for all ranks or one per rank");
    }

    @Override
    public Match sniff(Input input) throws IOException {
        return Parts.sniff(input, CaliFormat::isCali);
    }

    private static boolean isCali(Path file, byte[] prefix) {
        int at = 0;
        while (at < prefix.length && (prefix[at] == '\n' || prefix[at] == '\r')) at++;
        return CaliLayout.startsWith(prefix, at, prefix.length, CaliLayout.MARK);
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        var draft = new ProfileDraft(input.name(), 0);
        boolean any = false;
        for (Path file : input.files()) {
            if (input.files().size() > 1 && !isCali(file, input.prefix(file))) {
                draft.log.note("a file is not part of the recording", file.toString());
                continue;
            }
            try (MappedFile mapped = MappedFile.open(file)) {
                CaliReader.read(draft, mapped);
            }
            any = true;
        }
        if (!any) throw MalformedProfileException.of(input.name(), "a .cali file", "none");
        return CaliperProfileBuilder.source(draft, input.name());
    }
}
