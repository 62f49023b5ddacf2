package dev.stockload.sheet;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.sheet.csv.CsvBook;
import dev.stockload.sheet.encoding.CsvEncoding;
import dev.stockload.sheet.markup.HtmlBook;
import dev.stockload.sheet.markup.OdsBook;
import dev.stockload.sheet.markup.Xml2003Book;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.sheet.xls.XlsBook;
import dev.stockload.sheet.xlsx.XlsxBook;

import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.GeneralPurposeBit;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/** The kinds of file that are read, recognized by content and not by name. */
enum FileType {
    XLSX("an .xlsx workbook", Set.of("xlsx", "xlsm", "xltx")),
    XLS("an .xls workbook", Set.of("xls", "xlt")),
    ODS("an OpenDocument sheet", Set.of("ods", "ots")),
    FLAT_ODS("a flat OpenDocument sheet", Set.of("fods")),
    XML_2003("an XML Spreadsheet 2003 file", Set.of()),
    HTML("a web page (HTML)", Set.of("htm", "html")),
    ZIP("a zip archive", Set.of("zip")),
    GZIP("a gzip file", Set.of("gz", "gzip")),
    CSV("CSV text", Set.of("csv", "tsv", "tab", "txt"));

    private final String label;
    private final Set<String> endings;

    FileType(String label, Set<String> endings) {
        this.label = label;
        this.endings = endings;
    }

    String label() {
        return label;
    }

