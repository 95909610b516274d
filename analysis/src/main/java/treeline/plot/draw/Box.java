package treeline.plot.draw;

/// A rectangle in pixels.
public record Box(double x, double y, double width, double height) {
    public double right() {
        return x + width;
    }

    public double bottom() {
        return y + height;
    }

    public boolean overlaps(Box other) {
        return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
    }

    public boolean contains(Box other) {
        return other.x >= x
                && other.y >= y
                && other.right() <= right()
                && other.bottom() <= bottom();
    }
}
