package treeline.formats;

import treeline.source.Input;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.source.join.Parts;
import treeline.store.db.Damage;
import treeline.store.db.DatabaseCheck;
import treeline.store.db.DatabaseFormat;
import treeline.store.trace.TraceFile;
import treeline.store.trace.TraceFileWriter;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Whether a file is intact: every checksum is compared and all values are read, a part at a time.
///
/// @param hasChecksums whether a changed byte is certain to be found
/// @param damages of an intact file: what its reader noted, such as features that it ignores
public record FileCheck(
        String file, String format, boolean hasChecksums, State state, List<Damage> damages) {

    /// The result of a check.
    public enum State {
        INTACT,
        DAMAGED,
        /// The file is not a profile, is of a version or form that is not supported, or cannot be
        /// read.
        UNREADABLE
    }

    /// Formats whose notes about lost data are damage. Readers of other tools' files also note what
    /// they do not support.
    private static final Set<String> OURS = Set.of("database", "snapshot", "compact-text", "csv");

    /// Names of files that are profiles whatever they contain.
    private static final Pattern PROFILE_NAME =
            Pattern.compile(".*\\.(tldb|tlsnap|tltext|jfr|cubex|cali|pb)(\\.gz)?|.*\\.csv\\.gz");

    private static final long VALUES_AT_ONCE = 1 << 24;
    private static final Map<String, String> BY_EXTENSION =
            Map.of(".tldb", "database", ".tlsnap", "snapshot", ".tltext", "compact-text");
    private static final Pattern SUMMED_END = Pattern.compile("(?s).*@end,\\d+,\\p{XDigit}{8}\\s*");
    private static final int END_BYTES = 64;
    private static final String TRACE = "trace";

    public FileCheck {
        damages = List.copyOf(damages);
    }

    /// A check that found these damages, or none.
    public static FileCheck of(
            String file, String format, boolean hasChecksums, List<Damage> damages) {
        State state = damages.isEmpty() ? State.INTACT : State.DAMAGED;
        return new FileCheck(file, format, hasChecksums, state, damages);
    }

    /// A file that could not be read, with the reason.
    public static FileCheck unreadable(String file, String format, String reason) {
        return new FileCheck(
                file, format, false, State.UNREADABLE, List.of(new Damage("file", reason, "")));
    }

    public boolean isIntact() {
        return state == State.INTACT;
    }

    /// Checks one file. Empty if it is of no known format and its name is not that of a profile; a
    /// damaged file of our own is recognised by its name.
    public static Optional<FileCheck> of(Formats formats, Path file) {
        try {
            if (TraceFileWriter.isNamedAsTrace(file)) return Optional.of(ofTrace(file));
            Optional<ProfileFormat> found = formatOf(formats, file);
            if (found.isPresent()) return Optional.of(of(found.get(), file));
            if (!PROFILE_NAME.matcher(file.getFileName().toString()).matches())
                return Optional.empty();
            return Optional.of(
                    unreadable(file.toString(), "unknown format", reason(formats, file)));
        } catch (IOException | MalformedProfileException failed) {
            return Optional.of(unreadable(file.toString(), "unknown format", messageOf(failed)));
        }
    }

    private static FileCheck of(ProfileFormat format, Path file) throws IOException {
        return format instanceof DatabaseFormat
                ? of(file.toString(), format.name(), true, DatabaseCheck.of(file))
                : read(file.toString(), isSummed(format, file), format, Input.of(file));
    }

    /// A trace file of a recording, which is not a profile itself.
    private static FileCheck ofTrace(Path file) throws IOException {
        try (TraceFile trace = TraceFile.open(file)) {
            trace.verify();
            return of(file.toString(), TRACE, true, List.of());
        } catch (MalformedProfileException damaged) {
            if (damaged.isNewer()) return unreadable(file.toString(), TRACE, messageOf(damaged));
            var damage = new Damage("file", messageOf(damaged), "the calls of this rank over time");
            return of(file.toString(), TRACE, true, List.of(damage));
        }
    }

    private static String reason(Formats formats, Path file) throws IOException {
        try {
            formats.formatOf(Input.of(file));
            return "unknown format";
        } catch (MalformedProfileException unknown) {
            return messageOf(unknown);
        }
    }

    private static String messageOf(Exception failed) {
        return String.valueOf(failed.getMessage());
    }

    /// Checks a folder that is one profile of another tool, or the sub-files of a recording
    /// together, which are checked one by one before.
    public static FileCheck ofTogether(String name, ProfileFormat format, Input files) {
        try {
            return read(name, false, format, files);
        } catch (IOException failed) {
            return unreadable(name, format.name(), messageOf(failed));
        }
    }

    static Optional<ProfileFormat> formatOf(Formats formats, Path file) throws IOException {
        try {
            return Optional.of(formats.formatOf(Input.of(file)));
        } catch (MalformedProfileException unknown) {
            String name = file.getFileName().toString();
            return BY_EXTENSION.entrySet().stream()
                    .filter(each -> name.endsWith(each.getKey()))
                    .findFirst()
                    .map(each -> formats.format(each.getValue()));
        }
    }

    private static boolean isSummed(ProfileFormat format, Path file) throws IOException {
        return switch (format.name()) {
            case "database", "snapshot" -> true;
            case "compact-text" -> SUMMED_END.matcher(end(file)).matches();
            default -> false;
        };
    }

    private static String end(Path file) throws IOException {
        try (var access = new RandomAccessFile(file.toFile(), "r")) {
            var bytes = new byte[(int) Math.min(END_BYTES, access.length())];
            access.seek(access.length() - bytes.length);
            access.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private static FileCheck read(
            String name, boolean hasChecksums, ProfileFormat format, Input input)
            throws IOException {
        boolean ours = OURS.contains(format.name());
        try (ProfileSource source = format.open(input)) {
            for (Slice part : parts(source)) source.load(part);
            List<Damage> noted =
                    source.report().entries().stream()
                            .filter(ReadReport.Entry::lossy)
                            .filter(each -> input.files().size() > 1 || !isMissingPart(each))
                            .map(each -> new Damage(placeOf(each), each.reason(), ""))
                            .toList();
            State state = ours && !noted.isEmpty() ? State.DAMAGED : State.INTACT;
            return new FileCheck(name, format.name(), hasChecksums, state, noted);
        } catch (MalformedProfileException refused) {
            if (!ours || refused.isNewer())
                return unreadable(name, format.name(), messageOf(refused));
            var damage = new Damage("file", messageOf(refused), "the whole file");
            return of(name, format.name(), hasChecksums, List.of(damage));
        }
    }

    private static boolean isMissingPart(ReadReport.Entry entry) {
        return entry.reason().equals(Parts.MISSING);
    }

    private static String placeOf(ReadReport.Entry entry) {
        String place = entry.firstPlace().isEmpty() ? "file" : entry.firstPlace();
        return entry.count() == 1 ? place : "%s and %d more".formatted(place, entry.count() - 1);
    }

    /// Contexts that are read at once, so that the values of a large run need not fit into memory.
    private static List<Slice> parts(ProfileSource source) throws IOException {
        int contexts = source.outline().contexts().size();
        ReadPlan plan = source.plan(Slice.everything());
        List<Slice> parts = new ArrayList<>();
        int first = 0;
        long values = 0;
        for (int i = 0; i < contexts; i++) {
            values += plan.values(i);
            boolean isBlockEnd = i + 1 == contexts || plan.block(i + 1) != plan.block(i);
            if (i + 1 < contexts && (values < VALUES_AT_ONCE || !isBlockEnd)) continue;
            int from = first;
            int to = i + 1;
            parts.add(
                    from == 0 && to == contexts
                            ? Slice.everything()
                            : Slice.everything()
                                    .withContexts(
                                            Selection.where(
                                                    contexts, at -> at >= from && at < to)));
            first = to;
            values = 0;
        }
        return parts;
    }
}
