package treeline.formats.tau;

import treeline.model.ProfileBuilder;
import treeline.source.Input;
import treeline.source.LoadedSource;
import treeline.source.Match;
import treeline.source.NamedFormat;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// TAU profiles: files `profile.N.C.T`, in one folder `MULTI__X` per metric if there are several.
public final class TauFormat extends NamedFormat {
    private static final Pattern FIRST_LINE =
            Pattern.compile("\\d{1,9} templated_functions\\S*\\s*\n");

    private static final String METRIC_FOLDER = "MULTI__";

    public TauFormat() {
        super("tau", "TAU profiles (profile.N.C.T, also in MULTI__ folders)");
    }

    @Override
    public Match sniff(Input input) throws IOException {
        List<Path> own = input.files();
        List<Path> files = own.isEmpty() ? filesOfMetricFolders(input) : own;
        int mine = 0;
        for (Path file : files) if (isProfile(input, file)) mine++;
        if (mine == 0) return Match.NO;
        return mine == files.size() ? Match.CERTAIN : Match.PLAUSIBLE;
    }

    @Override
    public boolean isProfileFolder(Input folder) throws IOException {
        List<Path> files = new ArrayList<>(folder.files());
        files.addAll(filesOfMetricFolders(folder));
        for (Path file : files) if (TauPlace.isNameOf(file) && isProfile(folder, file)) return true;
        return false;
    }

    private static boolean isProfile(Input input, Path file) throws IOException {
        byte[] prefix = input.prefix(file);
        int length = Math.min(prefix.length, 200);
        String start = new String(prefix, 0, length, StandardCharsets.ISO_8859_1);
        return FIRST_LINE.matcher(start).lookingAt();
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        List<Path> files = new ArrayList<>(input.files());
        files.addAll(filesOfMetricFolders(input));
        var log = new ReadReport.Log();
        List<Path> mine = new ArrayList<>();
        for (Path file : files) {
            if (files.size() == 1 || isProfile(input, file)) mine.add(file);
            else log.note("a file is not part of the profile", file.toString());
        }
        if (mine.isEmpty())
            throw MalformedProfileException.of(input.name(), "files profile.N.C.T", "none");
        ProfileBuilder builder = new TauReader(log, TauPlace.of(mine)).read(mine);
        return new LoadedSource(builder.build(), log.report());
    }

    private static List<Path> filesOfMetricFolders(Input input) throws IOException {
        if (!input.isDirectory()) return List.of();
        List<Path> files = new ArrayList<>();
        try (Stream<Path> folders = Files.list(input.root())) {
            for (Path folder : folders.filter(TauFormat::isMetricFolder).sorted().toList())
                files.addAll(Input.of(folder.toString()).files());
        }
        return files;
    }

    private static boolean isMetricFolder(Path path) {
        Path name = path.getFileName();
        return name != null && name.toString().startsWith(METRIC_FOLDER) && Files.isDirectory(path);
    }
}
