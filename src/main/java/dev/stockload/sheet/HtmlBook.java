package dev.stockload.sheet;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A web page with tables, which many programs write and call .xls. Excel shows the rows of all its
 * tables in one sheet, one below the other, and so they are read.
 */
final class HtmlBook implements Book {
    private static final int HEAD = 4096;
    private static final Pattern DECLARED =
            Pattern.compile("charset\\s*=\\s*[\"']?\\s*([\\w.:-]+)", Pattern.CASE_INSENSITIVE);

    private final Path file;
    private final Charset charset;

    private HtmlBook(Path file, Charset charset) {
        this.file = file;
        this.charset = charset;
    }

    static Book open(Path file, SheetOptions options) throws IOException {
        String named = options.encoding() == null ? declared(file) : options.encoding();
        try {
            return new HtmlBook(file, named == null ? plain(file) : Charset.forName(named));
        } catch (IllegalArgumentException e) {
            throw new UnusableSheetException(
                    "is written in the encoding '%s', which is not known; name the right one"
                            .formatted(named),
                    e);
        }
    }

    /** The encoding by the mark at the beginning, or by what the page says of itself. */
    private static String declared(Path file) throws IOException {
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(HEAD);
        }
        String text = new String(head, StandardCharsets.ISO_8859_1);
        if (text.startsWith("\u00FF\u00FE") || text.startsWith("\u00FE\u00FF")) {
            return "UTF-16";
        }
        if (text.startsWith("\u00EF\u00BB\u00BF")) {
            return "UTF-8";
        }
        if (text.startsWith("<\0") || text.startsWith("\0<")) {
            return text.startsWith("<") ? "UTF-16LE" : "UTF-16BE";
        }
        Matcher found = DECLARED.matcher(text);
        // A page whose plain letters can be read is not in 16 bits a letter, whatever it says.
        return found.find() && !found.group(1).matches("(?i)utf-16.*") ? found.group(1) : null;
    }

    /** A page that says nothing is in UTF-8 or cannot be known. */
    private static Charset plain(Path file) throws IOException {
        try (Reader reader = reader(file, StandardCharsets.UTF_8)) {
            reader.transferTo(Writer.nullWriter());
            return StandardCharsets.UTF_8;
        } catch (CharacterCodingException e) {
            throw new UnusableSheetException(
                    "is a web page that does not say its encoding; name it (--encoding, or"
                            + " encoding: in the job), or save the page as .xlsx",
                    e);
        }
    }

    private static Reader reader(Path file, Charset charset) throws IOException {
        return new InputStreamReader(
                new ReadAheadInput(Files.newInputStream(file)), charset.newDecoder());
    }

    @Override
    public List<Tab> tabs() {
        return List.of(new Tab("Web page", true));
    }

    @Override
    public RowSource rows(int tab) throws IOException {
        return new HtmlRows(reader(file, charset));
    }

    @Override
    public SheetFacts facts() {
        return new SheetFacts("Web page (HTML)", null, charset.name(), null, List.of());
    }

    @Override
    public void close() {}
}
