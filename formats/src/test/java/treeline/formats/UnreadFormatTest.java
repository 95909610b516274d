package treeline.formats;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Formats that are known but not read are called by their name, with what to do instead.
class UnreadFormatTest {
    @TempDir Path folder;

    private void assertAdvised(Path path, String advice) {
        assertThatThrownBy(() -> Formats.all().open(path.toString()))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageStartingWith(path + ": expected a profile, found a")
                .hasMessageContaining(advice);
    }

    private Path written(String name, String bytes) throws IOException {
        return Files.writeString(folder.resolve(name), bytes, StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "run.ncu-rep      | x                        | ncu --import FILE --csv",
                "run.nsys-rep     | x                        | nsys export --type sqlite FILE",
                "heap.prof        | heap profile: 1: 2 @ x   | pprof -proto FILE",
                "callgrind.out.1  | # callgrind format       | gprof2dot -f callgrind FILE",
                "callgrind.out.2  | version: 1 creator: callgrind-3.2 | gprof2dot -f callgrind",
                "a.cpuprofile     | `{\"nodes\":[{\"id\":1,\"callFrame\":{}}]}` | speedscope",
                "perf.data        | PERFILE2xx               | perf script -i FILE",
            })
    void aFormatIsKnownByItsStartOrItsName(String name, String start, String advice)
            throws IOException {
        assertAdvised(written(name, start), advice);
    }

    @Test
    void binaryFormatsAreKnownByTheirFirstBytes() throws IOException {
        assertAdvised(
                written("ensemble.pkl", "\u0080\4\u0095abc"), "to_json of Hatchet or Thicket");
        assertAdvised(written("a.ncu", "NVR\0x"), "ncu --import FILE --csv");
        assertAdvised(written("db.zip", "PK\3\4\24\0xxmeasurements/meta.dbxx"), "HPCToolkit");
        assertAdvised(written("a.zip", "PK\3\4\24\0xxreadme"), "a zip archive; unpack it");
        assertAdvised(
                written(
                        "cpu.prof",
                        "\0".repeat(8) + "\3" + "\0".repeat(15) + "\20'" + "\0".repeat(30)),
                "pprof -proto PROGRAM FILE");
    }

    @Test
    void otherFilesAreStillShownByTheirStart() throws IOException {
        assertAdvised(written("notes.txt", "hello"), "a file that starts with \"hello\"");
    }
}
