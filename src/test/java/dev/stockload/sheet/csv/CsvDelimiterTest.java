package dev.stockload.sheet.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.sheet.header.HeaderOptions;
import dev.stockload.sheet.rows.SheetFacts;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

class CsvDelimiterTest {
    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            textBlock =
                    """
                    comma        ~ pid,colour,size,stock/1001,black,36,5
                    semicolon    ~ pid;colour;size;stock/1001;black, white, red;36;5
                    semicolon    ~ a, title, with, commas/pid;colour;size;stock/1001;b,w;3,6;5
                    tab          ~ pid<tab>colour<tab>size<tab>stock/1001<tab>a,b;c<tab>36<tab>5
                    vertical bar ~ pid|colour|size|stock/1001|black|36|5
                    comma        ~ "pid","colour;x","size","stock"
                    semicolon    ~ pid;colour;size;stock/1001;"unclosed,36;5
                    semicolon    ~ x;y;z/1;2;3/1,2;3;4
                    vertical bar ~ x|y/1|2/1,5|2
                    comma        ~ x/y/z
                    semicolon    ~ sep=;/pid,colour,size,stock/1001,black,36,5
                    tab          ~ "sep=<tab>"/pid<tab>colour
                    """)
    void finds_the_delimiter(String label, String text) throws IOException {
        Path file = folder.resolve("stock.csv");
        Files.writeString(file, text.replace('/', '\n').replace("<tab>", "\t"));
        char delimiter =
                new CsvBook(file, null, null, HeaderOptions.named(Map.of())).facts().delimiter();
        assertThat(SheetFacts.label(delimiter)).isEqualTo(label);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            textBlock =
                    """
                    semicolon ~ pid;color;size;stock/1;Red;36;5/pid,color,size,stock/2,Blue,36,7/3,Blue,36,7/4,Blue,36,7
                    comma     ~ pid,color,size,stock/1,Red,36,5/pid;color;size;stock;barcode/2;Blue;36;7;9
                    semicolon ~ pid;color;36;37/1;Red;5;5/pid,color,size,stock/2,Blue,36,7
                    semicolon ~ pid;color;size;stock/1;Red;36;5/Legend,pid,color,size,stock,barcode
                    semicolon ~ pid;color;36;37;size,stock,color,pid/1;Red;5;5;x
                    comma     ~ our;stock;size;color/pid,color,size,stock/1,Red,36,5
                    """)
    void the_earliest_header_decides(String label, String text) throws IOException {
        Path file = folder.resolve("stock.csv");
        Files.writeString(file, text.replace('/', '\n'));
        char delimiter =
                new CsvBook(file, null, null, HeaderOptions.named(Map.of())).facts().delimiter();
        assertThat(SheetFacts.label(delimiter)).isEqualTo(label);
    }
}
