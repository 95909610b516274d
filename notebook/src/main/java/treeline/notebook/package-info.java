/// Treeline in Jupyter notebooks: how profiles, tables and figures look in a cell, and what comes
/// back from it.
@NullMarked
package treeline.notebook;

import org.jspecify.annotations.NullMarked;
