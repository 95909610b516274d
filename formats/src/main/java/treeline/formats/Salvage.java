package treeline.formats;

import treeline.model.Context;
import treeline.source.CheckedSource;
import treeline.source.Input;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.store.db.Damage;
import treeline.store.db.DatabaseCheck;
import treeline.store.db.DatabaseFormat;
import treeline.store.db.DatabaseSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Opens what is intact of a damaged profile of our own formats. Only data whose checksum is right
/// is read; the report names everything else. Sub-files that cannot be read are left out.
public final class Salvage {
    private final Formats formats;
    private final Optional<String> formatName;
    private final ReadReport.Log losses = new ReadReport.Log();
    private final Set<Context> lost = new HashSet<>();
    private final List<Path> intact = new ArrayList<>();
    private Optional<ProfileFormat> used = Optional.empty();
    private Optional<MalformedProfileException> first = Optional.empty();

    private Salvage(Formats formats, Optional<String> formatName) {
        this.formats = formats;
        this.formatName = formatName;
    }

    /// Opens what is intact of a run.
    ///
    /// @throws MalformedProfileException if nothing can be read, with the reason for the first file
    public static Opened open(Formats formats, String pathOrGlob, Optional<String> formatName)
            throws IOException {
        return new Salvage(formats, formatName).open(Input.of(pathOrGlob));
    }

    private Opened open(Input input) throws IOException {
        for (Path file : input.files()) examine(file);
        if (intact.isEmpty())
            throw first.orElseGet(
                    () ->
                            MalformedProfileException.of(
                                    input.name(),
                                    "a database, snapshot or compact text to salvage",
                                    "none"));
        ProfileFormat format = used.orElseThrow();
        Input readable = input.files().size() == 1 ? input : Input.of(input.name(), intact);
        ProfileSource read = format.open(readable);
        ProfileSource checked =
                format instanceof DatabaseFormat
                        ? CheckedSource.ofOurs(read, input.name())
                        : new CheckedSource(read, input.name());
        boolean areNamed = format instanceof DatabaseFormat;
        var salvaged = new SalvagedSource(checked, lost, losses.report(), areNamed);
        if (!lost.isEmpty() && salvaged.outline().contexts().isEmpty()) {
            salvaged.close();
            throw MalformedProfileException.of(
                    input.name(), "intact values", "none: " + losses.report().entries().getFirst());
        }
        return new Opened(readable, format, salvaged);
    }

    private void examine(Path file) throws IOException {
        Optional<ProfileFormat> format =
                formatName.isPresent()
                        ? formatName.map(formats::format)
                        : FileCheck.formatOf(formats, file);
        if (format.isEmpty()) {
            losses.note("a file is not part of the recording", file.toString());
            return;
        }
        try {
            if (format.get() instanceof DatabaseFormat) examineDatabase(file);
            else format.get().open(Input.of(file)).close();
        } catch (MalformedProfileException damaged) {
            if (damaged.isNewer()) throw damaged;
            if (first.isEmpty()) first = Optional.of(damaged);
            losses.lost(
                    "a file cannot be read, so all of its ranks are lost",
                    String.valueOf(damaged.getMessage()));
            return;
        }
        requireOneFormat(file, format.get());
        intact.add(file);
    }

    private void examineDatabase(Path file) throws IOException {
        try (DatabaseSource source = DatabaseFormat.openFile(file)) {
            lost.addAll(source.lostContexts());
        }
        for (Damage damage : DatabaseCheck.of(file))
            if (!damage.lost().isEmpty())
                losses.lost(
                        damage.lost(),
                        "%s, %s: %s"
                                .formatted(file.getFileName(), damage.place(), damage.problem()));
    }

    private void requireOneFormat(Path file, ProfileFormat format) {
        if (used.isPresent() && !used.get().name().equals(format.name()))
            throw MalformedProfileException.of(
                    file.toString(),
                    "a %s as the other files".formatted(used.get().name()),
                    format.name());
        used = Optional.of(format);
    }
}
