package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.testkit.DrawnFormat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Files and folders that are dropped on the page.
class DroppedRunsTest {
    private static final String RUN = "path rank0 rank1\nmain/<script>alert(1) 5 9\n";

    @TempDir Path folder;

    @Test
    void copiesOfDroppedFilesAreDeletedAtTheEnd() throws IOException {
        Path file = folder.resolve("kept.txt");
        Files.writeString(file, RUN);
        var runs = new OpenRuns(new Formats(List.of(new DrawnFormat()), List.of()));
        int id = runs.open(runs.receive("../../a b/dropped.txt", to -> Files.copy(file, to)));
        Path copy = runs.entries().get(id).copy().orElseThrow().resolve("dropped.txt");
        assertThat(copy).exists().hasFileName("dropped.txt");
        runs.close();
        assertThat(copy).doesNotExist();
        assertThat(copy.resolve("..").resolve("..").normalize()).doesNotExist();
        assertThat(file).exists();
    }

    @Test
    void aDroppedFileThatIsNoProfileIsToldAndDeleted() throws IOException {
        try (ServedRuns served = ServedRuns.of(folder, RUN)) {
            Http.Reply reply =
                    served.http()
                            .post(
                                    "/api/open?name=x.bin",
                                    new byte[] {1, 2, 3},
                                    "Sec-Fetch-Site: same-origin");
            assertThat(reply.status()).isEqualTo(422);
            assertThat(reply.text())
                    .contains(
                            "\"error\": \"x.bin is not a supported profile\"",
                            "\"hint\": \"'treeline formats' lists the supported formats\"")
                    .doesNotContain("treeline-dropped");
            assertThat(served.http().get("/api/runs").text()).doesNotContain("x.bin");
        }
    }

    @Test
    void aDroppedRunCanBeRemovedAndOthersKeepTheirNumbers() throws IOException {
        String own = "Sec-Fetch-Site: same-origin";
        byte[] file = RUN.getBytes(StandardCharsets.UTF_8);
        try (ServedRuns served = ServedRuns.of(folder, RUN)) {
            Http http = served.http();
            http.post("/api/open?name=first.txt", file, own);
            http.post("/api/open?name=second.txt", file, own);
            assertThat(http.post("/api/close?run=1", new byte[0]).status()).isEqualTo(403);
            assertThat(http.get("/api/close?run=1").status()).isEqualTo(404);
            assertThat(http.post("/api/close?run=1", new byte[0], own).status()).isEqualTo(200);
            assertThat(http.get("/api/runs").text())
                    .doesNotContain("first.txt")
                    .contains("\"id\": 2, \"name\": \"second.txt\"", "\"dropped\": true");
            assertThat(http.get("/api/contexts?run=1").text()).contains("the run was removed");
            assertThat(http.get("/api/tree?run=2").status()).isEqualTo(200);
            Http.Reply given = http.post("/api/close?run=0", new byte[0], own);
            assertThat(given.status()).isEqualTo(422);
            assertThat(given.text()).contains("only a run that was dropped on the page");
        }
    }

    @Test
    void aDroppedFolderIsOneRun() throws IOException {
        String own = "Sec-Fetch-Site: same-origin";
        try (ServedRuns served = ServedRuns.of(folder, RUN)) {
            byte[] body =
                    sent("9 db/../../x\n%d db/run.txt".formatted(RUN.length()), "123456789" + RUN);
            Http.Reply opened = served.http().post("/api/open-folder?name=db", body, own);
            assertThat(opened.text()).contains("\"name\": \"db\"").doesNotContain("error");
            assertThat(served.http().get("/api/tree?run=1").status()).isEqualTo(200);
        }
    }

    @Test
    void aFolderThatIsNotAsThePageWritesItIsRefused() throws IOException {
        String own = "Sec-Fetch-Site: same-origin";
        try (ServedRuns served = ServedRuns.of(folder, RUN)) {
            Http http = served.http();
            String path = "/api/open-folder?name=db";
            for (String list : List.of("x db/a", "5", "3 a", "99999999999999999999 db/a"))
                assertThat(http.post(path, sent(list, "abc"), own).text())
                        .as(list)
                        .contains("the file list of the folder is malformed");
            assertThat(http.post(path, sent("3 db/a\n3 db/a", "abcdef"), own).text())
                    .contains("two files of the folder have names that are too similar, 'a'");
            assertThat(http.post(path, sent("3 db/a", "a"), own).text())
                    .contains("the upload of the folder is incomplete");
            assertThat(http.post(path, sent("600000000000 db/a", "a"), own).status())
                    .isEqualTo(413);
        }
    }

    /// A folder as the page sends it.
    private static byte[] sent(String list, String files) {
        byte[] lines = list.getBytes(StandardCharsets.UTF_8);
        byte[] content = files.getBytes(StandardCharsets.UTF_8);
        return java.nio.ByteBuffer.allocate(4 + lines.length + content.length)
                .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .putInt(lines.length)
                .put(lines)
                .put(content)
                .array();
    }
}