    /** The kind of a file; throws with a sentence if it is something else. */
    static FileType of(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new UnusableSheetException("is a folder; name one file in it");
        }
        if (!Files.exists(file)) {
            throw new UnusableSheetException("does not exist");
        }
        if (String.valueOf(file.getFileName()).startsWith("~$")) {
            throw new UnusableSheetException(
                    "is a lock file that Excel keeps while the workbook is open; name"
                            + " the workbook itself");
        }
        if (!Files.isReadable(file)) {
            throw new UnusableSheetException("may not be read by this user");
        }
        byte[] head = CsvEncoding.head(file);
        if (head.length == 0) {
            throw new UnusableSheetException("is empty");
        }
        ForeignFile foreign = new ForeignFile(file, head);
        if (CsvEncoding.begins(head, "D0CF11E0A1B11AE1")) {
            return XLS;
        }
        if (CsvEncoding.begins(head, "1F8B08")) {
            return GZIP;
        }
        if (CsvEncoding.begins(head, "504B0304") || CsvEncoding.begins(head, "504B0506")) {
            return foreign.isOds() ? ODS : foreign.zip();
        }
        return foreign.markup().orElseGet(foreign::csv);
    }

    /** The book of a file, not yet read. */
    SheetBook open(Path file, SheetOptions options) throws IOException {
        return switch (this) {
            case XLSX -> new XlsxBook(file);
            case XLS -> new XlsBook(file);
            case ODS, FLAT_ODS -> new OdsBook(file, this == FLAT_ODS);
            case XML_2003 -> new Xml2003Book(file);
            case HTML -> new HtmlBook(file, options.encoding());
            case CSV ->
                    new CsvBook(file, options.encoding(), options.delimiter(), options.header());
            case ZIP, GZIP -> throw new IllegalStateException("An archive is unpacked first");
        };
    }

    boolean isArchive() {
        return this == ZIP || this == GZIP;
    }

    static boolean isSheetName(String name) {
        return Arrays.stream(values())
                .anyMatch(kind -> !kind.isArchive() && kind.endings.contains(ending(name)));
    }

    /** Whether a file beside a sheet may be words about it. */
    static boolean mayBeNote(String name) {
        return Set.of("txt", "htm", "html").contains(ending(name));
    }

    private static String ending(String name) {
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    Optional<Problem> mismatch(String name) {
        String ending = ending(name);
        String sentence = "The file name ends in .%s, but the file is %s and is read as that";
        return Arrays.stream(values())
                .filter(kind -> kind != this && kind.endings.contains(ending))
                .findAny()
                .map(
                        kind ->
                                Problem.ofFile(
                                        ProblemCode.FILE_KIND, sentence.formatted(ending, label)));
    }

    /** Recognizes files that people give instead of a stock sheet, and says what to do. */
    private record ForeignFile(Path file, byte[] head) {
        private static final String NO_SHEET =
                "; a stock sheet is an .xlsx, .xls, .ods or CSV file";
        private static final String UNPACK = "; unpack it and name the sheet in it";
        private static final String SAVE = "; open it in Excel and save it as .xlsx";

        /** By their first bytes, in hex. */
        private static final Map<String, String> BY_BEGINNING =
                Map.ofEntries(
                        Map.entry("89504E47", "a PNG picture" + NO_SHEET),
                        Map.entry("FFD8FF", "a JPEG picture" + NO_SHEET),
                        Map.entry("47494638", "a GIF picture" + NO_SHEET),
                        Map.entry("49492A00", "a TIFF picture" + NO_SHEET),
                        Map.entry("4D4D002A", "a TIFF picture" + NO_SHEET),
                        Map.entry("52494646", "a picture, sound or film" + NO_SHEET),
                        Map.entry("255044462D", "a PDF document" + NO_SHEET),
                        Map.entry("7B5C727466", "an RTF document" + NO_SHEET),
                        Map.entry("53514C69746520666F726D6174", "an SQLite database" + NO_SHEET),
                        Map.entry("377ABCAF271C", "a 7z archive" + UNPACK),
                        Map.entry("526172211A07", "a RAR archive" + UNPACK),
                        Map.entry("FD377A585A00", "an xz archive" + UNPACK),
                        Map.entry("28B52FFD", "a zstd archive" + UNPACK),
                        Map.entry("0900040", "from Excel 2" + SAVE),
                        Map.entry("0902060", "from Excel 3" + SAVE),
                        Map.entry("0904060", "from Excel 4" + SAVE));

        private static final Map<String, String> BY_PART =
                Map.of(
                        "xl/workbook.bin", "an .xlsb workbook" + SAVE,
                        "word/document.xml", "a Word document" + NO_SHEET,
                        "ppt/presentation.xml", "a PowerPoint presentation" + NO_SHEET,
                        "Index/Document.iwa", "an Apple iWork document; export it as .xlsx",
                        "content.xml", "an OpenDocument file, but not a sheet" + NO_SHEET);

        /** By how a text begins, in small letters. */
        private static final Map<String, String> BY_TEXT =
                Map.of(
                        "([a-z-]+:.*\\b)?mime-version:",
                        "a web archive (MHTML) and not a workbook" + SAVE,
                        "<\\?xml",
                        "an XML file" + NO_SHEET,
                        "([^\\n]*\\n)?[+ ]?--+(\\+--+)+\\+?\\s*\\n",
                        "the output of a database console; export it as CSV (psql --csv)",
                        "((--[^\\n"
                                + "]*\\n"
                                + "|\\s)*(insert into|(create|drop) table)\\b|-- \\w+( database)?"
                                + " dump)",
                        "a script of a database; export the table as CSV",
                        "(\\{\\s*[\"}]|\\[\\s*[{\\[\"])",
                        "JSON; a stock sheet has rows: export it as CSV or .xlsx");

        private static final Pattern WEB_PAGE =
                Pattern.compile(
                        "<(!doctype html|html|head|body|table|meta|style|div).*"
                                + "|<(\\?xml|!--).*<(html|table)[ >].*",
                        Pattern.DOTALL);

        FileType zip() {
            try (ZipFile zip = new ZipFile(file.toFile())) {
                refuse(BY_PART, part -> zip.getEntry(part) != null);
                boolean isOffice =
                        zip.stream()
                                .map(each -> each.getName().replace('\\', '/'))
                                .map(name -> name.toLowerCase(Locale.ROOT))
                                .anyMatch(name -> name.matches("\\[content_types]\\.xml|xl/.*"));
                return isOffice ? XLSX : ZIP;
            } catch (IOException | IllegalArgumentException e) {
                if (asksForPassword()) {
                    throw new UnusableSheetException(
                            "is a zip archive that asks for a password" + UNPACK, e);
                }
                throw new UnusableSheetException(
                        "is damaged or cut off and cannot be read as an .xlsx workbook; save or"
                                + " copy it again",
                        e);
            }
        }

        /** The JDK's zip file, which finds more damage, cannot be opened then. */
        private boolean asksForPassword() {
            try (var zip =
                    org.apache.commons.compress.archivers.zip.ZipFile.builder()
                            .setPath(file)
                            .get()) {
                return Collections.list(zip.getEntries()).stream()
                        .map(ZipArchiveEntry::getGeneralPurposeBit)
                        .anyMatch(GeneralPurposeBit::usesEncryption);
            } catch (IOException e) {
                return false;
            }
        }

        FileType csv() {
            refuse(BY_BEGINNING, bytes -> CsvEncoding.begins(head, bytes));
            String tags = tags();
            refuse(BY_TEXT, pattern -> tags.matches("(?s)" + pattern + ".*"));
            if (TarArchiveInputStream.matches(head, head.length)) {
                throw new UnusableSheetException("is a tar archive" + UNPACK);
            }
            if (isNoise()) {
                throw new UnusableSheetException("is neither text nor a workbook" + NO_SHEET);
            }
            return CSV;
        }

        private static void refuse(Map<String, String> others, Predicate<String> isOne) {
            others.forEach(
                    (mark, what) -> {
                        if (isOne.test(mark)) {
                            throw new UnusableSheetException("is " + what);
                        }
                    });
        }

        /** Whether a zip archive is an OpenDocument sheet, by its first part. */
        boolean isOds() {
            return new String(head, StandardCharsets.ISO_8859_1)
                    .contains("mimetypeapplication/vnd.oasis.opendocument.spreadsheet");
        }

        Optional<FileType> markup() {
            String text = tags();
            boolean isXml = text.startsWith("<");
            if (isXml
                    && text.contains("urn:schemas-microsoft-com:office:spreadsheet")
                    && text.matches("(?s).*<(\\w+:)?workbook[ >].*")) {
                return Optional.of(FileType.XML_2003);
            }
            if (isXml
                    && text.contains("<office:document ")
                    && text.contains("opendocument.spreadsheet")) {
                return Optional.of(FileType.FLAT_ODS);
            }
            return WEB_PAGE.matcher(text).matches() ? Optional.of(FileType.HTML) : Optional.empty();
        }

        /** UTF-16 text becomes readable without its zeros. */
        private String tags() {
            return new String(head, StandardCharsets.ISO_8859_1)
                    .replaceAll("^(\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF)|\0", "")
                    .stripLeading()
                    .toLowerCase(Locale.ROOT);
        }

        /** Text has few control characters, except for the zeros of UTF-16 and UTF-32. */
        private boolean isNoise() {
            boolean isWide = CsvEncoding.ofUnicode(head).isPresent();
            int controls = 0;
            for (byte b : head) {
                controls += b >= 0 && b < ' ' && "\t\n\r\f\u001A".indexOf(b) < 0 ? 1 : 0;
            }
            return !isWide && controls * 20 > head.length;
        }
    }
}
