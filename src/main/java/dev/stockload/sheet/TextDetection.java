package dev.stockload.sheet;

import org.mozilla.universalchardet.UniversalDetector;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** Guesses the encoding of a text that has no mark. */
final class TextDetection {
    private static final int SAMPLE = 1 << 16;
    private static final int ENOUGH = 1 << 12;
    private static final Charset WESTERN = Charset.forName("windows-1252");
    private static final Charset CHINESE = Charset.forName("GB18030");

    /** Answers of the detector that were right on short stock sheets; its others were guesses. */
    private static final Set<String> TRUSTED =
            Set.of("GB18030", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR", "windows-1251", "KOI8-R");

    private final Path file;

    TextDetection(Path file) {
        this.file = file;
    }

    Charset charset() throws IOException {
        if (decodes(StandardCharsets.UTF_8)) {
            return StandardCharsets.UTF_8;
        }
        byte[] sample = linesBeyondAscii();
        if (isDamagedUtf8(sample)) {
            return StandardCharsets.UTF_8; // and reading it names the line at fault
        }
        if (looksWestern(sample)) {
            return WESTERN;
        }
        Charset found = detected(sample);
        if (found != null && decodes(found)) {
            return found;
        }
        return decodes(CHINESE) ? CHINESE : WESTERN;
    }

    /** Whether the whole file is free of errors in an encoding. */
    private boolean decodes(Charset charset) throws IOException {
        CharsetDecoder decoder = strict(charset);
        try (FileChannel in = FileChannel.open(file)) {
            int window = (int) Math.max(64, Math.min(SAMPLE, in.size()));
            ByteBuffer bytes = ByteBuffer.allocate(window);
            CharBuffer chars = CharBuffer.allocate(window);
            boolean end = false;
            while (!end) {
                end = in.read(bytes) < 0;
                bytes.flip();
                CoderResult result;
                do {
                    chars.clear();
                    result = decoder.decode(bytes, chars, end);
                } while (result.isOverflow());
                if (result.isError()) {
                    return false;
                }
                bytes.compact();
            }
        }
        return true;
    }

    static CharsetDecoder strict(Charset charset) {
        return charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    /** The first lines that hold more than ASCII: only they tell. */
    private byte[] linesBeyondAscii() throws IOException {
        ByteArrayOutputStream sample = new ByteArrayOutputStream();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), SAMPLE)) {
            boolean telling = false;
            int next = in.read();
            while (next >= 0 && sample.size() < SAMPLE) {
                line.write(next);
                telling |= next > 0x7F;
                next = in.read();
                if (next < 0 || next == '\n' || next == '\r' || line.size() == SAMPLE) {
                    if (telling) {
                        line.writeTo(sample);
                    }
                    line.reset();
                    telling = false;
                }
            }
        }
        return sample.toByteArray();
    }

    private static boolean isDamagedUtf8(byte[] sample) {
        int good = 0;
        int bad = 0;
        String text = new String(sample, StandardCharsets.UTF_8);
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\uFFFD') {
                bad++;
            } else if (text.charAt(i) > 0x7F) {
                good++;
            }
        }
        return good > 10 * bad;
    }

    /**
     * Whether most letters beyond ASCII stand alone or in twos beside small ASCII letters, as in
     * "grün" and "Größe": no detector is right about these in a short sheet.
     */
    private static boolean looksWestern(byte[] sample) {
        int western = 0;
        int runs = 0;
        for (int from = 0; from < sample.length; from++) {
            if (sample[from] < 0) {
                int to = from;
                boolean letters = true;
                while (to < sample.length && sample[to] < 0) {
                    letters &= (sample[to] & 0xFF) >= 0xC0;
                    to++;
                }
                boolean besideSmall = isSmall(sample, from - 1) || isSmall(sample, to);
                runs++;
                western += letters && to - from <= 2 && besideSmall ? 1 : 0;
                from = to;
            }
        }
        return western * 2 > runs;
    }

    private static boolean isSmall(byte[] sample, int at) {
        return at >= 0 && at < sample.length && sample[at] >= 'a' && sample[at] <= 'z';
    }

    private static Charset detected(byte[] sample) {
        UniversalDetector detector = new UniversalDetector();
        // It counts characters to be sure, so it gets a short text again and again.
        for (int fed = 0; fed < ENOUGH && !detector.isDone(); fed += sample.length + 1) {
            detector.handleData(sample);
            detector.handleData(new byte[] {'\n'});
        }
        detector.dataEnd();
        String name = detector.getDetectedCharset();
        if (name == null || !Charset.isSupported(name)) {
            return null;
        }
        Charset charset = Charset.forName(name);
        return TRUSTED.contains(charset.name()) ? charset : null;
    }
}
