/// What the analyses cost, beside what other tools need for the same.
package treeline.bench.analysis;
