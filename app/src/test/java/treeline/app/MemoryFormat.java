package treeline.app;

import treeline.model.Profile;
import treeline.source.ExporterTraits;
import treeline.source.Input;
import treeline.source.LoadedSource;
import treeline.source.Match;
import treeline.source.ProfileExporter;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.join.Parts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A format that keeps profiles in memory and writes only a number into the file. It has the name
/// of the real database, because the demo stores that one in parts.
public final class MemoryFormat implements ProfileFormat, ProfileExporter {
    private static final String MAGIC = "memory ";
    private final List<Profile> kept = new ArrayList<>();

    @Override
    public String name() {
        return "database";
    }

    @Override
    public String description() {
        return "profiles kept in memory";
    }

    @Override
    public ExporterTraits traits() {
        return ExporterTraits.lossless(name(), ".mem");
    }

    @Override
    public void export(Profile profile, Path file) throws IOException {
        kept.add(profile);
        Files.writeString(file, MAGIC + (kept.size() - 1));
    }

    @Override
    public Match sniff(Input input) throws IOException {
        return Parts.sniff(input, MemoryFormat::accepts);
    }

    private static boolean accepts(Path file, byte[] prefix) {
        return new String(prefix, StandardCharsets.UTF_8).startsWith(MAGIC);
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        return Parts.open(input, MemoryFormat::accepts, this::read);
    }

    private ProfileSource read(Path file) throws IOException {
        int at = Integer.parseInt(Files.readString(file).substring(MAGIC.length()));
        return new LoadedSource(kept.get(at), ReadReport.CLEAN);
    }
}
