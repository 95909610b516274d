package treeline.table;

import treeline.model.Metric;
import treeline.model.Unit;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/// What a column is, declared once beside the analysis that computes it: screens take heading, unit
/// and form from here, CSV its header line, JSON its units, and the reference of fields its
/// meanings.
///
/// @param name for programs
/// @param heading for readers
/// @param unit of the stored numbers
/// @param scope of the metric whose values the column has
/// @param meaning one phrase for the reference, empty if the name says it
public record Header(
        String name,
        String heading,
        Form form,
        Unit unit,
        Optional<Metric.Scope> scope,
        String meaning) {

    /// How readers see a number.
    public enum Form {
        /// with the prefix of its unit that suits its size
        AMOUNT,
        /// a fraction of one, in percent
        SHARE,
        /// an amount with its sign
        CHANGE
    }

    public Header {
        Objects.requireNonNull(name, "column name");
    }

    static Header of(String name) {
        return new Header(name, name, Form.AMOUNT, Unit.COUNT, Optional.empty(), "");
    }

    /// Numbers of the same unit and form, of which name, heading and meaning are others.
    Header renamed(String newName) {
        if (newName.equals(name)) return this;
        return new Header(newName, newName, form, unit, scope, "");
    }

    Header headed(String newHeading) {
        return new Header(name, newHeading, form, unit, scope, meaning);
    }

    Header meaning(String phrase) {
        return new Header(name, heading, form, unit, scope, phrase);
    }

    Header of(Form newForm) {
        return new Header(name, heading, newForm, unit, scope, meaning);
    }

    Header in(Unit newUnit) {
        return new Header(name, heading, form, newUnit, scope, meaning);
    }

    Header in(Metric metric) {
        return new Header(name, heading, form, metric.unit(), Optional.of(metric.scope()), meaning);
    }

    /// The name with scope and unit, as in the first line of CSV: `value:inclusive [s]`.
    public String qualifiedName() {
        String scoped =
                scope.map(each -> name + ":" + each.name().toLowerCase(Locale.ROOT)).orElse(name);
        return unit.symbol().isEmpty() ? scoped : "%s [%s]".formatted(scoped, unit.symbol());
    }
}
