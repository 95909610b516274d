package treeline.testkit.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

class FuzzerTest {
    private static final Duration AT_MOST = Duration.ofSeconds(20);

    @TempDir Path folder;

    @Test
    void aBugBehindFourConditionsIsFoundAndItsInputShortened() throws Exception {
        Coverage.reset();
        var loader =
                new CoverageLoader(FuzzerTest.class.getClassLoader(), PlantedBug.class.getName());
        Subject reader = loader.subject(PlantedBug.class);
        List<Path> samples = reader.samples(folder);
        reader.read(samples.getFirst());

        List<Fuzzer.Finding> findings =
                new Fuzzer(reader::read, loader.words(), 1).stopAtFirst().fuzz(samples, AT_MOST);

        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().cause()).hasMessage("planted");
        assertThat(findings.getFirst().input()).hasSizeLessThanOrEqualTo(3 + "@columns".length());
    }

    @Test
    void aReaderThatTakesTooMuchMemoryIsFound() throws Exception {
        Consumer<Path> reader = _ -> touch(new byte[64 << 20], new byte[200 << 20]);
        List<Fuzzer.Finding> findings = firstOf(reader);
        assertThat(findings.getFirst().cause().getMessage()).endsWith("MB allocated");
    }

    @Test
    void anErrorOfTheVirtualMachineIsFound() throws Exception {
        Consumer<Path> reader =
                _ -> {
                    throw new StackOverflowError();
                };
        assertThat(firstOf(reader).getFirst().cause()).isInstanceOf(StackOverflowError.class);
    }

    private List<Fuzzer.Finding> firstOf(Consumer<Path> reader) throws Exception {
        Path sample = Files.write(folder.resolve("s"), "s".getBytes(StandardCharsets.UTF_8));
        return new Fuzzer(reader, List.of(), 1).stopAtFirst().fuzz(List.of(sample), AT_MOST);
    }

    private static void touch(byte[] one, byte[] other) {
        one[one.length - 1] = other[other.length - 1];
    }
}
