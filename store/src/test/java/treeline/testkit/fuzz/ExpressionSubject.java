package treeline.testkit.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/// A fuzz target that parses and evaluates an expression of a small language. A wrong expression is
/// an `IllegalArgumentException` with a message of ours; one that the JDK's parsers of numbers and
/// patterns threw is a finding.
public abstract class ExpressionSubject implements Subject {
    /// Correct expressions; the fuzzer starts from them.
    protected abstract List<String> examples();

    protected abstract void evaluate(String expression);

    @Override
    public final List<Path> samples(Path into) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String example : examples())
            files.add(Files.writeString(into.resolve("expression" + files.size()), example));
        return files;
    }

    @Override
    public final void read(Path file) {
        try {
            evaluate(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (NumberFormatException | PatternSyntaxException jdk) {
            throw new AssertionError("refused by the JDK, not by the parser: " + jdk, jdk);
        } catch (IllegalArgumentException refused) {
            if (String.valueOf(refused.getMessage()).length() < 5)
                throw new AssertionError("a refusal without a reason: " + refused, refused);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
