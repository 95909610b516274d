package treeline.store.text;

import treeline.model.Profile;
import treeline.source.ProfileFormat;
import treeline.source.join.Parts;
import treeline.store.text.rows.TextForm;
import treeline.testkit.Corpus;
import treeline.testkit.KeptFiles;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

class CompactTextKeptFilesTest extends KeptFiles {
    private static final String RECORDING = "00000000-0000-4000-8000-000000000003";

    @Override
    protected String formatName() {
        return "compact-text";
    }

    @Override
    protected int currentVersion() {
        return TextForm.VERSION;
    }

    @Override
    protected ProfileFormat reader() {
        return new CompactTextFormat();
    }

    /// Seed 22 has context labels.
    @Override
    protected void write(Corpus.Addition addition) throws IOException {
        var exporter = new CompactTextExporter();
        Profile labelled = RandomProfiles.of(22);
        addition.add("labels-22.tltext", labelled, to -> exporter.export(labelled, to));
        Profile whole = RandomProfiles.of(10);
        addition.add(
                "parts",
                whole,
                to -> {
                    Files.createDirectories(to);
                    List<Profile> parts = Parts.split(whole, 3, RECORDING);
                    for (int i = 0; i < parts.size(); i++)
                        exporter.export(parts.get(i), to.resolve("part-%03d.tltext".formatted(i)));
                });
    }
}
