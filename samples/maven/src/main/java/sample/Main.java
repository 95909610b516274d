package sample;

import treeline.Treeline;
import treeline.record.Event;
import treeline.record.Loop;
import treeline.record.Recorder;

import java.nio.file.Files;
import java.nio.file.Path;

/// Records a loop and prints its call tree.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
        Path output = Files.createTempDirectory("sample").resolve("recording");
        try (Recorder _ = Recorder.start(output.toString());
                Event _ = Recorder.event("main")) {
            for (int i = 0; i < 10; i++)
                try (Event _ = Recorder.event("step", Loop.EACH, i)) {
                    Thread.sleep(1);
                }
        }
        try (var run = Treeline.open(output.toString())) {
            System.out.println(run.tree());
        }
    }
}
