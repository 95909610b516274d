package treeline.plot;

/// What a picture shows, as data only: the same record is drawn as SVG, written as JSON and sent to
/// a page that draws it itself. Values that were not measured are NaN and drawn as missing.
public sealed interface Figure
        permits HeatMap,
                Histogram,
                Boxes,
                ScalingLines,
                StackedBars,
                Scatter,
                CorrelationMatrix,
                ParallelCoordinates,
                Trend {

    Caption caption();
}
