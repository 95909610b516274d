/// Benchmarks: each states its question and prints the peer or the limit beside us.
package treeline.bench;
