package treeline.formats.caliper;

import treeline.formats.caliper.cali.CaliLayout;
import treeline.formats.caliper.cali.CaliReader;
import treeline.formats.caliper.records.CaliperProfileBuilder;
import treeline.formats.caliper.records.ProfileDraft;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;
import treeline.source.join.Parts;

import java.io.IOException;
import java.nio.file.Path;

/// Caliper's own `.cali` files: one for all ranks, one a rank, per iteration, GPU activity, traces
/// and Spot. A directory or glob of files is one run if each holds other ranks, or if they are
/// executions of one program, which become its repetitions.
public final class CaliFormat implements ProfileFormat {
    static final String NAME = "caliper";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Caliper's .cali files, of all ranks or one a rank";
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
