package treeline.record.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Programs that know nothing of the recorder, run with the agent.
class AgentTest {
    @TempDir Path folder;

    private static final String SOLVER =
            """
            package com.acme;
            public class Solver {
                private final int[] grid;
                private int at;
                public Solver(int size) { this(new int[size]); }
                public Solver(int[] grid) { super(); this.grid = grid.length > 0 ? grid : new int[1]; }
                public int at() { return at; }
                public void run(int steps) {
                    for (int i = 0; i < steps; i++) step(i);
                }
                public int step(int i) { at = i; grid[i % grid.length] += i; return norm(); }
                private int norm() { int sum = 0; for (int v : grid) sum += v; return sum; }
                static class Grid { int size() { int n = 0; for (int i = 0; i < 3; i++) n += i; return n; } }
            }
            """;

    private static final String MAIN =
            """
            package com.acme;
            public class Main {
                public static void main(String[] arguments) {
                    new Solver(4).run(3);
                    System.out.println("size " + new Solver.Grid().size());
                }
            }
            """;

    private AgentRun acme() throws IOException {
        return new AgentRun(folder)
                .compiled("com.acme.Solver", SOLVER)
                .compiled("com.acme.Main", MAIN);
    }

    @Test
    void everyMethodOfAPackageThatIsNotTrivialIsRecorded() throws IOException {
        AgentRun run = acme();
        AgentRun.Ended ended = run.run("include=com.acme.**", "com.acme.Main");
        assertThat(ended.out()).isEqualTo("size 3\n");
        assertThat(ended.err())
                .isEqualTo(
                        "treeline: 5 methods of 3 classes recorded in %s, 1 skipped with less than min-size=12 bytes of code: 9 calls\n"
                                .formatted(run.output()));
        assertThat(AgentRun.drawn(run.output()))
                .isEqualTo(
                        """
                        Main.main 1
                          Solver.run 1
                            Solver.step 3
                              Solver.norm 3
                          Solver.Grid.size 1
                        """);
    }

    @Test
    void patternsChooseAndExcludeClassesAndMethods() throws IOException {
        assertThat(
                        acme().recorded(
                                        "include=com.acme.Solver,com.acme.Main#*,exclude=com.acme.Solver#n*",
                                        "com.acme.Main"))
                .isEqualTo(
                        """
                        Main.main 1
                          Solver.run 1
                            Solver.step 3
                        """);
    }

    @Test
    void aMethodThatIsSpelledOutIsRecordedHoweverShort() throws IOException {
        String program =
                """
                package com.acme;
                public class Short {
                    int field;
                    int get() { return field; }
                    int other() { return field; }
                    public static void main(String[] arguments) { var it = new Short(); it.get(); it.get(); it.other(); }
                }
                """;
        AgentRun run = new AgentRun(folder).compiled("com.acme.Short", program);
        assertThat(run.recorded("include=com.acme.*,com.acme.Short#get", "com.acme.Short"))
                .isEqualTo("Short.main 1\n  Short.get 2\n");
        assertThat(run.recorded("include=com.acme.*,min-size=0,names=full", "com.acme.Short"))
                .isEqualTo(
                        """
                        com.acme.Short.main 1
                          com.acme.Short.get 2
                          com.acme.Short.other 1
                        """);
    }

    @Test
    void constructorsAreRecordedAfterTheCallOfTheOther() throws IOException {
        assertThat(acme().recorded("include=com.acme.Solver#<init>,com.acme.Main", "com.acme.Main"))
                .isEqualTo(
                        """
                        Main.main 1
                          new Solver 2
                        """); // this(...) comes before the event of its caller, not inside
    }

