package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class DesktopTest {
    @Test
    void desktopsOpenABrowserAndLoginsGetALineForTheTunnel() {
        assertThat(Desktop.opener("Linux", Map.of("DISPLAY", ":0"))).contains(List.of("xdg-open"));
        assertThat(Desktop.opener("Linux", Map.of())).isEmpty();
        assertThat(Desktop.opener("Mac OS X", Map.of())).contains(List.of("open"));
        var login =
                Map.of("SSH_CONNECTION", "10.0.0.1 5 10.0.0.2 22", "USER", "ada", "DISPLAY", ":1");
        assertThat(Desktop.opener("Linux", login)).isEmpty();
        assertThat(Desktop.tunnel(8000, login)).contains("ssh -L 8000:localhost:8000 ada@10.0.0.2");
        assertThat(Desktop.tunnel(8000, Map.of())).isEmpty();
    }
}
