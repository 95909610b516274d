package treeline.plot;

/// How a text stands: its size, where its x lies in it, and its colour.
record Ink(double size, boolean bold, Anchor anchor, String colour) {
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    Ink at(Anchor other) {
        return new Ink(size, bold, other, colour);
    }

    Ink in(String other) {
        return new Ink(size, bold, anchor, other);
    }

    Ink sized(double other) {
        return new Ink(other, bold, anchor, colour);
    }

    Ink strong() {
        return new Ink(size, true, anchor, colour);
    }
}
