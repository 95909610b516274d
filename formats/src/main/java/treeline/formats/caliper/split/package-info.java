/// Readers of Caliper JSON: json-split files and json records.
package treeline.formats.caliper.split;
