package treeline.formats.hpctoolkitxml;

import treeline.formats.reading.SegmentStream;
import treeline.model.Metadata;
import treeline.model.Outline;
import treeline.source.ReadReport;
import treeline.source.files.FiniteDecimal;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// Streaming reader of `experiment.xml`. The tables precede the tree, so one pass suffices.
final class ExperimentReader {
    private final Path file;
    private final XMLStreamReader in;
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

    private ExperimentReader(Path file, XMLStreamReader in, ReadReport.Log log) {
        this.file = file;
        this.in = in;
        this.log = log;
        this.tree = new TreeReader(modules, files, procedures);
    }

    static Experiment read(Path file, ReadReport.Log log) throws IOException {
        try (MappedFile mapped = MappedFile.open(file);
                InputStream bytes = new BoundedTagStream(new SegmentStream(mapped.bytes()))) {
            XMLStreamReader in = SafeXml.reader(bytes);
            var reader = new ExperimentReader(file, in, log);
            try {
                return reader.read();
            } catch (XMLStreamException broken) {
                throw reader.broken(broken);
            } finally {
                in.close();
            }
        } catch (XMLStreamException unreadable) {
            throw MalformedProfileException.of(file.toString(), "XML", SafeXml.reason(unreadable));
        }
    }

    private MalformedProfileException broken(XMLStreamException cause) {
        return MalformedProfileException.atLine(
                file, Math.max(1, line()), "well-formed XML", SafeXml.reason(cause));
    }

    private int line() {
        return in.getLocation().getLineNumber();
    }

    private MalformedProfileException malformed(String expected, String found) {
        return MalformedProfileException.atLine(file, Math.max(1, line()), expected, found);
    }

    private Experiment read() throws XMLStreamException {
        while (in.hasNext()) {
            switch (in.next()) {
                case XMLStreamConstants.START_ELEMENT -> start(in.getLocalName());
                case XMLStreamConstants.END_ELEMENT -> end(in.getLocalName());
                case XMLStreamConstants.DTD -> {
                    if (SafeXml.entities(in) > 0)
                        throw malformed(
                                "a document type without entities",
                                "%d entities".formatted(SafeXml.entities(in)));
                }
                default -> {}
            }
        }
        if (version.isEmpty()) throw malformed("<HPCToolkitExperiment>", "no such element");
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

    private void start(String element) throws XMLStreamException {
        switch (element) {
            case "HPCToolkitExperiment" -> checkVersion(attribute("version"));
            case "Header" -> {
                if (!attribute("n").isBlank()) metadata = metadata.with("program", attribute("n"));
            }
            case "SecFlatProfileData" ->
                    throw malformed("a call path profile", "a flat profile without call paths");
            case "Metric" -> addSummaryMetric();
            case "MetricDB" ->
                    threadMetrics.add(
                            XmlMetric.of(number("db-id"), attribute("n"), attribute("t")));
            case "TraceDB" -> addTrace();
            case "LoadModule" -> modules.put(attribute("i"), attribute("n"));
            case "File" -> files.put(attribute("i"), attribute("n"));
            case "Procedure" -> procedures.put(attribute("i"), attribute("n"));
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
                    throw malformed(
                            "version 2.0, 2.1 or 2.2",
                            "4.0, whose values are in files that only HPCToolkit 2021 reads; rerun"
                                    + " hpcprof (release 2022.10 or later) on the measurements");
            default -> throw malformed("version 2.0, 2.1 or 2.2", "'" + found + "'");
        }
    }

    /// Metrics that need a formula to become what their name says are not values to be read.
    private void addSummaryMetric() throws XMLStreamException {
        int id = number("i");
        String name = attribute("n");
        String type = attribute("t");
        boolean computed = false;
        while (!(in.next() == XMLStreamConstants.END_ELEMENT
                && in.getLocalName().equals("Metric"))) {
            if (!in.isStartElement() || !in.getLocalName().equals("MetricFormula")) continue;
            String formula = attribute("frm").strip();
            computed |= attribute("t").equals("view");
            computed |= attribute("t").equals("finalize") && !formula.equals("$" + id);
        }
        if (computed) log.note("metrics that viewers derive from others are omitted", name);
        else summaryMetrics.add(XmlMetric.of(id, name, type));
    }

    private void addTrace() {
        metadata = metadata.with("trace.files", attribute("db-glob"));
        // old files count microseconds and do not say so
        String unit = attribute("u").equals("1000000000") ? ".ns" : ".us";
        addTime("trace.begin" + unit, attribute("db-min-time"));
        addTime("trace.end" + unit, attribute("db-max-time"));
    }

    private void addTime(String key, String time) {
        if (time.matches("\\d{1,18}|[1-8]\\d{18}"))
            metadata = metadata.with(key, Long.parseLong(time));
    }

    private void openNode(String element) {
        int id = number("i");
        if (id < 1) throw malformed("an id i above 0", "i=\"%d\"".formatted(id));
        tree.open(
                element,
                id,
                attribute("n"),
                attribute("lm"),
                attribute("f"),
                firstLine(attribute("l")),
                attribute("a").equals("1"));
    }

    /// `12` or the first of `12-20`; code without line numbers has 0.
    private int firstLine(String lines) {
        int dash = lines.indexOf('-', 1);
        String first = dash < 0 ? lines : lines.substring(0, dash);
        return first.matches("\\d{1,9}") ? Integer.parseInt(first) : 0;
    }

    private void addValue() {
        if (!tree.isOpen()) return; // the totals of the run, which are the sums of its roots
        String text = attribute("v");
        try {
            summary.add(tree.openNode(), number("n"), FiniteDecimal.parse(text));
        } catch (NumberFormatException notANumber) {
            log.lost(
                    "a value is not a number",
                    "%s line %d: '%s'".formatted(file, line(), cut(text)));
        }
    }

    private int number(String attribute) {
        String text = attribute(attribute);
        if (!text.matches("-?\\d{1,9}"))
            throw malformed(
                    "a number as attribute %s of <%s>".formatted(attribute, in.getLocalName()),
                    text.isEmpty() ? "none" : "'" + cut(text) + "'");
        return Integer.parseInt(text);
    }

    private static String cut(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }

    private String attribute(String name) {
        return Objects.requireNonNullElse(in.getAttributeValue(null, name), "");
    }
}
