/// What runs that do not fit into memory cost.
package treeline.bench.scale;
