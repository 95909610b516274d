package treeline.question.answer;

import treeline.model.Unit;
import treeline.view.Quantity;

/// A typed argument of a [Statement], so that tests can recompute it and pages can link it.
public sealed interface Argument {

    /// The argument as readers see it.
    String text(Quantity quantity);

    /// A measured or computed value.
    record Amount(double value, Unit unit) implements Argument {
        @Override
        public String text(Quantity quantity) {
            return quantity.text(value, unit);
        }
    }

    /// A share of a whole, 1 for all of it.
    record Share(double value) implements Argument {
        @Override
        public String text(Quantity quantity) {
            return Quantity.percent(value);
        }
    }

    /// A difference, with its sign.
    record Change(double value, Unit unit) implements Argument {
        @Override
        public String text(Quantity quantity) {
            return (value > 0 ? "+" : "") + quantity.text(value, unit);
        }
    }

    /// A difference relative to what was before, 1 if the value doubled.
    record RelativeChange(double value) implements Argument {
        @Override
        public String text(Quantity quantity) {
            return (value > 0 ? "+" : "") + Quantity.percent(value);
        }
    }

    /// A number of things.
    record Count(long value) implements Argument {
        @Override
        public String text(Quantity quantity) {
            return Quantity.whole(value);
        }
    }

    /// The name of a rank, thread, run, metric or function, or the wording of a choice.
    record Name(String value) implements Argument {
        @Override
        public String text(Quantity quantity) {
            return value;
        }
    }

    /// A call path.
    record Path(String value) implements Argument {
        @Override
        public String text(Quantity quantity) {
            return value;
        }
    }

    static Argument amount(double value, Unit unit) {
        return new Amount(value, unit);
    }

    static Argument share(double value) {
        return new Share(value);
    }

    static Argument change(double value, Unit unit) {
        return new Change(value, unit);
    }

    static Argument relativeChange(double value) {
        return new RelativeChange(value);
    }

    static Argument count(long value) {
        return new Count(value);
    }

    static Argument name(String value) {
        return new Name(value);
    }

    static Argument path(String value) {
        return new Path(value);
    }
}
