package treeline.formats.hpctoolkitxml;

import treeline.formats.reading.IdNumbers;
import treeline.formats.reading.SegmentStream;
import treeline.formats.reading.XmlCursor;
import treeline.formats.reading.XmlCursor.Event;
import treeline.model.Metadata;
import treeline.model.Outline;
import treeline.source.ReadReport;
import treeline.source.files.FiniteDecimal;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Streaming reader of `experiment.xml`. The tables precede the tree, so one pass suffices.
final class ExperimentReader {
    private final Path file;
    private final XmlCursor in;
    private final ReadReport.Log log;
    private final Map<String, String> modules = new HashMap<>();
    private final Map<String, String> files = new HashMap<>();
    private final Map<String, String> procedures = new HashMap<>();
    private final List<XmlMetric> summaryMetrics = new ArrayList<>();
    private final List<XmlMetric> threadMetrics = new ArrayList<>();
    private final SummaryValues summary = new SummaryValues();
    private final TreeReader tree;
    private Metadata metadata = Metadata.NONE;
    private String version = "";

    private ExperimentReader(Path file, XmlCursor in, ReadReport.Log log) {
        this.file = file;
        this.in = in;
        this.log = log;
        this.tree = new TreeReader(modules, files, procedures);
    }

    static Experiment read(Path file, ReadReport.Log log) throws IOException {
        try (MappedFile mapped = MappedFile.open(file);
                InputStream bytes = new BoundedTagStream(new SegmentStream(mapped.bytes()))) {
            return new ExperimentReader(file, new XmlCursor(file.toString(), bytes), log).read();
        }
    }

    private Experiment read() {
        for (Event event = in.next(); event != Event.DONE; event = in.next()) {
            if (event == Event.START) start(in.name());
            else end(in.name());
        }
        if (version.isEmpty()) throw in.malformed("<HPCToolkitExperiment>", "no such element");
        return tree.experiment(
                version,
                XmlMetric.withTime(summaryMetrics),
                XmlMetric.withTime(threadMetrics),
                summary,
                withClock(metadata.with("hpctoolkit.format", version)));
    }

    private Metadata withClock(Metadata all) {
        return XmlMetric.clock(threadMetrics)
                .or(() -> XmlMetric.clock(summaryMetrics))
                .map(clock -> all.with(Outline.STORED_NAME + "time", clock))
                .orElse(all);
    }

    private void start(String element) {
        switch (element) {
            case "HPCToolkitExperiment" -> checkVersion(in.attribute("version"));
            case "Header" -> {
                if (!in.attribute("n").isBlank())
                    metadata = metadata.with("program", in.attribute("n"));
            }
            case "SecFlatProfileData" ->
                    throw in.malformed("a call path profile", "a flat profile without call paths");
            case "Metric" -> addSummaryMetric();
            case "MetricDB" ->
                    threadMetrics.add(
                            XmlMetric.of(number("db-id"), in.attribute("n"), in.attribute("t")));
            case "TraceDB" -> addTrace();
            case "LoadModule" -> modules.put(in.attribute("i"), in.attribute("n"));
            case "File" -> files.put(in.attribute("i"), in.attribute("n"));
            case "Procedure" -> procedures.put(in.attribute("i"), in.attribute("n"));
            case "PF", "Pr", "C", "L", "S" -> openNode(element);
            case "M" -> addValue();
            default -> {}
        }
    }

    private void end(String element) {
        switch (element) {
            case "PF", "Pr", "C", "L", "S" -> tree.close();
            default -> {}
        }
    }

    private void checkVersion(String found) {
        version = found;
        switch (found) {
            case "2.0", "2.1", "2.2" -> {}
            case "4.0" ->
                    throw in.malformed(
                            "version 2.0, 2.1 or 2.2",
                            "4.0, whose values are in files that only HPCToolkit 2021 reads; rerun"
                                    + " hpcprof (release 2022.10 or later) on the measurements");
            default -> throw in.malformed("version 2.0, 2.1 or 2.2", "'" + found + "'");
        }
    }

    /// Metrics that need a formula to become what their name says are not values to be read.
    private void addSummaryMetric() {
        int id = number("i");
        String name = in.attribute("n");
        String type = in.attribute("t");
        boolean computed = false;
        for (Event event = in.next();
                event != Event.END || !in.name().equals("Metric");
                event = in.next()) {
            if (event != Event.START || !in.name().equals("MetricFormula")) continue;
            String formula = in.attribute("frm").strip();
            computed |= in.attribute("t").equals("view");
            computed |= in.attribute("t").equals("finalize") && !formula.equals("$" + id);
        }
        if (computed) log.note("metrics that viewers derive from others are omitted", name);
        else summaryMetrics.add(XmlMetric.of(id, name, type));
    }

    private void addTrace() {
        metadata = metadata.with("trace.files", in.attribute("db-glob"));
        // old files count microseconds and do not say so
        String unit = in.attribute("u").equals("1000000000") ? ".ns" : ".us";
        addTime("trace.begin" + unit, in.attribute("db-min-time"));
        addTime("trace.end" + unit, in.attribute("db-max-time"));
    }

    private void addTime(String key, String time) {
        if (time.matches("\\d{1,18}|[1-8]\\d{18}"))
            metadata = metadata.with(key, Long.parseLong(time));
    }

    private void openNode(String element) {
        int id = number("i");
        if (id < 1) throw in.malformed("an id i above 0", "i=\"%d\"".formatted(id));
        tree.open(
                element,
                id,
                in.attribute("n"),
                in.attribute("lm"),
                in.attribute("f"),
                firstLine(in.attribute("l")),
                in.attribute("a").equals("1"));
    }

    /// `12` or the first of `12-20`; code without line numbers has 0.
    private int firstLine(String lines) {
        int dash = lines.indexOf('-', 1);
        String first = dash < 0 ? lines : lines.substring(0, dash);
        return Math.max(0, IdNumbers.count(first));
    }

    private void addValue() {
        if (!tree.isOpen()) return; // the totals of the run, which are the sums of its roots
        String text = in.attribute("v");
        try {
            summary.add(tree.openNode(), number("n"), FiniteDecimal.parse(text));
        } catch (NumberFormatException notANumber) {
            log.lost(
                    "a value is not a number",
                    "%s line %d: '%s'".formatted(file, in.line(), cut(text)));
        }
    }

    private int number(String attribute) {
        String text = in.attribute(attribute);
        if (!text.matches("-?\\d{1,9}"))
            throw in.malformed(
                    "a number as attribute %s of <%s>".formatted(attribute, in.name()),
                    text.isEmpty() ? "none" : "'" + cut(text) + "'");
        return Integer.parseInt(text);
    }

    private static String cut(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }
}