    @Test
    void exceptionsCloseTheEventsThatTheyLeave() throws IOException {
        String program =
                """
                package com.acme;
                public class Main {
                    static final Object LOCK = new Object();
                    public static void main(String[] arguments) throws Exception {
                        for (int i = 0; i < 3; i++) outer(i);
                        try { new Main(7); } catch (IllegalStateException expected) { System.out.print("c"); }
                    }
                    Main(int i) { if (i == 7) throw new IllegalStateException(deep(i) + ""); }
                    static int outer(int i) {
                        try { return middle(i); }
                        catch (IllegalArgumentException caught) { return after(i); }
                        finally { System.out.print("f" + i); }
                    }
                    static int middle(int i) { synchronized (LOCK) { return deep(i) + 1; } }
                    static synchronized int deep(int i) {
                        if (i == 1) throw new IllegalArgumentException("one");
                        return i * 3;
                    }
                    static int after(int i) { int sum = 0; for (int k = 0; k < i; k++) sum += k; return sum; }
                }
                """;
        AgentRun run = new AgentRun(folder).compiled("com.acme.Main", program);
        AgentRun.Ended ended =
                run.run("include=com.acme.**,com.acme.**#<init>,min-size=0", "com.acme.Main");
        assertThat(ended.out()).isEqualTo("f0f1f2c");
        assertThat(ended.err()).startsWith("treeline: 6 methods of 1 classes").hasLineCount(1);
        assertThat(AgentRun.drawn(run.output()))
                .isEqualTo(
                        """
                        Main.main 1
                          Main.outer 3
                            Main.middle 3
                              Main.deep 3
                            Main.after 1
                          new Main 1
                            Main.deep 1
                        """);
    }

    @Test
    void everyKindOfMethodSurvivesVerification() throws IOException {
        String program =
                """
                package com.acme;
                import java.util.*;
                import java.util.function.*;
                public class Main {
                    interface Shape<T extends Number> extends Comparable<Shape<T>> {
                        T area();
                        default int compareTo(Shape<T> other) { return Double.compare(area().doubleValue(), other.area().doubleValue()); }
                        static Shape<Integer> of(int side) { return new Square(side); }
                    }
                    record Square(int side) implements Shape<Integer> {
                        Square { if (side < 0) throw new IllegalArgumentException("negative " + side); }
                        public Integer area() { return side * side; }
                    }
                    enum Colour { RED { long weight(long by) { return by * 2; } }, BLUE; long weight(long by) { return by + ordinal(); } }
                    static class Base { final String name; Base(String name, long a, double b) { this.name = name + a + b; } }
                    static class Derived extends Base {
                        Derived(boolean both) { super(both ? new String("yes") : new StringBuilder("no").toString(), 1L, both ? 2 : 3.5); init(); }
                        Derived(int n) { int doubled = n * 2; if (doubled < 0) throw new IllegalArgumentException(); super("n", doubled, 0); }
                        void init() { class Local { int twice(int x) { return x + x; } } if (new Local().twice(2) != 4) throw new AssertionError(); }
                    }
                    static double mixed(long a, double b, Object c, int[]... d) {
                        double sum = 0;
                        outer:
                        for (int[] row : d) for (int v : row) { if (v == 3) continue outer; if (v == 9) break outer; sum += v; }
                        Object which = a > 1 ? new ArrayList<>(List.of(1)) : c instanceof String s ? s : new HashMap<>();
                        return switch (which) { case List<?> l -> sum + l.size(); case String s when s.length() > 2 -> sum + b; default -> sum; };
                    }
                    static long longs(long a, long b) { long c = a; while (c < b) { if (c % 7 == 6) return c; c++; } return -c; }
                    static int tries(Supplier<String> text) {
                        try (AutoCloseable a = () -> {}; AutoCloseable b = () -> { throw new Exception("b"); }) { return text.get().length(); }
                        catch (Exception failed) { try { return Integer.parseInt("x"); } catch (NumberFormatException e) { return 5; } }
                        finally { synchronized (Main.class) { text.get(); } }
                    }
                    static void forever(int[] left) { while (true) { if (left[0]-- == 0) throw new NoSuchElementException("end"); } }
                    static native int nothing();
                    static abstract class Abstract { abstract int none(); }
                    public static void main(String[] arguments) {
                        List<Shape<Integer>> shapes = new ArrayList<>();
                        for (int i = 3; i > 0; i--) shapes.add(Shape.of(i));
                        Collections.sort(shapes);
                        Runnable lambda = () -> { System.out.println(shapes.stream().mapToInt(Shape::area).sum()); };
                        lambda.run();
                        System.out.println(Colour.RED.weight(4) + Colour.BLUE.weight(4));
                        System.out.println(new Derived(true).name + new Derived(false).name + new Derived(2).name);
                        System.out.println(mixed(1, 2.5, "text", new int[] {1, 3, 5}, new int[] {4, 9}) + " " + longs(1, 20) + " " + tries(() -> "abc"));
                        try { forever(new int[] {3}); } catch (NoSuchElementException end) { System.out.println(end.getMessage()); }
                    }
                }
                """;
        AgentRun run = new AgentRun(folder).compiled("com.acme.Main", program);
        AgentRun.Ended plain = run.runWith("-Dnone=1", "com.acme.Main");
        AgentRun.Ended ended =
                run.run("include=com.acme.**,com.acme.**#<init>,min-size=0", "com.acme.Main");
        assertThat(plain.err()).isEmpty();
        assertThat(ended.out()).isEqualTo(plain.out()).hasLineCount(5);
        assertThat(ended.err()).startsWith("treeline: ").hasLineCount(1);
        assertThat(AgentRun.drawn(run.output()))
                .contains(
                        "Main.Shape.compareTo ",
                        "Main.mixed 1",
                        "Main.forever 1",
                        "new Main.Square 3")
                .doesNotContain("lambda", "Main.nothing", "none", "access$", "clinit");
    }

