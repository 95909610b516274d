/// Caliper's files: `.cali`, json-split and json records.
package treeline.formats.caliper;
