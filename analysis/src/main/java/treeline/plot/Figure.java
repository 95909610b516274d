package treeline.plot;

import treeline.plot.draw.FigureStyle;

/// A figure as data, independent of its rendering: the same record is drawn as SVG, written as
/// JSON, and sent to pages that draw it themselves. Missing values are NaN and drawn as missing.
public sealed interface Figure
        permits HeatMap,
                Histogram,
                Boxes,
                ScalingLines,
                StackedBars,
                Scatter,
                CorrelationMatrix,
                ParallelCoordinates,
                TrendLines,
                TimelineChart,
                StackedAreas,
                MessageMatrix {

    Caption caption();

    /// Its kind and title, in one line.
    default String summary() {
        return "%s: %s".formatted(getClass().getSimpleName(), caption().title());
    }

    /// The same picture with other words around it.
    Figure withCaption(Caption other);

    /// The same picture under another title.
    default Figure titled(String title) {
        return withCaption(caption().withTitle(title));
    }

    /// As a picture that stands for itself, dark on light, as `treeline plot` writes it.
    default String svg() {
        return Drawing.of(this, FigureStyle.withDefaults(false)).svg();
    }

    /// The same, light on dark.
    default String darkSvg() {
        return Drawing.of(this, FigureStyle.withDefaults(true)).svg();
    }
}
