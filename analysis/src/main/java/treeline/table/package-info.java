/// The small columnar result of every analysis.
package treeline.table;
