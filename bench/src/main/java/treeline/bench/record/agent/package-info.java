/// Overhead of the Java agent: its own estimate compared with runs without it.
package treeline.bench.record.agent;
