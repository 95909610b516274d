package treeline.formats.hpctoolkitxml;

import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// XML that somebody else wrote: nothing outside the file is fetched. HPCToolkit writes a document
/// type into its files, which must be parsed (it has brackets in comments, which the parser's own
/// way of passing over it does not understand); one that declares entities is refused before any is
/// used. Names come from binaries and paths, so bytes that are not UTF-8 are replaced rather than
/// refused (and by us, because the parser writes to the terminal before it refuses them).
final class SafeXml {
    /// Call paths nest twice as deep as calls; the parser keeps its own stack.
    private static final String MAX_DEPTH = "1000000";

    private SafeXml() {}

    static XMLStreamReader reader(InputStream bytes) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, true);
        factory.setProperty(XMLInputFactory.IS_VALIDATING, false);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        factory.setProperty("jdk.xml.maxElementDepth", MAX_DEPTH);
        factory.setXMLResolver(
                (_, _, _, _) -> {
                    throw new XMLStreamException("an external entity");
                });
        return factory.createXMLStreamReader(new InputStreamReader(bytes, StandardCharsets.UTF_8));
    }

    /// How many entities the document type declares that was just read.
    static int entities(XMLStreamReader in) {
        Object declared = in.getProperty("javax.xml.stream.entities");
        return declared instanceof List<?> list ? list.size() : 0;
    }

    /// What the parser says, on one line and without its place, which we say ourselves.
    static String reason(XMLStreamException cause) {
        Throwable nested = cause.getNestedException();
        String message = String.valueOf((nested == null ? cause : nested).getMessage());
        int text = message.indexOf("Message: ");
        return (text < 0 ? message : message.substring(text + "Message: ".length()))
                .lines()
                .findFirst()
                .orElse("no reason");
    }
}
