package dev.stockload.sheet;

import com.fasterxml.aalto.stax.InputFactoryImpl;

import java.io.InputStream;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Opens XML parts of a workbook: no DTDs and nothing fetched from elsewhere. */
final class Xml {
    private static final XMLInputFactory FACTORY = new InputFactoryImpl();

    static {
        FACTORY.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        FACTORY.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        FACTORY.setProperty(XMLInputFactory.IS_COALESCING, false);
    }

    private Xml() {}

    static XMLStreamReader open(InputStream in) throws XMLStreamException {
        return FACTORY.createXMLStreamReader(in);
    }

    /**
     * The value of an attribute by its local name, whatever its namespace: strict workbooks use
     * other ones.
     */
    static String attribute(XMLStreamReader xml, String name) {
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            if (xml.getAttributeLocalName(i).equals(name)) {
                return xml.getAttributeValue(i);
            }
        }
        return null;
    }
}
