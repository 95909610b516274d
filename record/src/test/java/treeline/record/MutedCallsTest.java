package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.record.overhead.MutedNames;
import treeline.record.overhead.RecordingProbe;
import treeline.record.ranks.SoloCommunicator;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Muted events are counted, and call paths stay right, whenever muting begins and ends.
class MutedCallsTest {
    @TempDir Path folder;

    private static final MutedNames TINY = new MutedNames(List.of("tiny", "leaf"));

    private final ManualClock clock = new ManualClock();

    @Test
    void mutedCallsAreCountedButNotTimed() throws IOException {
        Recorder recorder = started();
        try (Event _ = Recorder.event("main")) {
            call("tiny");
            probe().mute(TINY);
            for (int i = 0; i < 20_000; i++) call("tiny");
            probe().mute(null);
            call("tiny");
        }
        recorder.close();
        Profile profile = Recordings.read(folder.resolve("out"));
        assertThat(calls(profile, "tiny")).isEqualTo(20_002);
        assertThat(profile.column("time").at(0, node(profile, "tiny"))).isEqualTo(20);
    }

    private void call(String name) {
        try (Event _ = Recorder.event(name)) {
            clock.pass(10);
        }
    }

    @Test
    void anEventThatBeganMutedKeepsItsPlaceInTheCallPath() throws IOException {
        Recorder recorder = started();
        try (Event _ = Recorder.event("main")) {
            probe().mute(TINY);
            try (Event _ = Recorder.event("tiny")) {
                call("leaf");
                probe().mute(null);
                call("other");
                call("leaf");
            }
            call("after");
        }
        recorder.close();
        Profile profile = Recordings.read(folder.resolve("out"));
        assertThat(profile.tree().parent(node(profile, "other"))).isEqualTo(node(profile, "tiny"));
        assertThat(profile.tree().parent(node(profile, "leaf"))).isEqualTo(node(profile, "tiny"));
        assertThat(profile.tree().parent(node(profile, "after"))).isEqualTo(node(profile, "main"));
        assertThat(calls(profile, "leaf")).isEqualTo(2);
    }

    @Test
    void callersThatAreNotMutedAreTimedWhileOthersAre() throws IOException {
        Recorder recorder = started();
        try (Event _ = Recorder.event("main")) {
            probe().mute(TINY);
            for (int i = 0; i < 3; i++)
                try (Event _ = Recorder.event("row")) {
                    call("tiny");
                }
            probe().mute(null);
        }
        recorder.close();
        Profile profile = Recordings.read(folder.resolve("out"));
        assertThat(calls(profile, "row")).isEqualTo(3);
        assertThat(profile.column("time").at(0, node(profile, "row"))).isEqualTo(30);
        assertThat(calls(profile, "tiny")).isEqualTo(3);
    }

    @Test
    void countsAreTheSameWheneverNamesAreMuted() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            Recorder recorder = started();
            var random = new Random(seed);
            List<String> log = new ArrayList<>();
            try (Event _ = Recorder.event("main")) {
                for (int i = 0; i < 200; i++) tree(random, "main", 0, log);
            }
            recorder.close();
            Profile profile = Recordings.read(folder.resolve("out"));
            long recorded = 0;
            for (int node = 1; node < profile.tree().size(); node++)
                recorded += (long) profile.column("calls").at(0, node);
            assertThat(recorded).isEqualTo(log.size());
            assertThat(profile.tree().size() - 1)
                    .as("call paths")
                    .isEqualTo(log.stream().distinct().count());
        }
    }

    private void tree(Random random, String path, int depth, List<String> log) {
        String name = List.of("tiny", "leaf", "row").get(random.nextInt(3));
        log.add(path + "/" + name);
        if (random.nextInt(10) == 0) probe().mute(random.nextBoolean() ? TINY : null);
        try (Event _ = Recorder.event(name)) {
            int callees = depth > 4 ? 0 : random.nextInt(3);
            for (int i = 0; i < callees; i++) tree(random, path + "/" + name, depth + 1, log);
        }
    }

    @Test
    void threadsThatStartWhileNamesAreMutedAreRecorded() throws IOException, InterruptedException {
        Recorder recorder = started();
        probe().mute(TINY);
        Thread thread =
                new Thread(
                        () -> {
                            try (Event _ = Recorder.event("work")) {
                                call("tiny");
                            }
                        });
        thread.start();
        thread.join();
        recorder.close();
        Profile profile = Recordings.read(folder.resolve("out"));
        assertThat(profile.tree().parent(node(profile, "tiny"))).isEqualTo(node(profile, "work"));
    }

    @Test
    void progressCountsRecordedAndMutedCalls() {
        Recorder recorder = started();
        Event main = Recorder.event("main");
        long start = begun();
        for (int i = 0; i < 100; i++) call("tiny");
        probe().mute(TINY);
        for (int i = 0; i < 100; i++) call("tiny");
        assertThat(begun() - start).isEqualTo(200);
        main.close();
        recorder.close();
    }

    private static long begun() {
        return probe().read().threads().get(Thread.currentThread().threadId()).calls();
    }

    private Recorder started() {
        return Recorder.startUnattended(
                clock.options(folder.resolve("out")).replace(true).repetitionLimit(1).build(),
                new SoloCommunicator());
    }

    private static RecordingProbe probe() {
        return RecordingProbe.current().orElseThrow();
    }

    private static long calls(Profile profile, String name) {
        return (long) profile.column("calls").at(0, node(profile, name));
    }

    private static int node(Profile profile, String name) {
        for (int node = 0; node < profile.tree().size(); node++)
            if (profile.tree().name(node).equals(name)) return node;
        throw new AssertionError("no node " + name);
    }
}
