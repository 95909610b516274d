package treeline.formats.fuzz;

import treeline.source.ProfileFormat;
import treeline.store.text.CompactTextExporter;
import treeline.store.text.CompactTextFormat;
import treeline.testkit.FormatContract;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Compact texts of our own and of the prototype to damage; their contract is tested where the
/// format is.
public final class CompactTextSamples extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new CompactTextFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        List<Path> files = new ArrayList<>();
        for (long seed : new long[] {4, 12}) {
            Path file = into.resolve("sample" + files.size() + ".tltext");
            new CompactTextExporter().export(RandomProfiles.of(seed), file);
            files.add(file);
        }
        files.add(
                Files.writeString(
                        into.resolve("generation1.csv"),
                        """
                        "id","parent","tag","is_loop","times"
                        "main","null","null","0","0.02-0.01|0.03-0.04"
                        "main-a","main","COMP","1","0.1+0.2-0.4|0.5-0.6+0.7"
                        """));
        files.add(
                Files.writeString(
                        into.resolve("generation3.csv"),
                        """
                        comm,2,main,1
                        id,tag,is_loop,times
                        1,,0,0.000154|0.000165
                        1>2,,1,0.000036+0.000021|0.000038+0.000019
                        """));
        return files;
    }

    @Override
    protected boolean noticesEveryCut() {
        return false;
    }

    @Override
    protected boolean mayEndAfter(byte[] part) {
        return endsLine(part);
    }
}
