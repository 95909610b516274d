package treeline.plot;

/// A rectangle of a picture, in its pixels.
record Box(double x, double y, double width, double height) {
    double right() {
        return x + width;
    }

    double bottom() {
        return y + height;
    }

    boolean overlaps(Box other) {
        return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
    }

    boolean contains(Box other) {
        return other.x >= x
                && other.y >= y
                && other.right() <= right()
                && other.bottom() <= bottom();
    }
}
