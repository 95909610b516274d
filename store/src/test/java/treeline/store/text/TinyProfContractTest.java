package treeline.store.text;

import treeline.source.ProfileExporter;
import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A list of lines without an end mark or checksum: a cut between lines and a changed digit cannot
/// be noticed.
class TinyProfContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new CompactTextFormat();
    }

    @Override
    protected Optional<ProfileExporter> exporter() {
        return Optional.of(new CompactTextExporter());
    }

    @Override
    protected boolean noticesEveryCut() {
        return false;
    }

    @Override
    protected boolean mayEndAfter(byte[] part) {
        return endsLine(part);
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(
                Files.writeString(
                        into.resolve("generation1.csv"),
                        """
                        "id","parent","tag","is_loop","times"
                        "main","null","null","0","0.019768-0.018518|0.019904-0.018495"
                        "main-pre-a","main","null","0","0.000405|0.000557-0.000202"
                        "main-pre-a-b","main-pre-a","COMP","1","0.1+0.2+0.3-0.4|0.5-0.6+0.7"
                        """),
                Files.writeString(
                        into.resolve("generation2.csv"),
                        """
                        id,tag,is_loop,times
                        main,,0,1.5e-05-2|3-4
                        main>io,IO,2,0.5--0.25|0
                        main>io>write,IO,1,0.5+1-2|3-4
                        """),
                Files.writeString(
                        into.resolve("generation3.csv"),
                        """
                        comm,3,compute,2,main,1
                        id,tag,is_loop,times
                        1,,0,0.000154|0.000165
                        1>2,,1,0.000036+0.000021+0.000016|0.000038+0.000021+0.000019
                        1>2>3,,2,0.000001|0.000002
                        1>update,,1,0.000000|0.000001+0.000002
                        """),
                Files.writeString(
                        into.resolve("lone_1_4_2.csv"),
                        """
                        1,,0,0.000152|0.000145
                        1>2,,1,0.000037+0.000019|0.000034+0.000019
                        """),
                Files.writeString(
                        into.resolve("together.csv"),
                        """
                        a,2,main,1
                        id,tag,is_loop,times
                        1,,0,0.1|0.2
                        1>2,,0,0.3|0.4
                        1,,0,0.5|0.6
                        1>2,,0,0.7|0.8
                        """));
    }
}
