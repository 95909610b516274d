/// Ensembles that Thicket wrote: many runs over one call graph.
package treeline.formats.thicket;
