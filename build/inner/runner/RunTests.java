import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

import java.util.Arrays;
import java.util.Set;

/// Runs test classes given as CLASS or CLASS#METHOD. Prints failures, the reasons of skipped tests,
/// and a last line of counts. Exit status 1 if a test failed or none was found.
final class RunTests implements TestExecutionListener {
    private int passed;
    private int failed;
    private int skipped;

    public static void main(String[] tests) {
        var run = new RunTests();
        var request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(
                                Arrays.stream(tests)
                                        .map(each -> selectClass(each.replaceFirst("#.*", "")))
                                        .toList())
                        .filters(methods(Set.of(tests)))
                        .build();
        LauncherFactory.create().execute(request, run);
        System.out.printf(
                "%d passed, %d failed, %d skipped%n", run.passed, run.failed, run.skipped);
        if (run.passed + run.failed + run.skipped == 0)
            System.out.println("no tests in " + String.join(" ", tests));
        System.exit(run.failed > 0 || run.passed + run.skipped == 0 ? 1 : 0);
    }

    /// Includes the methods of classes that are given as a whole or with the name of the method.
    private static PostDiscoveryFilter methods(Set<String> tests) {
        return descriptor -> {
            if (!(descriptor.getSource().orElse(null) instanceof MethodSource method))
                return FilterResult.included("no method");
            String outermost = method.getClassName().replaceFirst("\\$.*", "");
            boolean isChosen =
                    tests.contains(outermost)
                            || tests.contains(outermost + "#" + method.getMethodName());
            return FilterResult.includedIf(isChosen);
        };
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        skipped++;
        System.out.printf("skipped: %s: %s%n", name(test), reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        switch (result.getStatus()) {
            case SUCCESSFUL -> passed += test.isTest() ? 1 : 0;
            case ABORTED ->
                    executionSkipped(
                            test, result.getThrowable().map(Throwable::getMessage).orElse(""));
            case FAILED -> {
                failed++;
                System.out.println("failed: " + name(test));
                result.getThrowable().ifPresent(RunTests::print);
            }
        }
    }

    private static String name(TestIdentifier test) {
        String shown = test.getDisplayName();
        if (!(test.getSource().orElse(null) instanceof MethodSource method)) return shown;
        String name = method.getClassName() + "#" + method.getMethodName();
        return shown.startsWith(method.getMethodName() + "(") ? name : name + " " + shown;
    }

    /// The stack trace without the frames of JUnit and reflection below the test method.
    private static void print(Throwable thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        int end = trace.length;
        while (end > 0
                && trace[end - 1].getClassName().matches("(org\\.junit|java|jdk)\\..*|RunTests"))
            end--;
        thrown.setStackTrace(Arrays.copyOf(trace, end == 0 ? trace.length : end));
        thrown.printStackTrace(System.out);
    }
}
