/// The analyses of one run beside Hatchet and Chopper.
package treeline.bench.analysis;
