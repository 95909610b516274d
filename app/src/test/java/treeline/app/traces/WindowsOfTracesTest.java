package treeline.app.traces;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.formats.Formats;
import treeline.testkit.TestData;

import java.util.List;

/// A window may have too few messages to correct its clocks; its waits and its path are found all
/// the same.
class WindowsOfTracesTest {
    @Test
    void everyWindowHasAnAnswer() {
        var session = new Session(Formats.all(), Session.PLAIN);
        for (String trace : List.of("halo8", "clocks4-hidden", "clocks4-recorded", "idlewave12"))
            for (List<String> window : List.of(List.of("25%", "75%"), List.of("40%", "60%")))
                for (String command : List.of("waits", "critical-path")) {
                    String[] words = {
                        command,
                        TestData.require("otf2/" + trace).toString(),
                        "--between",
                        window.getFirst(),
                        window.getLast()
                    };
                    Session.Answer answer = session.run(words);
                    assertThat(answer.exitCode()).as(answer.err()).isZero();
                }
    }
}
