/// Joins the sub-files of one recording into one source: trees are merged, contexts concatenated.
package treeline.source.join;
