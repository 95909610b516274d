package treeline.figure;

/// How notes refer to the option that shows more: a method in programs, an option on the command
/// line.
public enum Wording {
    PROGRAM,
    COMMAND_LINE;

    /// The option that shows this number of nodes.
    String top(int nodes) {
        return (this == PROGRAM ? "top(%d)" : "--top %d").formatted(nodes);
    }

    /// What leaves out no node.
    String noThreshold() {
        return this == PROGRAM ? "above(0)" : "--threshold 0";
    }

    /// What draws one more axis.
    String column() {
        return this == PROGRAM ? "listing it in the columns" : "--column NAME";
    }

    /// What draws the only axis that there is.
    String onlyColumn() {
        return this == PROGRAM ? "listing it in the columns" : "--column";
    }

    String colour(String name) {
        return (this == PROGRAM ? "the colour %s" : "--colour %s").formatted(name);
    }

    /// Where all formulas are.
    String allModels() {
        return this == PROGRAM ? "ModelResult.models()" : "treeline ensemble model";
    }
}
