package treeline.record.agent;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/// The agent among class loaders, modules, other recorders and JDK Flight Recorder.
class AgentAroundTest {
    @TempDir Path folder;

    private static final String PLUGIN =
            """
            package com.acme;
            public class Plugin implements Runnable {
                public void run() { int sum = 0; for (int i = 0; i < 9; i++) sum += i; System.out.println(sum); }
            }
            """;

    private static final String HOST =
            """
            package com.acme;
            import java.net.*;
            import java.nio.file.*;
            public class Host {
                public static void main(String[] arguments) throws Exception {
                    ClassLoader parent = arguments[1].equals("alone") ? null : Host.class.getClassLoader();
                    URL[] where = {Path.of(arguments[0]).toUri().toURL()};
                    ((Runnable) new URLClassLoader("plugins", where, parent).loadClass("com.acme.Plugin").getConstructor().newInstance()).run();
                }
            }
            """;

    private AgentRun host() throws IOException {
        Path plugins = Files.createDirectories(folder.resolve("plugins"));
        return new AgentRun(folder)
                .compiled("com.acme.Host", HOST)
                .compiledInto(plugins, "com.acme.Plugin", PLUGIN);
    }

    @Test
    void classesOfAnotherLoaderAreRecordedWhereItSeesTheRecorder() throws IOException {
        AgentRun run = host();
        assertThat(
                        run.recorded(
                                "include=com.acme.**",
                                "com.acme.Host",
                                folder.resolve("plugins") + "/",
                                "below"))
                .isEqualTo("Host.main 1\n  Plugin.run 1\n");
    }

    @Test
    void classesOfALoaderThatDoesNotSeeTheRecorderRunAsTheyAreAndAreTold() throws IOException {
        AgentRun run = host();
        AgentRun.Ended ended =
                run.run(
                        "include=com.acme.**",
                        "com.acme.Host",
                        folder.resolve("plugins") + "/",
                        "alone");
        assertThat(ended.out()).isEqualTo("36\n");
        assertThat(ended.err())
                .startsWith(
                        "treeline: 1 classes were not recorded because their class loader cannot"
                                + " access the recorder, first: com.acme.Plugin of"
                                + " java.net.URLClassLoader\n");
        assertThat(AgentRun.drawn(run.output())).isEqualTo("Host.main 1\n");
    }

    @Test
    void methodsOfNamedModulesAreRecorded() throws IOException {
        AgentRun run = new AgentRun(folder).compiled("com.acme.Plugin", PLUGIN);
        run.compiled(
                "com.acme.Main",
                """
                package com.acme;
                public class Main { public static void main(String[] a) { for (int i = 0; i < 2; i++) new Plugin().run(); } }
                """);
        run.compiled("module-info", "module com.acme { }");
        assertThat(
                        run.recorded(
                                "include=com.acme.**",
                                "-p",
                                run.classes().toString(),
                                "-m",
                                "com.acme/com.acme.Main"))
                .isEqualTo("Main.main 1\n  Plugin.run 2\n");
    }

