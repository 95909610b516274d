/// The questions whose rows may exceed memory: tables of stored values, and samples of traces.
package treeline.question.run.rows;
