package treeline.record.mpi;

/// How values of several ranks become one.
public enum Reduction {
    SUM(Constant.SUM) {
        @Override
        double of(double a, double b) {
            return a + b;
        }

        @Override
        long of(long a, long b) {
            return a + b;
        }
    },
    MIN(Constant.MIN) {
        @Override
        double of(double a, double b) {
            return Math.min(a, b);
        }

        @Override
        long of(long a, long b) {
            return Math.min(a, b);
        }
    },
    MAX(Constant.MAX) {
        @Override
        double of(double a, double b) {
            return Math.max(a, b);
        }

        @Override
        long of(long a, long b) {
            return Math.max(a, b);
        }
    };

    final Constant constant;

    Reduction(Constant constant) {
        this.constant = constant;
    }

    abstract double of(double a, double b);

    abstract long of(long a, long b);
}
