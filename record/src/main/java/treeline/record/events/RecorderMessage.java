package treeline.record.events;

import org.jspecify.annotations.Nullable;

import treeline.text.ControlCharacters;

/// A message of the recorder on the error stream of the program. Event names and paths are data of
/// the program, so control characters are made visible.
public final class RecorderMessage {
    private RecorderMessage() {}

    public static void print(@Nullable String message) {
        System.err.println("treeline: " + ControlCharacters.visible(String.valueOf(message)));
    }
}
