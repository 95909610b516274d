/// Recordings of JDK Flight Recorder, read by the JDK's own reader.
///
/// Imports: treeline.array, treeline.formats.reading, treeline.model, treeline.source,
/// treeline.source.files, treeline.source.trace
package treeline.formats.jfr;
