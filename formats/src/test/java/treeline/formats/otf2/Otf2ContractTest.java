package treeline.formats.otf2;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.NamedFormat;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// Each file of one archive is damaged in turn, the others stay.
class Otf2ContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new OneFileOfArchive();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(
                Files.write(into.resolve("traces.otf2"), SampleArchive.anchor()),
                Files.write(into.resolve("traces.def"), SampleArchive.definitions()),
                Files.write(into.resolve("0.evt"), SampleArchive.events(0)),
                Files.write(into.resolve("1.evt"), SampleArchive.events(1)));
    }

    /// Opens the sample archive with one of its files replaced.
    private static final class OneFileOfArchive extends NamedFormat {
        private final Otf2Format format = new Otf2Format();

        OneFileOfArchive() {
            super("otf2", "a file of an archive");
        }

        @Override
        public Match sniff(Input input) throws IOException {
            return format.sniff(archive(input));
        }

        @Override
        public ProfileSource open(Input input) throws IOException {
            return format.open(archive(input));
        }

        private static Input archive(Input input) throws IOException {
            Path file = input.files().getFirst();
            String name = file.getFileName().toString();
            Path folder = Files.createDirectories(file.resolveSibling("archives").resolve(name));
            List<Path> files = SampleArchive.write(folder);
            Path replaced = files.getFirst();
            for (Path each : files)
                if (name.endsWith(each.getFileName().toString())) replaced = each;
            Files.copy(file, replaced, StandardCopyOption.REPLACE_EXISTING);
            return Input.of(files.getFirst());
        }
    }
}
