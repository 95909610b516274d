/// The JSON of speedscope, a viewer of flame graphs, both ways.
package treeline.formats.speedscope;
