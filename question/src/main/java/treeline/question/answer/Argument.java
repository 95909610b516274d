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

    /// A number that the user or the run set, such as a rank count: all digits are shown.
    record Setting(double value) implements Argument {
        @Override
        public String text(Quantity quantity) {
            return Quantity.decimal(value);
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

    static Argument setting(double value) {
        return new Setting(value);
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
