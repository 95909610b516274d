/// Benchmarks of the dashboard's server.
package treeline.bench.serving;
