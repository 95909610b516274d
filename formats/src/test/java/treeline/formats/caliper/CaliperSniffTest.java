package treeline.formats.caliper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Which of the real files each format takes for its own.
class CaliperSniffTest {
    private static final List<ProfileFormat> FORMATS =
            List.of(new CaliFormat(), new CaliJsonSplitFormat(), new CaliJsonFormat());

    @Test
    void everyFileIsClaimedByItsOwnFormatOnly() throws IOException {
        Path data = TestData.require("caliper").getParent();
        int mine = 0;
        int foreign = 0;
        for (Path file : filesBelow(data)) {
            List<String> claims = claims(file);
            String expected = expectedFormat(data.relativize(file).toString());
            assertThat(claims)
                    .as(file.toString())
                    .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
            if (expected.isEmpty()) foreign++;
            else mine++;
        }
        System.out.printf(
                "Caliper: %d files claimed, %d files of others left alone%n", mine, foreign);
    }

    private static List<Path> filesBelow(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static String expectedFormat(String file) {
        if (file.endsWith(".cali")) return "caliper";
        if (!file.endsWith(".json")) return "";
        if (file.startsWith("caliper/oracle/") && file.contains("globals")) return "";
        if (file.startsWith("hatchet/caliper-")
                || file.startsWith("hatchet/lulesh-")
                || file.contains("json-split")) return "caliper-json-split";
        return file.startsWith("caliper/") ? "caliper-json" : "";
    }

    private static List<String> claims(Path file) throws IOException {
        List<String> claims = new ArrayList<>();
        for (ProfileFormat format : FORMATS)
            if (sniff(format, file) != Match.NO) claims.add(format.name());
        return claims;
    }

    private static Match sniff(ProfileFormat format, Path file) throws IOException {
        try {
            return format.sniff(Input.of(file));
        } catch (MalformedProfileException brokenGzip) {
            return Match.NO; // said by the input before any format looks at it
        }
    }
}
