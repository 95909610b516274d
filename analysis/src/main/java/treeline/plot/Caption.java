package treeline.plot;

import java.util.List;

/// The text around a figure.
///
/// @param title what the figure shows
/// @param subtitle the runs, ranks and metric
/// @param notes lines below the figure: how to read it, and what was omitted
public record Caption(String title, String subtitle, List<String> notes) {
    public Caption {
        notes = List.copyOf(notes);
    }

    public Caption(String title, String subtitle) {
        this(title, subtitle, List.of());
    }

    /// The same with one more line below the picture.
    public Caption and(String note) {
        var all = new java.util.ArrayList<>(notes);
        all.add(note);
        return new Caption(title, subtitle, all);
    }

    public Caption withTitle(String other) {
        return new Caption(other, subtitle, notes);
    }
}
