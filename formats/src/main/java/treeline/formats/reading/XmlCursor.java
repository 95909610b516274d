package treeline.formats.reading;

import treeline.source.files.MalformedProfileException;

import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// A streaming XML parser of untrusted files without external access; errors include the line
/// number. HPCToolkit's document type has brackets in comments, which the parser cannot skip, so
/// document types are parsed; one that declares entities is rejected before any is used.
public final class XmlCursor {
    /// No name, path or number of a profile is longer.
    private static final int TEXT_LIMIT = 1 << 20;

    /// How deep elements may nest: call trees are stored as nested elements.
    private static final String DEPTH_LIMIT = "1000000";

    private final String document;
    private final XMLStreamReader reader;
    private int depth;

    public enum Event {
        START,
        END,
        DONE
    }

    /// Bytes that are not UTF-8 become replacement characters: names in profiles are not always
    /// clean.
    ///
    /// @param document what to call the document in messages
    public XmlCursor(String document, InputStream in) {
        this.document = document;
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setXMLResolver(
                (_, _, _, _) -> {
                    throw new XMLStreamException("an external entity");
                });
        factory.setProperty("jdk.xml.maxElementDepth", DEPTH_LIMIT);
        try {
            reader =
                    factory.createXMLStreamReader(
                            new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (XMLStreamException bad) {
            throw malformed(bad);
        }
    }

    /// The next start or end of an element; texts between elements are passed over.
    public Event next() {
        try {
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamConstants.START_ELEMENT -> {
                        depth++;
                        return Event.START;
                    }
                    case XMLStreamConstants.END_ELEMENT -> {
                        depth--;
                        return Event.END;
                    }
                    case XMLStreamConstants.DTD -> requireNoEntities();
                    default -> {}
                }
            }
            return Event.DONE;
        } catch (XMLStreamException bad) {
            throw malformed(bad);
        }
    }

    private void requireNoEntities() {
        Object declared = reader.getProperty("javax.xml.stream.entities");
        if (declared instanceof List<?> entities && !entities.isEmpty())
            throw malformed(
                    "a document type without entities", "%d entities".formatted(entities.size()));
    }

    /// How many elements are open, the one just started included.
    public int depth() {
        return depth;
    }

    public String name() {
        return reader.getLocalName();
    }

    /// An attribute of the element just started, empty if it has none of this name.
    public String attribute(String name) {
        return Objects.requireNonNullElse(reader.getAttributeValue(null, name), "");
    }

    public int wholeAttribute(String name) {
        return whole(attribute(name), name);
    }

    public int whole(String text, String what) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException bad) {
            throw malformed("a whole number as " + what, "'" + shortened(text) + "'");
        }
    }

    /// The text of the element just started, which is then ended.
    public String text() {
        var text = new StringBuilder();
        try {
            while (reader.next() != XMLStreamConstants.END_ELEMENT) {
                if (reader.isStartElement())
                    throw malformed("text only", "an element '" + reader.getLocalName() + "'");
                if (reader.hasText()) text.append(reader.getText());
                if (text.length() > TEXT_LIMIT)
                    throw malformed("a text of at most 1 MiB", "a longer one");
            }
        } catch (XMLStreamException bad) {
            throw malformed(bad);
        }
        depth--;
        return text.toString();
    }

    public int line() {
        return Math.max(1, reader.getLocation().getLineNumber());
    }

    public MalformedProfileException malformed(String expected, String found) {
        return MalformedProfileException.of(
                "%s line %d".formatted(document, line()), expected, found);
    }

    private MalformedProfileException malformed(XMLStreamException bad) {
        int line = bad.getLocation() == null ? 1 : bad.getLocation().getLineNumber();
        String message = String.valueOf(bad.getMessage());
        int detail = message.indexOf("Message: ");
        return MalformedProfileException.of(
                "%s line %d".formatted(document, line),
                "well-formed XML",
                shortened(detail < 0 ? message : message.substring(detail + "Message: ".length())));
    }

    private static String shortened(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "...";
    }
}
