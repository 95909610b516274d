package treeline.question.answer;

import treeline.model.Unit;
import treeline.numbers.Locations;
import treeline.question.screen.Bar;
import treeline.question.screen.Screen;
import treeline.question.screen.TextWidth;
import treeline.table.Column;
import treeline.table.Table;
import treeline.table.TextColumn;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntToDoubleFunction;

/// A table as readers see it: selected columns with heading and unit, rounded values, the first
/// rows. Programs read all columns, rows and digits from [Answer#table].
///
/// @param columns left to right
/// @param label the index of the column that names a row, if it is not the last; screens shorten it
///   in the middle
/// @param shown how many of the rows are shown
/// @param rows how many rows there are
/// @param footnote a remark about all rows, or empty
public record Section(
        Table table, List<View> columns, OptionalInt label, int shown, long rows, String footnote)
        implements Block {
    private static final int DIGITS = 3;
    private static final int BAR_COLUMNS = 10;

    /// A column as readers see it.
    ///
    /// @param name the column of the table, or empty if its cells are computed
    /// @param unit of the stored numbers, or empty; cells have units that suit their size
    /// @param right whether cells are aligned right, as numbers are
    /// @param minWidth screens that are narrower omit the column
    public record View(
            String name, String heading, String unit, boolean right, int minWidth, Cell cell) {}

    /// The text of a cell.
    @FunctionalInterface
    public interface Cell {
        /// The text of a row.
        ///
        /// @param screen whether the text may use Unicode and colour
        String text(int row, Screen screen);
    }

    public Section {
        columns = List.copyOf(columns);
    }

    /// A table of which columns are to be selected.
    public static Builder of(Table table) {
        return new Builder(table);
    }

    /// The number of rows to show.
    public int shownRows() {
        return Math.min(shown, table.rows());
    }

    /// Selects columns, in the order in which they are shown.
    public static final class Builder {
        private final Table table;
        private final List<View> columns = new ArrayList<>();
        private OptionalInt label = OptionalInt.empty();
        private String footnote = "";
        private int minWidth = 0;

        private Builder(Table table) {
            this.table = table;
        }

        /// Columns with their own headings, units and forms.
        public Builder columns(String... names) {
            for (String name : names) column(name, table.column(name).header().heading());
            return this;
        }

        /// A column with a heading for this place.
        public Builder column(String name, String heading) {
            Column values = table.column(name);
            return add(
                    new View(
                            name,
                            TextWidth.printable(heading),
                            values.header().unit().symbol(),
                            !(values instanceof TextColumn),
                            minWidth,
                            (row, screen) -> cell(values, row, screen)));
        }

        private static String cell(Column values, int row, Screen screen) {
            if (values instanceof TextColumn text) return TextWidth.printable(text.at(row));
            Unit unit = values.header().unit();
            double value = values.number(row);
            return switch (values.header().form()) {
                case SHARE -> Quantity.percent(value);
                case AMOUNT -> quantity(screen).text(value, unit);
                case CHANGE -> (value > 0 ? "+" : "") + quantity(screen).text(value, unit);
            };
        }

        /// The text that names a row, if other columns follow it.
        public Builder label(String column, String heading) {
            label = OptionalInt.of(columns.size());
            return column(column, heading);
        }

        public Builder computed(String heading, boolean right, Cell cell) {
            return add(new View("", heading, "", right, minWidth, cell));
        }

        /// A bar per row, for a share from 0 to 1.
        public Builder bar(String heading, IntToDoubleFunction share) {
            return computed(
                    heading,
                    false,
                    (row, screen) -> {
                        double shown = share.applyAsDouble(row);
                        double length = Double.isNaN(shown) ? 0 : Math.clamp(shown, 0, 1);
                        return Bar.of(length, BAR_COLUMNS, screen);
                    });
        }

        /// The number of ranks that ran a node, unless all did in the first rows; and below the
        /// rows, which ranks their means cover.
        public Builder ranOn(Locations places, int top) {
            Column ran = table.column("ran");
            int all = places.size();
            if (table.head(top).filter(row -> ran.number(row) < all).rows() == 0) return this;
            footnote =
                    places.absentCounts()
                            ? "means cover all %s; %s that did not run the call path count as 0"
                                    .formatted(places.counted(), places.plural())
                            : "means cover only the %s that ran the call path"
                                    .formatted(places.plural());
            return computed(
                    "ran on",
                    true,
                    (row, _) ->
                            "%s of %s"
                                    .formatted(
                                            Quantity.whole((long) ran.number(row)),
                                            Quantity.whole(all)));
        }

        /// A remark about all rows, such as how many the section omits.
        public Builder footnote(String remark) {
            footnote = remark;
            return this;
        }

        /// Columns from here on are omitted on screens with fewer columns of characters.
        public Builder onScreensFrom(int width) {
            minWidth = width;
            return this;
        }

        private Builder add(View column) {
            columns.add(column);
            return this;
        }

        private static Quantity quantity(Screen screen) {
            return new Quantity(DIGITS, screen.unicode());
        }

        /// The section with the first rows of the table.
        public Section top(int rows) {
            return top(rows, table.rows());
        }

        /// The section of a table that has the first rows only.
        ///
        /// @param all how many rows there are
        public Section top(int rows, long all) {
            return new Section(table, columns, label, rows, all, footnote);
        }

        /// The section with all rows.
        public Section all() {
            return top(Integer.MAX_VALUE);
        }
    }
}
