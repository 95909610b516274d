/// The nouns everything turns on: call tree, frames, contexts, metrics and their values. Imports
/// nothing of ours.
package treeline.model;
