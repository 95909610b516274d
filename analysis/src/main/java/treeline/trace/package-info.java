/// What a run did over time: the call tree of a time window.
package treeline.trace;
