/// What many runs say together: one call tree for all of them, their values beside each other, what
/// is known of each run, and statistics over them.
package treeline.ensemble;
