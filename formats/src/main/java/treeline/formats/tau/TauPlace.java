package treeline.formats.tau;

import treeline.model.Context;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The context of a file from its name: `profile.N.C.T` is rank N, TAU context C, thread T. Parts
/// that are 0 in all files are omitted.
record TauPlace(boolean threads, boolean contexts) {
    private static final Pattern NAME =
            Pattern.compile("profile\\.(\\d{1,9})\\.(\\d{1,9})\\.(\\d{1,9})$");

    static TauPlace of(List<Path> files) {
        boolean threads = false;
        boolean contexts = false;
        for (Path file : files) {
            Matcher name = matcher(file);
            if (!name.find()) continue;
            contexts |= Integer.parseInt(name.group(2)) > 0;
            threads |= Integer.parseInt(name.group(3)) > 0;
        }
        return new TauPlace(threads, contexts);
    }

    /// The context of a file; rank 0 if its name says nothing.
    Context contextOf(Path file, String host) {
        Matcher name = matcher(file);
        if (!name.find()) return new Context(host, 0, Context.NONE, Context.NONE, Context.NONE);
        return new Context(
                host,
                Integer.parseInt(name.group(1)),
                threads ? Integer.parseInt(name.group(3)) : Context.NONE,
                contexts ? Integer.parseInt(name.group(2)) : Context.NONE,
                Context.NONE);
    }

    static boolean isNameOf(Path file) {
        return matcher(file).find();
    }

    private static Matcher matcher(Path file) {
        return NAME.matcher(String.valueOf(file.getFileName()));
    }
}
