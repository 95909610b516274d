package treeline.examples;

/// Haar wavelet transform of square patches of ints in integer arithmetic (S-transform), so that
/// the inverse is exact. A level turns pairs into means and differences and is applied again to the
/// means; the coarsest values end up in the corner.
final class Wavelet {
    private Wavelet() {}

    static void forward(int[] patch, int side) {
        for (int width = side; width > 1; width /= 2) {
            for (int row = 0; row < width; row++) split(patch, row * side, 1, width);
            for (int column = 0; column < width; column++) split(patch, column, side, width);
        }
    }

    static void inverse(int[] patch, int side) {
        for (int width = 2; width <= side; width *= 2) {
            for (int column = 0; column < width; column++) join(patch, column, side, width);
            for (int row = 0; row < width; row++) join(patch, row * side, 1, width);
        }
    }

    /// The values from `start` in steps: means to the first half, differences to the second.
    private static void split(int[] values, int start, int step, int width) {
        int[] line = new int[width];
        for (int i = 0; i < width / 2; i++) {
            int a = values[start + 2 * i * step];
            int b = values[start + (2 * i + 1) * step];
            line[i] = (a + b) >> 1;
            line[width / 2 + i] = a - b;
        }
        for (int i = 0; i < width; i++) values[start + i * step] = line[i];
    }

    /// A sum and a difference are both odd or both even, so the bit that the mean lost is known
    /// from the difference.
    private static void join(int[] values, int start, int step, int width) {
        int[] line = new int[width];
        for (int i = 0; i < width / 2; i++) {
            int mean = values[start + i * step];
            int difference = values[start + (width / 2 + i) * step];
            int sum = 2 * mean + (difference & 1);
            line[2 * i] = (sum + difference) / 2;
            line[2 * i + 1] = (sum - difference) / 2;
        }
        for (int i = 0; i < width; i++) values[start + i * step] = line[i];
    }
}
