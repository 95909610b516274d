/// How close the verbs of [treeline.table.Table] come to loops written by hand over arrays.
package treeline.bench.table;
