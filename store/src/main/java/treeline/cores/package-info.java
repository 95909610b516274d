/// Data parallelism over ranges of rows: all cores work on them, and results come back in row
/// order. It ends when nobody waits for its results.
package treeline.cores;
