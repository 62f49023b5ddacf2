package dev.stockload.check;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Knows texts that were read in a wrong encoding before they came to us: {@code GrÃ¼n} for {@code
 * Grün}, and the old encodings of seven bits, which look like plain text.
 */
final class GarbledText {
    private static final Charset WESTERN = Charset.forName("windows-1252");
    private static final Charset CHINESE = Charset.forName("GB2312");
    private static final Pattern HZ = Pattern.compile("~\\{((?:[!-w][!-~])+)~\\}");
    private static final Pattern UTF_7 = Pattern.compile("\\+([A-Za-z0-9+/]{3,})-");

    private GarbledText() {}

    /** What was likely meant; empty where a text is as it should be. */
    static Optional<String> meant(String text) {
        try {
            if (text.indexOf("~{") >= 0) {
                return replaced(text, HZ, GarbledText::hz);
            }
            if (text.indexOf('+') >= 0) {
                return replaced(text, UTF_7, GarbledText::utf7);
            }
            return mayBeUtf8(text) ? utf8(text) : Optional.empty();
        } catch (CharacterCodingException | IllegalArgumentException e) {
            return Optional.empty(); // it is none of these, then
        }
    }

    private interface Decoder {
        String decode(String encoded) throws CharacterCodingException;
    }

    private static Optional<String> replaced(String text, Pattern pattern, Decoder decoder)
            throws CharacterCodingException {
        Matcher found = pattern.matcher(text);
        StringBuilder meant = new StringBuilder();
        int end = 0;
        while (found.find()) {
            MatchResult part = found.toMatchResult();
            String decoded = decoder.decode(part.group(1));
            if (!hasOtherLetters(decoded)) {
                return Optional.empty();
            }
            meant.append(text, end, part.start()).append(decoded);
            end = part.end();
        }
        return end == 0 ? Optional.empty() : Optional.of(meant + text.substring(end));
    }

    private static String hz(String encoded) throws CharacterCodingException {
        byte[] bytes = encoded.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] |= (byte) 0x80;
        }
        return decoded(CHINESE, bytes);
    }

    private static String utf7(String encoded) throws CharacterCodingException {
        return decoded(StandardCharsets.UTF_16BE, Base64.getDecoder().decode(encoded));
    }

    /** A byte that begins a character of several bytes and one that goes on with it, as letters. */
    private static boolean mayBeUtf8(String text) {
        for (int i = 1; i < text.length(); i++) {
            char before = text.charAt(i - 1);
            if (before >= 0xC2 && before <= 0xF4 && text.charAt(i) >= 0x80) {
                return true;
            }
        }
        return false;
    }

    private static Optional<String> utf8(String text) throws CharacterCodingException {
        ByteBuffer bytes = WESTERN.newEncoder().encode(CharBuffer.wrap(text));
        String meant = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        return hasOtherLetters(meant) ? Optional.of(meant) : Optional.empty();
    }

    private static String decoded(Charset charset, byte[] bytes) throws CharacterCodingException {
        return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }

    /** Whether all that is not ASCII are letters of words, none of them phonetic. */
    private static boolean hasOtherLetters(String text) {
        return text.codePoints().anyMatch(c -> c >= 0x80)
                && text.codePoints()
                        .filter(c -> c >= 0x80)
                        .allMatch(c -> Character.isLetter(c) && (c < 0x180 || c >= 0x370));
    }
}
