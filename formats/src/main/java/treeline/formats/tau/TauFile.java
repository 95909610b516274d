package treeline.formats.tau;

import treeline.formats.reading.LineReader;
import treeline.formats.reading.XmlCursor;
import treeline.source.ReadReport;
import treeline.source.files.FiniteDecimal;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;

/// One file `profile.N.C.T`: a count and that many functions, then user events. Malformed rows are
/// skipped and reported.
final class TauFile {
    private static final String FUNCTIONS = "templated_functions";
    private static final String MULTI = "_MULTI_";
    private static final String EVENTS = "userevents";

    private final Path path;
    private final ReadReport.Log log;
    private long line;
    private boolean lineEnded;

    /// Whether all call paths that the file announces are there.
    boolean complete = true;

    String metric = "TIME";
    final Map<String, String> metadata = new LinkedHashMap<>();
    final List<Function> functions = new ArrayList<>();
    final List<Event> events = new ArrayList<>();

    /// `"name" calls subrs excl incl profilecalls GROUP="a|b"`
    record Function(
            String name, double calls, double subroutines, double own, double all, String group) {}

    /// `"name" numevents max min mean sumsqr`
    record Event(String name, double count, double max, double min, double mean, double squares) {}

    private TauFile(Path path, ReadReport.Log log) {
        this.path = path;
        this.log = log;
    }

    static TauFile read(Path path, ReadReport.Log log) throws IOException {
        var file = new TauFile(path, log);
        try (MappedFile mapped = MappedFile.open(path)) {
            file.read(new LineReader(mapped));
        }
        return file;
    }

    private void read(LineReader in) {
        int count = readHeader(in);
        for (int i = 0; i < count; i++) {
            String text = nextLine(in);
            if (text.isEmpty()) {
                lost("the file ends before its functions do");
                complete = false;
                return;
            }
            addFunction(text);
        }
        // TAU always announces aggregates and never writes any
        if (nextLine(in).isEmpty()) lost("the file ends before its count of aggregates");
        else if (!lineEnded)
            log.note("the last line is not terminated; the file may be truncated", path.toString());
        String announced = nextLine(in);
        if (announced.contains(EVENTS)) readEvents(in, announced);
        else if (announced.isEmpty()) return;
        else lost("a line is neither a function nor a count of user events");
    }

    private int readHeader(LineReader in) {
        String first = nextLine(in);
        int space = first.indexOf(' ');
        if (space < 0 || !first.startsWith(FUNCTIONS, space + 1))
            throw malformed("a count of functions", "'" + shortened(first) + "'");
        int count = count(first.substring(0, space));
        int multi = first.indexOf(MULTI);
        if (multi >= 0) metric = first.substring(multi + MULTI.length()).strip();
        String header = nextLine(in);
        if (!header.startsWith("#"))
            throw malformed("a header line", "'" + shortened(header) + "'");
        int xml = header.indexOf("<metadata>");
        if (xml >= 0) tryMetadata(header.substring(xml));
        metric = metadata.getOrDefault("Metric Name", metric);
        if (metric.isBlank()) metric = "TIME";
        return count;
    }

    private int count(String digits) {
        MalformedProfileException noCount = malformed("a count", "'" + shortened(digits) + "'");
        try {
            int count = Integer.parseInt(digits);
            if (count >= 0) return count;
        } catch (NumberFormatException bad) {
            noCount.initCause(bad);
        }
        throw noCount;
    }

    /// Damaged metadata do not cost the values: what was read of them stays.
    private void tryMetadata(String text) {
        try {
            readMetadata(text);
        } catch (MalformedProfileException damaged) {
            log.lost("metadata cannot be read", String.valueOf(damaged.getMessage()));
        }
    }

    private void readMetadata(String text) {
        var xml =
                new XmlCursor(
                        "%s (metadata)".formatted(path),
                        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        String name = "";
        for (XmlCursor.Event event = xml.next();
                event != XmlCursor.Event.DONE;
                event = xml.next()) {
            if (event != XmlCursor.Event.START) continue;
            if (xml.name().equals("name")) name = xml.text();
            else if (xml.name().equals("value") && !name.isBlank()) metadata.put(name, xml.text());
        }
    }

    private void addFunction(String text) {
        int quote = closingQuote(text);
        int group = text.lastIndexOf("GROUP=\"");
        double[] numbers = numbers(text, quote + 1, group > quote ? group : text.length(), 5);
        if (quote < 1 || numbers.length < 5) {
            lost("a line is not a function with its five numbers");
            if (!lineEnded || text.contains("=>")) complete = false;
            return;
        }
        String groups = "";
        int end = text.lastIndexOf('"');
        if (group > quote && end > group + 7) groups = text.substring(group + 7, end);
        String name = text.substring(1, quote);
        functions.add(new Function(name, numbers[0], numbers[1], numbers[2], numbers[3], groups));
    }

    private void readEvents(LineReader in, String announced) {
        int count = count(announced.substring(0, Math.max(announced.indexOf(' '), 0)));
        nextLine(in); // the names of the columns
        for (int i = 0; i < count; i++) {
            String text = nextLine(in);
            if (text.isEmpty()) {
                lost("the file ends before its user events do");
                return;
            }
            int quote = text.lastIndexOf('"');
            double[] numbers = numbers(text, quote + 1, text.length(), 5);
            if (quote < 1 || numbers.length < 5 || !lineEnded)
                lost("a line is not a user event with five numbers");
            else events.add(event(text.substring(1, quote), numbers));
        }
    }

    private static Event event(String name, double[] numbers) {
        return new Event(name, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
    }

    /// Names may hold quotes: the one that ends the name is the last before the numbers.
    private static int closingQuote(String text) {
        if (!text.startsWith("\"")) return -1;
        int group = text.lastIndexOf(" GROUP=\"");
        return text.lastIndexOf('"', group < 0 ? text.length() : group);
    }

    /// The numbers in a part of a line, as many as wanted; none if there are fewer or others.
    private static double[] numbers(String text, int from, int to, int wanted) {
        double[] numbers = new double[wanted];
        var words = new StringTokenizer(text.substring(Math.max(from, 0), Math.max(from, to)));
        try {
            for (int i = 0; i < wanted; i++) {
                if (!words.hasMoreTokens()) return new double[0];
                numbers[i] = FiniteDecimal.parse(words.nextToken());
            }
            return numbers;
        } catch (NumberFormatException bad) {
            return new double[0];
        }
    }

    /// The next line that is not blank, empty at the end.
    private String nextLine(LineReader in) {
        String text = in.next();
        while (text != null && text.isBlank()) text = in.next();
        line = in.line();
        lineEnded = in.ended();
        return text == null ? "" : text;
    }

    private void lost(String reason) {
        log.lost(reason, "%s line %d".formatted(path, line));
    }

    private MalformedProfileException malformed(String expected, String found) {
        return MalformedProfileException.atLine(path, line, expected, found);
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "...";
    }
}
