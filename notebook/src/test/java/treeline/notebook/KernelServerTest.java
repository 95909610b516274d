package treeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;
import treeline.query.Query;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

class KernelServerTest {
    private static final Profile SOLVER =
            profileOf(
                    """
                    path         rank0
                    main             1
                    main/solve      40
                    main/io          9
                    """);

    private final ProfileTree tree = ProfileTree.of(SOLVER);

    private static HttpResponse<String> get(String address) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(address)).build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private String address() throws IOException {
        return KernelServer.running().address(tree);
    }

    @Test
    void whatAPageTicksComesBackAsAQuery() throws Exception {
        HttpResponse<String> answer = get(address() + "/select?nodes=1,2");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(tree.selection());
        assertThat(Query.parse(tree.selection()).on(SOLVER).stream().toArray())
                .containsExactly(1, 2);
        assertThat(get(address() + "/select?nodes=").body()).isEmpty();
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
    }

    @Test
    void rowsAndNamesAreAskedFor() throws Exception {
        assertThat(get(address() + "/children?of=0&shown=1").body())
                .startsWith("<li data-n=\"2\"><div class=\"tl-leaf\">")
                .doesNotContain("solve");
        assertThat(get(address() + "/find?text=SO%4Cve").body()).isEqualTo("1\n0,1");
        assertThat(get(address() + "/find?text=none").body()).isEqualTo("0\n");
    }

    @Test
    void withoutTheRandomWordNothingIsAnswered() throws Exception {
        String address = address();
        String token = address.split("/")[3];
        assertThat(token).matches("[0-9a-f]{32}");
        for (String other : new String[] {"0".repeat(32), "", token.substring(1), token + "0"})
            assertThat(get(address.replace(token, other) + "/select?nodes=1").statusCode())
                    .as(other)
                    .isEqualTo(404);
    }

    @Test
    void whatIsNotThereIsNotFoundAndWhatIsWrongIsRefused() throws Exception {
        String address = address();
        assertThat(get(address + "999/select?nodes=1").statusCode()).isEqualTo(404);
        for (String wrong :
                new String[] {
                    "/select?nodes=3",
                    "/select?nodes=-1",
                    "/select?nodes=x",
                    "/select?nodes=2000000000",
                    "/children?of=3",
                    "/children?of=-2",
                    "/other"
                }) assertThat(get(address + wrong).statusCode()).as(wrong).isEqualTo(400);
    }

    @Test
    void aForeignHostIsRefused() throws Exception {
        URI address = URI.create(address() + "/select?nodes=1");
        assertThat(status(address, "evil.example")).startsWith("HTTP/1.1 403");
        assertThat(status(address, "localhost:" + address.getPort())).startsWith("HTTP/1.1 200");
    }

    private static String status(URI address, String host) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
            String request =
                    "GET %s?%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                            .formatted(address.getPath(), address.getQuery(), host);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
