package treeline.formats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Profile;
import treeline.source.ProfileExporter;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// Real profiles of many tools, written in the forms that hold contexts and read again.
class WrittenDataTest {
    private static final int SMALL = 300_000;
    private static final Formats ALL = Formats.all();
    private static final Map<String, WrittenCells> FORMS =
            Map.of(
                    "caliper",
                            new WrittenCells(
                                    frame -> List.of(frame.kind(), frame.name()),
                                    WrittenDataTest::withoutHost),
                    "caliper-json-split",
                            new WrittenCells(Frame::name, WrittenDataTest::withoutHost),
                    "hatchet", new WrittenCells(frame -> frame, UnaryOperator.identity()));

    @TempDir Path folder;

    @Test
    void whatOtherToolsMeasuredComesBack() throws IOException {
        int compared = 0;
        for (String data : List.of("hatchet", "caliper/formats", "other"))
            for (Path file : smallFiles(TestData.require(data))) compared += compare(file);
        assertThat(compared).isGreaterThan(100);
        System.out.println("written and read again: %d files".formatted(compared));
    }

    private static List<Path> smallFiles(Path data) throws IOException {
        try (Stream<Path> all = Files.walk(data)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> file.toFile().length() < SMALL)
                    .sorted()
                    .toList();
        }
    }

    private int compare(Path file) throws IOException {
        Profile profile;
        try (ProfileSource source = ALL.open(file.toString())) {
            profile = source.load(Slice.everything());
        } catch (MalformedProfileException notOne) {
            return 0;
        }
        for (Map.Entry<String, WrittenCells> form : FORMS.entrySet()) {
            ProfileExporter exporter = ALL.exporter(form.getKey());
            Path out = folder.resolve("run" + exporter.extension());
            exporter.export(profile, out);
            try (ProfileSource source = ALL.open(out.toString())) {
                assertThat(form.getValue().differences(profile, source.load(Slice.everything())))
                        .as("%s as %s", file, exporter.name())
                        .isEmpty();
            }
        }
        return FORMS.size();
    }

    private static Context withoutHost(Context context) {
        return new Context(
                "", context.rank(), context.thread(), context.stream(), context.repetition());
    }
}
