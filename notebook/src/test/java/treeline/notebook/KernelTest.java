package treeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;

import org.junit.jupiter.api.Test;
import org.rapaio.jupyter.kernel.channels.LoopThread;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

class KernelTest {
    @Test
    void cellsNeedNoImports() {
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            Kernel.importAll(shell);
            assertThat(shell.imports().map(Snippet::source))
                    .contains("import treeline.*;")
                    .hasSizeGreaterThan(20);
            for (String code :
                    List.of(
                            "Treeline.class",
                            "Table.of(Column.real(\"time\", 1)).sort(descending(\"time\"))",
                            "Query.match(attribute(\"name\").is(\"x\"))",
                            "InProcessRanks.class",
                            "DataFrames.class",
                            "IOException.class",
                            "Pattern.class",
                            "void shown() { display(1); }"))
                assertThat(problems(shell, code)).as(code).isEmpty();
        }
    }

    private static List<String> problems(JShell shell, String code) {
        List<String> problems = new ArrayList<>();
        CompletionInfo all = shell.sourceCodeAnalysis().analyzeCompletion(code);
        shell.eval(all.source())
                .forEach(
                        event ->
                                shell.diagnostics(event.snippet())
                                        .forEach(each -> problems.add(each.getMessage(null))));
        return problems;
    }

    /// What hung one start of a kernel in ten: see [LoopThread].
    @Test
    void aThreadThatReadsMessagesWaitsAndDoesNotEnd() throws InterruptedException {
        var ran = new CountDownLatch(3);
        var loop = new LoopThread("loop", 1, ran::countDown);
        loop.start();
        LoopThread.connected();
        ran.await();
        assertThat(loop.isAlive()).isTrue();
        loop.shutdown();
        loop.join();
    }

    @Test
    void ourThreadComesBeforeTheKernelsOwn() {
        assertThat(LoopThread.class.getProtectionDomain().getCodeSource())
                .isEqualTo(Kernel.class.getProtectionDomain().getCodeSource());
    }
}
