package dev.stockload.sheet;

import dev.stockload.stock.Problem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The kinds of sheet that are read, found by what is in a file and not by its name. */
enum FileKind {
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

    FileKind(String label, Set<String> endings) {
        this.label = label;
        this.endings = endings;
    }

    /** The kind in words for people. */
    String label() {
        return label;
    }

    /** The kind of a file, or a sentence that says what it is instead. */
    static FileKind of(Path file) throws IOException {
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
        if (foreign.begins("D0CF11E0A1B11AE1")) {
            return XLS;
        }
        if (foreign.begins("1F8B08")) {
            return GZIP;
        }
        boolean isZip = foreign.begins("504B0304") || foreign.begins("504B0506");
        Optional<FileKind> known =
                isZip ? Optional.of(ODS).filter(ods -> foreign.isOds()) : foreign.markup();
        if (known.isPresent()) {
            return known.get();
        }
        Optional<String> other = isZip ? foreign.otherZip() : foreign.otherKind();
        if (other.isPresent()) {
            throw new UnusableSheetException("is " + other.get());
        }
        if (isZip) {
            return foreign.isOffice() ? XLSX : ZIP;
        }
        return CSV;
    }

    Book open(Path file, SheetOptions options) throws IOException {
        return switch (this) {
            case XLSX -> XlsxBook.open(file);
            case XLS -> XlsBook.open(file);
            case ODS -> OdsBook.open(file);
            case FLAT_ODS -> OdsBook.openFlat(file);
            case XML_2003 -> Xml2003Book.open(file);
            case HTML -> HtmlBook.open(file, options);
            case CSV -> new CsvBook(file, options);
            case ZIP, GZIP -> throw new IllegalStateException("An archive is unpacked first");
        };
    }

    /** Whether it holds a sheet instead of being one. */
    boolean isArchive() {
        return this == ZIP || this == GZIP;
    }

    /** Whether a file of this name is a sheet, as far as its ending tells. */
    static boolean isSheetName(String name) {
        return Arrays.stream(values())
                .anyMatch(kind -> !kind.isArchive() && kind.endings.contains(ending(name)));
    }

    private static String ending(String name) {
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    /** A warning where the name of a file promises another kind. */
    Optional<Problem> mismatch(String name) {
        String ending = ending(name);
        return Arrays.stream(values())
                .filter(kind -> kind != this && kind.endings.contains(ending))
                .findAny()
                .map(kind -> ReadingWarnings.otherKind(ending, label));
    }
}
