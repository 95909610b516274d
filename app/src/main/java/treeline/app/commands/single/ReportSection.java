package treeline.app.commands.single;

import treeline.table.Table;

import java.util.List;

/// One thing an expert would look at: what was found in a sentence, the numbers behind it, and the
/// command that shows more.
///
/// @param data the rows with raw numbers, for programs
/// @param headings of the cells of a row; the last cell is a name or call path
/// @param shares a bar for each row, from 0 to 1
record ReportSection(
        String title,
        String finding,
        Table data,
        List<String> headings,
        List<List<String>> rows,
        List<Double> shares,
        String more) {

    ReportSection {
        headings = List.copyOf(headings);
        rows = rows.stream().map(List::copyOf).toList();
        shares = List.copyOf(shares);
    }
}
