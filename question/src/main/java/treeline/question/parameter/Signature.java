package treeline.question.parameter;

import java.util.List;

/// The name of a question or command with the operands and parameters that it accepts.
public record Signature(String name, List<Operand> operands, List<Parameter<?>> parameters) {

    public Signature {
        operands = List.copyOf(operands);
        parameters = List.copyOf(parameters);
    }

    /// Reads the words after the name. A parameter that is not in the signature is rejected.
    public Arguments parse(String program, List<String> words) {
        return new ArgumentParser(program, this, List.of(), List.of()).parse(words);
    }
}
