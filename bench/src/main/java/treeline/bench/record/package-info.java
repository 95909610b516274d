/// What the recorder costs, beside the limits of the clock and the disk.
package treeline.bench.record;
