/// Treeline in Jupyter notebooks: how profiles, tables and figures look in a cell, and what comes
/// back from it.
///
/// Imports: treeline.array, treeline.model, treeline.numbers, treeline.plot, treeline.query,
/// treeline.question.answer, treeline.question.html, treeline.single, treeline.table,
/// treeline.transform, treeline.view
@NullMarked
package treeline.notebook;

import org.jspecify.annotations.NullMarked;
