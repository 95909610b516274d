package treeline.record.events;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

class RecorderMessageTest {
    @Test
    void controlCharactersOfNamesAreVisible() {
        var err = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            RecorderMessage.print("event 'a\033[2J\nb' was not closed");
            RecorderMessage.print(null);
        } finally {
            System.setErr(before);
        }
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "treeline: event 'a\\u{1b}[2J\\nb' was not closed", "treeline: null");
    }
}
