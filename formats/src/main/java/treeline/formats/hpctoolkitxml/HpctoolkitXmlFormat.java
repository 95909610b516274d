package treeline.formats.hpctoolkitxml;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.NamedFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// HPCToolkit databases before format 4: `experiment.xml` of versions 2.0 to 2.2, with one
/// `metric-db` file per thread if hpcprof-mpi wrote them.
public final class HpctoolkitXmlFormat extends NamedFormat {
    private static final String ROOT = "HPCToolkitExperiment";

    public HpctoolkitXmlFormat() {
        super(
                "hpctoolkit-xml",
                "HPCToolkit database before format 4 (experiment.xml, *.metric-db)");
    }

    @Override
    public Match sniff(Input input) throws IOException {
        return documents(input).isEmpty() ? Match.NO : Match.CERTAIN;
    }

    private static List<Path> candidates(Input input) {
        if (input.files().size() == 1) return input.files();
        return input.files().stream()
                .filter(file -> file.getFileName().toString().matches(".*\\.xml(\\.gz)?"))
                .toList();
    }

    /// The document type and the root element have one name, and one of them comes first.
    private static boolean isExperiment(byte[] prefix) {
        String text = new String(prefix, StandardCharsets.ISO_8859_1).stripLeading();
        if (!text.startsWith("<")) return false;
        int at = 0;
        while (text.startsWith("<?", at) || text.startsWith("<!--", at)) {
            String end = text.startsWith("<?", at) ? "?>" : "-->";
            int closed = text.indexOf(end, at);
            if (closed < 0) return false;
            at = closed + end.length();
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
        }
        return text.startsWith("<!DOCTYPE " + ROOT, at) || text.startsWith("<" + ROOT, at);
    }

    @Override
    public boolean isProfileFolder(Input folder) throws IOException {
        return documents(folder).size() == 1;
    }

    private static List<Path> documents(Input input) throws IOException {
        List<Path> documents = new ArrayList<>();
        for (Path file : candidates(input))
            if (isExperiment(input.prefix(file))) documents.add(file);
        return documents;
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        List<Path> documents = documents(input);
        if (documents.size() == 1) return XmlSource.open(documents.getFirst());
        throw MalformedProfileException.of(
                input.name(),
                "an XML file that starts with <%s>".formatted(ROOT),
                documents.isEmpty() ? "none" : "%d of them".formatted(documents.size()));
    }
}
