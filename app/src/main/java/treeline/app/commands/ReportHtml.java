package treeline.app.commands;

import java.util.List;

/// A report as one page that contacts nobody: styles inside, no scripts, names always as text.
final class ReportHtml {
    private static final String STYLE =
            """
            :root { color-scheme: light dark; --line: #8884; --bar: #d55e00; --soft: #888; }
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
            h1 { font-size: 1.3rem; margin-bottom: 0; overflow-wrap: anywhere; }
            h2 { font-size: 1.05rem; margin: 2rem 0 0; }
            p { margin: .2rem 0 .6rem; overflow-wrap: anywhere; }
            table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
            th { text-align: left; font-weight: 600; color: var(--soft); font-size: .85rem; }
            th, td { padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
            td:last-child { white-space: pre-wrap; overflow-wrap: anywhere; width: 60%; }
            meter { width: 7rem; }
            code { color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
            @media print { body { margin: 0; max-width: none; } section { break-inside: avoid; } }
            """;

    private ReportHtml() {}

    static String page(String path, ReportFindings findings) {
        var page = new StringBuilder();
        page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width\">\n")
                .append(
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
                                + " style-src 'unsafe-inline'\">\n")
                .append("<title>%s · Treeline report</title>\n".formatted(escaped(path)))
                .append("<style>\n%s</style>\n</head>\n<body>\n".formatted(STYLE))
                .append("<h1>%s</h1>\n".formatted(escaped(path)))
                .append("<p>%s</p>\n".formatted(escaped(findings.summary())));
        for (ReportSection section : findings.sections()) append(page, path, section);
        return page.append("</body>\n</html>\n").toString();
    }

    private static void append(StringBuilder page, String path, ReportSection section) {
        page.append(
                "<section>\n<h2>%s</h2>\n<p>%s</p>\n<table>\n<thead><tr>"
                        .formatted(escaped(section.title()), escaped(section.finding())));
        int last = section.headings().size() - 1;
        for (int i = 0; i <= last; i++) {
            if (i == last) page.append("<th></th>");
            page.append("<th>%s</th>".formatted(escaped(section.headings().get(i))));
        }
        page.append("</tr></thead>\n<tbody>\n");
        for (int row = 0; row < section.rows().size(); row++)
            appendRow(page, section.rows().get(row), section.shares().get(row));
        page.append(
                "</tbody>\n</table>\n<p><code>treeline %s %s</code></p>\n</section>\n"
                        .formatted(section.more(), escaped(path)));
    }

    private static void appendRow(StringBuilder page, List<String> cells, double share) {
        page.append("<tr>");
        for (int i = 0; i < cells.size(); i++) {
            if (i == cells.size() - 1)
                page.append("<td><meter value=\"%.4f\"></meter></td>".formatted(share));
            page.append("<td>%s</td>".formatted(escaped(cells.get(i))));
        }
        page.append("</tr>\n");
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
