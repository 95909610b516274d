/// The JSON of speedscope, a viewer of flame graphs.
package treeline.formats.speedscope;
