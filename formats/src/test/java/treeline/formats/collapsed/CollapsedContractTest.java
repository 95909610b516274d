package treeline.formats.collapsed;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CollapsedContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new CollapsedFormat();
    }

    /// Counts of one digit: of `12` that is cut, `1` is left.
    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(
                Files.writeString(
                        into.resolve("plain.txt"),
                        "# by cpu\nmain;solve 5\nmain;solve;dot 3\nidle 1\n"),
                Files.writeString(
                        into.resolve("threads.txt"),
                        "# java\n[main tid=7];run_[j];get_[i] 4\n[GC tid=9];run_[0];brk_[k] 2\n"));
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