    @Test
    void aProgramThatRecordsItselfGetsTheMethodsInItsOwnRecording() throws IOException {
        AgentRun run =
                new AgentRun(folder)
                        .compiled(
                                "com.acme.Main",
                                """
                                package com.acme;
                                import treeline.record.*;
                                public class Main {
                                    public static void main(String[] arguments) {
                                        try (Recorder r = Recorder.start(arguments[0]); Event e = Recorder.event("own")) { work(3); }
                                    }
                                    static int work(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; }
                                }
                                """);
        Path own = folder.resolve("own");
        AgentRun.Ended ended = run.run("include=com.acme.**", "com.acme.Main", own.toString());
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.err())
                .isEqualTo(
                        "treeline: 2 methods of 1 classes recorded in the program's own"
                                + " recording\n");
        assertThat(AgentRun.drawn(own)).isEqualTo("own 1\n  Main.work 1\n");
        assertThat(run.output()).doesNotExist();
    }

    @Test
    void aRecordingMayBeginAfterAMethodAndEndBeforeAnother() throws IOException {
        AgentRun run =
                new AgentRun(folder)
                        .compiled(
                                "com.acme.Main",
                                """
                                package com.acme;
                                public class Main {
                                    public static void main(String[] arguments) { work(1); init(); work(2); work(3); finish(); work(4); }
                                    static int work(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; }
                                    static void init() {}
                                    static void finish() {}
                                }
                                """);
        assertThat(
                        run.recorded(
                                "include=com.acme.**,start=com.acme.Main#init,stop=com.acme.Main#finish",
                                "com.acme.Main"))
                .isEqualTo("Main.work 2\n");
    }

    @Test
    void snapshotsAppearWhileTheProgramRuns() throws IOException {
        AgentRun run =
                new AgentRun(folder)
                        .compiled(
                                "com.acme.Main",
                                """
                                package com.acme;
                                import java.nio.file.*;
                                public class Main {
                                    public static void main(String[] arguments) throws Exception { wait(arguments[0]); Runtime.getRuntime().halt(9); }
                                    static void wait(String folder) throws Exception {
                                        var watch = FileSystems.getDefault().newWatchService();
                                        Path.of(folder).register(watch, StandardWatchEventKinds.ENTRY_CREATE);
                                        while (!Files.exists(Path.of(folder, "snapshot-0002"))) {
                                            var key = watch.take();
                                            key.pollEvents();
                                            key.reset();
                                        }
                                    }
                                }
                                """);
        AgentRun.Ended ended =
                run.run(
                        "include=com.acme.**,snapshot-interval=0.1,snapshot-share=1",
                        "com.acme.Main",
                        run.output().toString());
        assertThat(ended.code()).isEqualTo(9);
        assertThat(AgentRun.drawn(run.output().resolve("snapshot-0002")))
                .isEqualTo("Main.main 1\n  Main.wait 1\n");
    }

    @Test
    void anAgentThatIsAttachedRecordsFromThenOnWhatIsLoadedAlready() throws IOException {
        AgentRun run =
                new AgentRun(folder)
                        .compiled(
                                "com.acme.Main",
                                """
                                package com.acme;
                                import com.sun.tools.attach.VirtualMachine;
                                public class Main {
                                    public static void main(String[] arguments) throws Exception {
                                        work(1);
                                        VirtualMachine self = VirtualMachine.attach(ProcessHandle.current().pid() + "");
                                        self.loadAgent(arguments[0], "include=com.acme.**,output=" + arguments[1]);
                                        try { self.loadAgent(arguments[0], "include=com.acme.**"); } catch (Exception refused) { System.out.println("once"); }
                                        self.detach();
                                        work(2); work(3);
                                    }
                                    static int work(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; }
                                }
                                """)
                        .jvm("-XX:+EnableDynamicAgentLoading", "-Djdk.attach.allowAttachSelf=true");
        AgentRun.Ended ended =
                run.runWith(
                        "-Dnone=1", "com.acme.Main", run.jar().toString(), run.output().toString());
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).isEqualTo("once\n");
        assertThat(ended.err())
                .startsWith("treeline: the agent is already recording this program\n");
        assertThat(AgentRun.drawn(run.output())).isEqualTo("Main.work 2\n");
    }

    @Test
    void flightRecorderGetsEveryEventToo() throws IOException {
        Path flight = folder.resolve("flight.jfr");
        AgentRun run =
                new AgentRun(folder)
                        .compiled(
                                "com.acme.Main",
                                """
                                package com.acme;
                                import treeline.record.*;
                                public class Main {
                                    public static void main(String[] arguments) throws Exception {
                                        for (int i = 0; i < 2; i++) try (Event e = Recorder.event("loop", Loop.EACH, i)) { work(3); }
                                    }
                                    static void work(int millis) throws Exception { Thread.sleep(millis); if (millis > 9) throw new Exception(); }
                                }
                                """)
                        .jvm("-XX:StartFlightRecording:filename=" + flight, "-Xlog:jfr*=off");
        assertThat(run.recorded("include=com.acme.**,jfr=true", "com.acme.Main"))
                .isEqualTo("Main.main 1\n  loop 2\n    Main.work 2\n");
        List<RecordedEvent> events =
                RecordingFile.readAllEvents(flight).stream()
                        .filter(event -> event.getEventType().getName().equals("treeline.Event"))
                        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                        .toList();
        assertThat(events.stream().map(AgentAroundTest::shown))
                .containsExactly(
                        "Main.main at depth 0 of rank 0, iteration -1 on main",
                        "loop at depth 1 of rank 0, iteration 0 on main",
                        "Main.work at depth 2 of rank 0, iteration -1 on main",
                        "loop at depth 1 of rank 0, iteration 1 on main",
                        "Main.work at depth 2 of rank 0, iteration -1 on main");
        assertThat(events.getLast().getDuration().toNanos()).isGreaterThan(3_000_000);
    }

    private static String shown(RecordedEvent event) {
        return "%s at depth %d of rank %d, iteration %d on %s"
                .formatted(
                        event.getString("name"),
                        event.getInt("depth"),
                        event.getInt("rank"),
                        event.getInt("iteration"),
                        event.getThread().getJavaName());
    }

    @Test
    void aJvmWithoutFlightRecorderSaysSo() throws IOException {
        AgentRun run =
                new AgentRun(folder)
                        .compiled(
                                "Hello",
                                "public class Hello { public static void main(String[] a) {} }")
                        .jvm(
                                "--limit-modules=java.base,java.instrument,java.management,jdk.management");
        AgentRun.Ended ended = run.run("jfr=true", "Hello");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err())
                .isEqualTo(
                        "treeline: jfr: this JVM has no module jdk.jfr; add it with --add-modules"
                                + " jdk.jfr, or do not set the option jfr\n");
        assertThat(run.run("include=Hello", "Hello").code()).isZero();
    }
}
