/// What scaling models cost.
package treeline.bench.scaling;
