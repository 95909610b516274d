package treeline.plot;

import java.util.List;

/// Activities over time: one row per context or call depth, with coloured stretches.
///
/// @param from start of the time axis in seconds
/// @param to end of the time axis in seconds
/// @param columns of the raster, into which the time axis is divided
/// @param categories what colours mean
/// @param messages lines between rows
public record TimelineChart(
        Caption caption,
        double from,
        double to,
        int columns,
        List<Category> categories,
        List<Row> rows,
        List<Message> messages)
        implements Figure {

    /// The role of a category, which decides on its colour.
    public enum Role {
        /// It has a colour of its own.
        NAMED,
        /// All categories that have no colour of their own.
        OTHER,
        /// Time without activity.
        IDLE
    }

    /// A colour.
    ///
    /// @param share of the time in the window, not of the coloured area
    /// @param colour index in the palette, if the role is [Role#NAMED]
    public record Category(String name, double share, Role role, int colour) {}

    /// A row; time that no stretch covers was not traced.
    public record Row(String name, List<Stretch> stretches) {
        public Row {
            stretches = List.copyOf(stretches);
        }
    }

    /// Equal cells of a row.
    ///
    /// @param from the first column
    /// @param to one past the last column
    /// @param category as an index of the categories
    public record Stretch(int from, int to, int category) {}

    /// A message from a row to another.
    ///
    /// @param sent time in seconds
    /// @param received time in seconds
    public record Message(int sender, double sent, int receiver, double received) {}

    public TimelineChart {
        categories = List.copyOf(categories);
        rows = List.copyOf(rows);
        messages = List.copyOf(messages);
        Required.some(rows, "no contexts to draw");
    }

    @Override
    public TimelineChart withCaption(Caption other) {
        return new TimelineChart(other, from, to, columns, categories, rows, messages);
    }

    @Override
    public String toString() {
        return summary();
    }
}