    @Test
    void methodsOfJava8ClassesAreRecorded() throws IOException {
        AgentRun run = acme().release(8).compiled("com.acme.Solver", SOLVER);
        byte[] bytes = Files.readAllBytes(run.classes().resolve("com/acme/Solver.class"));
        assertThat(bytes[7]).isEqualTo((byte) 52);
        assertThat(run.recorded("include=com.acme.Solver", "com.acme.Main"))
                .isEqualTo(
                        """
                        Solver.run 1
                          Solver.step 3
                            Solver.norm 3
                        """);
    }

    @Test
    void classFilesWithoutFramesAreRecorded() throws IOException {
        AgentRun run = acme();
        Path file = run.classes().resolve("com/acme/Solver.class");
        Files.write(file, OldClassFile.of(Files.readAllBytes(file)));
        run.compiled("com.acme.Main", MAIN);
        assertThat(run.recorded("include=com.acme.Solver", "com.acme.Main"))
                .startsWith("Solver.run 1\n");
    }

    @Test
    void aClassFileThatCannotBeReadRunsAsItIsAndIsTold() throws IOException {
        String program =
                """
                package com.acme;
                public class Main {
                    interface Thing { int value(); }
                    static class Missing implements Thing { public int value() { return 1; } }
                    static class Other implements Thing { public int value() { return 2; } }
                    static class Broken {
                        static int pick(boolean which) {
                            Object it;
                            if (which) it = new Missing(); else it = new Other();
                            return it.hashCode();
                        }
                    }
                    static int work(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; }
                    public static void main(String[] arguments) {
                        try { Broken.pick(arguments.length == 1); } catch (NoClassDefFoundError missing) { System.out.println("as always"); }
                        work(3);
                    }
                }
                """;
        AgentRun run = new AgentRun(folder).compiled("com.acme.Main", program);
        Files.delete(run.classes().resolve("com/acme/Main$Missing.class"));
        AgentRun.Ended ended = run.run("include=com.acme.**", "com.acme.Main", "x");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).isEqualTo("as always\n");
        assertThat(ended.err())
                .contains(
                        "1 classes could not be instrumented and run unrecorded, first:"
                                + " com.acme.Main$Broken: ");
        assertThat(AgentRun.drawn(run.output())).isEqualTo("Main.main 1\n  Main.work 1\n");
    }

    @Test
    void threadsAreContextsOfTheirOwn() throws IOException {
        String program =
                """
                package com.acme;
                public class Main {
                    public static void main(String[] arguments) throws Exception {
                        Thread[] threads = new Thread[2];
                        for (int i = 0; i < 2; i++) { int n = i + 1; threads[i] = new Thread(() -> repeat(n)); threads[i].start(); }
                        for (Thread thread : threads) thread.join();
                    }
                    static void repeat(int times) { for (int i = 0; i < times * 2; i++) work(i); try { Thread.sleep(500); } catch (InterruptedException e) {} }
                    static int work(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; }
                }
                """;
        assertThat(
                        new AgentRun(folder)
                                .compiled("com.acme.Main", program)
                                .recorded("include=com.acme.**", "com.acme.Main")
                                .replace("2 4", "2|4")
                                .replace("4 2", "2|4"))
                .isEqualTo(
                        """
                        Main.main 1 - -
                        Main.repeat - 1 1
                          Main.work - 2|4
                        """);
    }

    @Test
    void aProgramThatExitsInsideItsMethodsKeepsTheirTime() throws IOException {
        String program =
                """
                package com.acme;
                public class Main {
                    public static void main(String[] arguments) throws Exception { work(50); }
                    static void work(int millis) throws Exception { Thread.sleep(millis); for (int i = 0; i < 2; i++) if (i == 1) System.exit(3); }
                }
                """;
        AgentRun run = new AgentRun(folder).compiled("com.acme.Main", program);
        AgentRun.Ended ended = run.run("include=com.acme.**", "com.acme.Main");
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).startsWith("treeline: 2 methods of 1 classes").hasLineCount(1);
        assertThat(AgentRun.drawn(run.output())).isEqualTo("Main.main 1\n  Main.work 1\n");
        Profile profile = AgentRun.read(run.output());
        assertThat(profile.column("time").at(0, 1)).isGreaterThan(50e6);
    }

    @Test
    void deepRecursionIsCutAndTold() throws IOException {
        String program =
                """
                package com.acme;
                public class Main {
                    public static void main(String[] arguments) { System.out.println(sum(5000)); }
                    static int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }
                }
                """;
        AgentRun run = new AgentRun(folder).compiled("com.acme.Main", program);
        AgentRun.Ended ended = run.run("include=com.acme.**,depth-limit=3", "com.acme.Main");
        assertThat(ended.out()).isEqualTo("12502500\n");
        assertThat(ended.err())
                .startsWith(
                        "treeline: events nested deeper than depth-limit were not recorded, 4999"
                                + " times");
        assertThat(AgentRun.drawn(run.output()))
                .isEqualTo("Main.main 1\n  Main.sum 1\n    Main.sum 1\n");
    }

    @Test
    void markedMethodsAreRecordedUnderTheirNames() throws IOException {
        String program =
                """
                package com.acme;
                import treeline.record.Recorded;
                public class Main {
                    @Recorded("solve") static void a() {}
                    @Recorded(common = false) static void b() {}
                    static int unmarked(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; }
                    @Recorded("Mesh") static class Grid {
                        int n;
                        int get() { return n; }
                        int size() { int sum = 0; for (int i = 0; i < 3; i++) sum += i + get(); return sum; }
                    }
                    static class Built { @Recorded Built() {} }
                    public static void main(String[] arguments) { a(); b(); unmarked(3); new Grid().size(); new Built(); }
                }
                """;
        AgentRun run = new AgentRun(folder).compiled("com.acme.Main", program);
        assertThat(run.recorded("", "com.acme.Main"))
                .isEqualTo(
                        """
                        solve 1
                        Main.b 1
                        Mesh.size 1
                        new Main.Built 1
                        """);
        assertThat(run.recorded("exclude=com.acme.Main#b,com.acme.Main$*", "com.acme.Main"))
                .isEqualTo("solve 1\n");
        assertThat(run.run("annotated=false,include=org.acme.*", "com.acme.Main").err())
                .isEqualTo(
                        "treeline: no methods recorded: no loaded class matches"
                                + " include=org.acme.*\n");
    }
}
