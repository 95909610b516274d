package treeline.plot;

import java.util.List;

/// Shares over time, stacked: one step per time bin.
///
/// @param axis the label of the value axis
/// @param edges of the bins in seconds, one more than there are bins
public record StackedAreas(Caption caption, String axis, List<Double> edges, List<Part> parts)
        implements Figure {

    /// One series: its share in every bin, from 0 to 1.
    ///
    /// @param colour index in the palette, [#REST] or [#NONE]
    public record Part(String name, List<Double> shares, int colour) {
        /// The remainder of the whole, which is grey.
        public static final int REST = -1;

        /// Missing data, which is nearly as light as the background.
        public static final int NONE = -2;

        public Part {
            shares = List.copyOf(shares);
        }
    }

    public StackedAreas {
        edges = List.copyOf(edges);
        parts = List.copyOf(parts);
        Required.some(parts, "no shares to draw");
        for (Part part : parts)
            Required.equal(
                    part.shares.size(), edges.size() - 1, part.name + " has %d of %d values");
    }

    @Override
    public StackedAreas withCaption(Caption other) {
        return new StackedAreas(other, axis, edges, parts);
    }

    @Override
    public String toString() {
        return summary();
    }
}
