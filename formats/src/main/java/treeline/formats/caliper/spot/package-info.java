/// Reader of Spot databases, which store Caliper records as JSON in SQLite.
///
/// Imports: treeline.formats.caliper.records, treeline.formats.caliper.split,
/// treeline.formats.reading, treeline.model, treeline.source, treeline.source.files
package treeline.formats.caliper.spot;
