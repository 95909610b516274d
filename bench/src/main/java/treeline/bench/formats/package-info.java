/// Benchmarks of the readers of other tools' files, with the generators of their inputs.
package treeline.bench.formats;
