/// The drawing kit below the figures: an SVG canvas, axes, legends, text metrics, colour scales and
/// kernel densities.
package treeline.plot.draw;
