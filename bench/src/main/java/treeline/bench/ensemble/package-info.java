/// How long ensembles of runs take, and how much memory, beside Thicket.
package treeline.bench.ensemble;
