package treeline.formats.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/// Counts the values of an oracle that ours equal, so that a test can say how many it compared.
final class Agreement {
    private static final double RELATIVE = 1e-9;

    private int count;

    int count() {
        return count;
    }

    /// Numbers agree within rounding; what is missing there is missing here; texts are not
    /// compared.
    void number(double ours, Object theirs, String what) {
        if (theirs instanceof Double expected) {
            double size = Math.max(Math.abs(expected), 1e-12);
            assertThat(ours).as(what).isCloseTo(expected, within(RELATIVE * size));
            count++;
        } else if (theirs.equals("null")) assertThat(ours).as(what).isNaN();
    }

    void text(String ours, Object theirs, String what) {
        assertThat(ours).as(what).isEqualTo(String.valueOf(theirs));
        count++;
    }

    void print(String what) {
        System.out.printf("Thicket, %s: %d equal%n", what, count);
    }
}
