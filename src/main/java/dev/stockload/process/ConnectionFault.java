package dev.stockload.process;

import org.apache.commons.lang3.exception.ExceptionUtils;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

import javax.net.ssl.SSLException;

/**
 * Explains why another machine could not be reached, in words that end a sentence. The words
 * contain neither addresses, which may hold secrets, nor class names.
 */
public final class ConnectionFault {
    private static final String CUT = "the connection was cut";

    /** From the most specific exception to the least. */
    private static final List<Map.Entry<Class<?>, String>> WORDS =
            List.of(
                    Map.entry(UnknownHostException.class, "there is no host of this name"),
                    Map.entry(UnresolvedAddressException.class, "there is no host of this name"),
                    Map.entry(NoRouteToHostException.class, "it cannot be reached from here"),
                    Map.entry(ConnectException.class, "nobody listens at this host and port"),
                    Map.entry(SocketTimeoutException.class, "no answer in time"),
                    Map.entry(TimeoutException.class, "no answer in time"),
                    Map.entry(SSLException.class, "its certificate is not trusted"),
                    Map.entry(GeneralSecurityException.class, "its certificate is not trusted"),
                    Map.entry(SocketException.class, CUT),
                    Map.entry(EOFException.class, CUT));

    /** Matches org.shop.Thing, Thing@1f2e3d4c, ThingException and https://… */
    private static final Pattern FOR_PROGRAMS =
            Pattern.compile(
                    "[A-Za-z]\\w*(\\.[A-Za-z]\\w*){2,}|\\w+(Exception|Error)\\b|://|\\w@[0-9a-f]{5,}");

    private ConnectionFault() {}

    public static String explain(Throwable fault) {
        for (Map.Entry<Class<?>, String> entry : WORDS) {
            if (isA(fault, entry.getKey())) {
                return entry.getValue();
            }
        }
        return ownWords(ExceptionUtils.getRootCause(fault));
    }

    private static String ownWords(Throwable fault) {
        String line = String.valueOf(fault.getMessage()).lines().findFirst().orElse("").strip();
        boolean sentence = line.contains(" ") && !FOR_PROGRAMS.matcher(line).find();
        if (sentence) {
            return line;
        }
        return fault instanceof IOException ? CUT : "it answers in a way that is not understood";
    }

    /** Whether the other machine's certificate was not trusted. */
    public static boolean isOfTrust(Throwable fault) {
        return isA(fault, SSLException.class) || isA(fault, GeneralSecurityException.class);
    }

    private static boolean isA(Throwable fault, Class<?> kind) {
        return ExceptionUtils.stream(fault).anyMatch(kind::isInstance);
    }
}
