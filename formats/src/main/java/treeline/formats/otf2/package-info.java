/// OTF2 archives: traces by Score-P, TAU, Extrae and other tools.
///
/// Imports: treeline.array, treeline.cores, treeline.formats.reading, treeline.model,
/// treeline.source, treeline.source.files, treeline.source.trace, treeline.store.trace
package treeline.formats.otf2;
