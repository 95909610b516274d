package treeline.question.answer;

import treeline.question.parameter.ShellLine;

import java.util.ArrayList;
import java.util.List;

/// A question with its arguments, to be asked next: readers see it as a command line, assistants
/// get it as a tool call.
///
/// @param words the arguments, as on the command line
public record Call(String question, List<String> words) {
    public Call {
        words = List.copyOf(words);
    }

    /// `treeline flat --by module run.tldb`, quoted for a shell.
    public String command() {
        List<String> all = new ArrayList<>(List.of("treeline"));
        all.addAll(List.of(question.split(" ")));
        all.addAll(words);
        return ShellLine.of(all);
    }
}
