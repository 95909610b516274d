package treeline.plot.draw;

/// Style of a text: size, weight, anchor and colour.
public record TextStyle(double size, boolean bold, Anchor anchor, String colour) {
    public enum Anchor {
        START,
        MIDDLE,
        END
    }

    public TextStyle at(Anchor other) {
        return new TextStyle(size, bold, other, colour);
    }

    public TextStyle in(String other) {
        return new TextStyle(size, bold, anchor, other);
    }

    public TextStyle sized(double other) {
        return new TextStyle(other, bold, anchor, colour);
    }

    public TextStyle strong() {
        return new TextStyle(size, true, anchor, colour);
    }
}
