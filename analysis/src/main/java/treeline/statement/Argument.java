package treeline.statement;

import treeline.model.Unit;
import treeline.table.JsonWriter;
import treeline.text.NameList;
import treeline.view.DisplayNames;
import treeline.view.Quantity;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A typed argument of a [Sentence], so that tests can recompute it and pages can link it.
public sealed interface Argument {

    /// The argument as readers see it.
    String text(Quantity quantity);

    /// The argument as programs see it.
    void toJson(JsonWriter json);

    /// A number to programs.
    sealed interface Numeric extends Argument {
        double value();

        @Override
        default void toJson(JsonWriter json) {
            json.value(value());
        }
    }

    /// A string to programs and readers.
    sealed interface Text extends Argument {
        String value();

        @Override
        default String text(Quantity quantity) {
            return value();
        }

        @Override
        default void toJson(JsonWriter json) {
            json.value(value());
        }
    }

    /// A measured or computed value.
    record Amount(double value, Unit unit) implements Numeric {
        @Override
        public String text(Quantity quantity) {
            return quantity.text(value, unit);
        }
    }

    /// A number that is shown with a fixed number of decimals.
    record Decimal(double value, int decimals) implements Numeric {
        @Override
        public String text(Quantity quantity) {
            return String.format(Locale.ROOT, "%." + decimals + "f", value);
        }
    }

    /// A number set by the user or the run, such as a rank count, shown with all digits.
    record Setting(double value) implements Numeric {
        @Override
        public String text(Quantity quantity) {
            return Quantity.decimal(value);
        }
    }

    /// A significance level, shown with the digits that the user gave.
    record Level(double value) implements Numeric {
        @Override
        public String text(Quantity quantity) {
            return Double.toString(value);
        }
    }

    /// A p-value.
    record PValue(double value) implements Numeric {
        @Override
        public String text(Quantity quantity) {
            return Quantity.pValue(value);
        }
    }

    /// A share of a whole, 1 for all of it.
    record Share(double value) implements Numeric {
        @Override
        public String text(Quantity quantity) {
            return Quantity.percent(value);
        }
    }

    /// A share that was compared with a threshold. Thresholds are multiples of 10 %, so a share
    /// below a multiple of 10 % is never rounded up to it.
    record ComparedShare(double value) implements Numeric {
        @Override
        public String text(Quantity quantity) {
            double percent = value * 100;
            if (value > 0 && value < 0.0005) return "less than 0.1 %";
            if (value < 0.0995) return fixed(percent, 1);
            long rounded = Math.round(percent);
            boolean up = rounded % 10 == 0 && percent < rounded;
            if (!up) return rounded + " %";
            String tenths = fixed(percent, 1);
            return tenths.equals(fixed((double) rounded, 1)) ? hundredthsBelow() : tenths;
        }

        /// By decimals, because 0.0996 * 10,000 is less than 996.
        private String hundredthsBelow() {
            return BigDecimal.valueOf(value).movePointRight(2).setScale(2, RoundingMode.FLOOR)
                    + " %";
        }

        private static String fixed(double percent, int decimals) {
            return String.format(Locale.ROOT, "%." + decimals + "f %%", percent);
        }
    }

    /// A difference, with its sign.
    record Change(double value, Unit unit) implements Numeric {
        @Override
        public String text(Quantity quantity) {
            return (value > 0 ? "+" : "") + quantity.text(value, unit);
        }
    }

    /// A difference relative to an earlier value or a mean: 1 if the value doubled.
    record RelativeChange(double value) implements Numeric {
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

        @Override
        public void toJson(JsonWriter json) {
            json.value(value);
        }
    }

    /// The name of a rank, thread, run, metric or function, or the wording of a choice.
    record Name(String value) implements Text {}

    /// A call path.
    record Path(String value) implements Text {}

    /// A list of names. Readers see the first ones and the number of the others.
    ///
    /// @param shown the maximum number of names that readers see
    record Names(List<String> values, int shown) implements Argument {
        public Names {
            values = List.copyOf(values);
        }

        @Override
        public String text(Quantity quantity) {
            return NameList.shortened(values, shown);
        }

        @Override
        public void toJson(JsonWriter json) {
            json.array();
            values.forEach(json::value);
            json.end();
        }
    }

    /// A list of clauses inside a sentence, possibly empty.
    record Clauses(List<Sentence> clauses, String separator) implements Argument {
        public Clauses {
            clauses = List.copyOf(clauses);
        }

        @Override
        public String text(Quantity quantity) {
            return clauses.stream()
                    .map(each -> each.text(quantity))
                    .collect(Collectors.joining(separator));
        }

        @Override
        public void toJson(JsonWriter json) {
            json.array();
            for (Sentence each : clauses) {
                each.toJson(json.object());
                json.end();
            }
            json.end();
        }
    }

    static Argument amount(double value, Unit unit) {
        return new Amount(value, unit);
    }

    static Argument decimal(double value, int decimals) {
        return new Decimal(value, decimals);
    }

    static Argument setting(double value) {
        return new Setting(value);
    }

    static Argument level(double value) {
        return new Level(value);
    }

    static Argument pValue(double value) {
        return new PValue(value);
    }

    static Argument share(double value) {
        return new Share(value);
    }

    static Argument comparedShare(double value) {
        return new ComparedShare(value);
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

    /// A list of names, of which readers see at most [DisplayNames#MAX_NAMES].
    static Argument names(List<String> values) {
        return new Names(values, DisplayNames.MAX_NAMES);
    }

    static Argument path(String value) {
        return new Path(value);
    }

    /// An optional part of a sentence: its clauses one after the other, or none.
    static Argument clause(Sentence... clauses) {
        return new Clauses(List.of(clauses), "");
    }

    /// An optional part of a sentence that is there.
    static Argument clause(String template, Argument... arguments) {
        return clause(Sentence.of(template, arguments));
    }

    /// Clauses with commas between them.
    static Argument list(List<Sentence> clauses) {
        return new Clauses(clauses, ", ");
    }
}
