/// Sentences about runs: templates with typed arguments, rendered by every interface.
package treeline.statement;
