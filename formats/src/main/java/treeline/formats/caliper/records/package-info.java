/// Caliper records on the way to a profile: attributes, contexts, metadata, and the table of
/// records that every Caliper reader fills.
package treeline.formats.caliper.records;
