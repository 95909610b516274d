/// Writers of `.cali` and json-split files.
package treeline.formats.caliper.write;
