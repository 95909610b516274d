/// Samples of Linux perf, as `perf script` prints them.
package treeline.formats.perf;
