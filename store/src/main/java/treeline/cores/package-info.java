/// Data parallelism over ranges of rows: all cores work on them, and results come back in row
/// order.
package treeline.cores;
