/// What archives and comparisons cost.
package treeline.bench.archive;
