package treeline.formats;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.files.FileName;
import treeline.source.files.MalformedProfileException;
import treeline.text.NameList;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Format sniffing: determines the format of a file, and the message for files of no known format
/// or of several runs.
///
/// @param readable the formats that are asked
record FormatDetection(List<ProfileFormat> readable) {
    private static final String SQLITE = "SQLite format 3\0";

    /// The heading of a table that people keep instead of the profile. Programs print it behind
    /// their own output.
    private static final Pattern RUNTIME_REPORT =
            Pattern.compile(
                    "(?m)^Path {2,}.*(Time \\((E|I)\\)|[Tt]ime/rank|(Inclusive|Exclusive) time|Time"
                            + " %)");

    private static final int MAX_NAMED = 3;

    /// A profile among the files that the user named.
    ///
    /// @param aside the files that do not belong to it
    /// @param skipped the files whose names are not valid
    record Found(Input input, ProfileFormat format, List<Path> aside, List<Path> skipped) {
        Found(Input input, ProfileFormat format) {
            this(input, format, List.of(), input.skipped());
        }
    }

    /// The format of an input or, where several files are of none together, the one file among them
    /// that is a profile: people keep sources and notes beside it.
    Found find(Input input) throws IOException {
        List<ProfileFormat> claims = claims(input);
        if (claims.size() == 1) return new Found(input, claims.getFirst());
        if (claims.size() > 1) throw ambiguous(input, claims);
        Map<Path, ProfileFormat> profiles = profilesAmong(input);
        if (profiles.size() != 1) throw unknown(input, profiles);
        Path file = profiles.keySet().iterator().next();
        List<Path> aside = input.files().stream().filter(each -> !each.equals(file)).toList();
        ProfileFormat format = profiles.values().iterator().next();
        return new Found(Input.of(file), format, aside, input.skipped());
    }

    /// Those that are certain or, if none is, those that find it plausible.
    List<ProfileFormat> claims(Input input) throws IOException {
        List<ProfileFormat> certain = new ArrayList<>();
        List<ProfileFormat> plausible = new ArrayList<>();
        for (ProfileFormat format : readable) {
            switch (format.sniff(input)) {
                case Match.CERTAIN -> certain.add(format);
                case Match.PLAUSIBLE -> plausible.add(format);
                case Match.NO -> {}
            }
        }
        return certain.isEmpty() ? plausible : certain;
    }

    Map<Path, ProfileFormat> profilesAmong(Input input) throws IOException {
        Map<Path, ProfileFormat> profiles = new LinkedHashMap<>();
        if (input.files().size() < 2) return profiles;
        for (Path file : input.files()) {
            List<ProfileFormat> claims = claims(Input.of(file));
            if (claims.size() == 1) profiles.put(file, claims.getFirst());
        }
        return profiles;
    }

    private static MalformedProfileException ambiguous(Input input, List<ProfileFormat> claims) {
        return MalformedProfileException.of(
                input.name(),
                "a profile of one format",
                "a file of several possible formats (%s); select the format with --format"
                        .formatted(names(claims)));
    }

    private static MalformedProfileException unknown(Input input, Map<Path, ProfileFormat> profiles)
            throws IOException {
        return profiles.isEmpty()
                ? MalformedProfileException.of(input.name(), "a profile", contentOf(input))
                : MalformedProfileException.of(
                        input.name(),
                        "one run",
                        "%d: %s; use 'treeline ensemble' for several runs"
                                .formatted(profiles.size(), listed(profiles)));
    }

    private static String listed(Map<Path, ProfileFormat> profiles) {
        List<String> names = new ArrayList<>();
        profiles.forEach(
                (file, format) ->
                        names.add("%s (%s)".formatted(file.getFileName(), format.name())));
        return NameList.dotted(names, MAX_NAMED);
    }

    static String names(List<ProfileFormat> formats) {
        return formats.stream().map(ProfileFormat::name).collect(Collectors.joining(", "));
    }

    /// Sub-folders are runs of their own, so one of them is proposed.
    private static String emptyFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) return "a directory without files";
        try (Stream<Path> below = Files.list(folder)) {
            List<Path> folders = below.filter(Files::isDirectory).sorted().toList();
            return folders.isEmpty()
                    ? "a directory without files"
                    : "a directory with %s only, which are not searched; name one, such as %s, or use 'treeline ensemble' for all"
                            .formatted(
                                    folders.size() == 1
                                            ? "one sub-folder"
                                            : String.format(
                                                    Locale.ROOT, "%,d sub-folders", folders.size()),
                                    folders.getFirst());
        }
    }

    private static String contentOf(Input input) throws IOException {
        if (input.files().isEmpty() && !input.skipped().isEmpty())
            return "only files whose names are " + FileName.problem();
        if (input.files().isEmpty()) return emptyFolder(input.root());
        Optional<String> unread = UnreadFormat.of(input);
        if (unread.isPresent()) return unread.get();
        if (input.files().size() > 1)
            return "%d files of unknown formats".formatted(input.files().size());
        byte[] prefix = input.prefix(input.files().getFirst());
        if (prefix.length == 0) return "an empty file";
        if (new String(prefix, StandardCharsets.ISO_8859_1).startsWith(SQLITE))
            return "an SQLite database that is damaged or from an unknown tool";
        if (RUNTIME_REPORT.matcher(new String(prefix, StandardCharsets.UTF_8)).find())
            return "the output of Caliper's runtime-report, which lacks units and per-rank values;"
                    + " record with CALI_CONFIG=hatchet-region-profile or spot";
        var start = new StringBuilder("a file that starts with \"");
        for (int i = 0; i < Math.min(prefix.length, 24); i++) {
            char c = (char) (prefix[i] & 0xff);
            start.append(
                    c >= ' ' && c < 127 && c != '"'
                            ? String.valueOf(c)
                            : "\\x%02x".formatted((int) c));
        }
        return start.append('"').toString();
    }
}
