package treeline.formats.hpctoolkitxml;

import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// XML parsing of untrusted files without external access. HPCToolkit files have a document type
/// with brackets in comments, which the parser cannot skip, so it is parsed; one that declares
/// entities is rejected before any is used. Names come from binaries and paths, so invalid UTF-8 is
/// replaced instead of rejected. The replacement is done here, because the parser would print to
/// the terminal before rejecting it.
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
