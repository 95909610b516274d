/// Which contexts, metrics and nodes of a run are meant, in few words, and tables of them.
package treeline.select;
