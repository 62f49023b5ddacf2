package dev.stockload.jobs.define;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.book.rules.Work;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.jobs.define.JobDefinition.NotifySettings;
import dev.stockload.jobs.take.JobFiles;
import dev.stockload.notifications.Recipient;
import dev.stockload.notifications.WebhookFormat;
import dev.stockload.sheet.Correction;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.MissingMode;
import dev.stockload.stock.Refusal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class JobFileTest {
    @TempDir Path home;

    @Test
    void a_pattern_ignores_lock_files_of_excel() throws IOException {
        Files.createDirectories(home.resolve("in"));
        Path stock = Files.writeString(home.resolve("in/stock.xlsx"), "x");
        Files.writeString(home.resolve("in/~$stock.xlsx"), "x");
        assertThat(JobFiles.of(define("read: in/*.xlsx"))).containsExactly(stock);
    }

    @Test
    void a_file_of_more_than_a_megabyte_is_not_read() {
        assertThatThrownBy(() -> define("read: a.csv\n" + "# more\n".repeat(160_000)))
                .hasMessageContaining("has more than 1 MB, too much for a job definition");
    }

    /** Each was compared with all known words, and repeated whole. */
    @Test
    @Timeout(30)
    void long_words_and_very_many_faults_are_answered_soon_and_in_few_words() {
        String faults =
                IntStream.range(0, 40_000)
                        .mapToObj("readx%d: 1%n"::formatted)
                        .collect(Collectors.joining());
        String word = "r".repeat(900_000);
        for (String keys : List.of(faults, "zone: " + word, "send: " + word)) {
            assertThatThrownBy(() -> define("read: a.csv\n" + keys))
                    .satisfies(fault -> assertThat(fault.getMessage()).hasSizeLessThan(20_000));
        }
    }

    /** Each of 20,000 cost five milliseconds of a run's beginning and end. */
    @Test
    void more_than_a_hundred_addresses_are_refused_however_they_are_written() throws IOException {
        String more = addresses(101);
        for (String notify :
                List.of(
                        "\"mailto:%s\"".formatted(more),
                        "[\"mailto:%s\"]".formatted(more.replace(",", "\", \"mailto:")),
                        "[mailto:a@shop.example, { url: \"mailto:%s\", on: [daily] }]"
                                .formatted(addresses(100)))) {
            assertThatThrownBy(() -> define("read: a.csv\nnotify: " + notify))
                    .hasMessageEndingWith(
                            "job.yml, line 2: 'notify' has 101 addresses: write at most 100, or"
                                    + " that of a mailing list");
        }
        JobDefinition most = define("read: a.csv\nnotify: \"mailto:%s\"".formatted(addresses(100)));
        assertThat(most.notifySettings().rules()).hasSize(100);
    }

    private static String addresses(int count) {
        return IntStream.range(0, count)
                .mapToObj("u%d@shop.example"::formatted)
                .collect(Collectors.joining(","));
    }

    /** It was said to be no text. */
    @ParameterizedTest
    @ValueSource(
            strings = {"read: a.csv\nfillDown: ", "read: a.csv\nnotify: [1,\n  2]\nfillDown:\n "})
    @Timeout(30)
    void deep_nesting_is_refused_at_its_line(String before) {
        int line = before.endsWith("\n ") ? 5 : 2;
        for (String deep :
                List.of("[".repeat(10_000), "{ a: ".repeat(10_000), "- ".repeat(10_000))) {
            if (line == 5 || !deep.startsWith("-")) {
                assertThatThrownBy(() -> define(before + deep))
                        .hasMessageEndingWith(
                                "job.yml, line %d: lists and mappings are nested more than 50 deep here, which no key takes"
                                        .formatted(line));
            }
        }
    }

    @Test
    void reads_all_keys() throws IOException {
        JobDefinition job =
                define(
                        """
                        read: in/*.csv
                        account: north
                        sheet: Stock
                        columns: { item: Article, colour: Colour name, stock: On hand }
                        encoding: GB18030
                        delimiter: tab
                        fillDown: [item, colour]
                        send: changed
                        maxRejected: 0.5
                        minRows: 0
                        verify: sample
                        schedule: "30 1 * * *"
                        zone: Europe/Vienna
                        catchUp: 2.5
                        notify: { url: "https://shop.example/x?key=1", on: [rejects, failure] }
                        """);

        assertThat(job.read()).isEqualTo("in/*.csv");
        assertThat(job.account()).isEqualTo("north");
        assertThat(job.options().sheet().columns())
                .isEqualTo(
                        Map.of(
                                HeaderField.ITEM, "Article",
                                HeaderField.COLOUR, "Colour name",
                                HeaderField.STOCK, "On hand"));
        assertThat(job.options().sheet().fillDown())
                .isEqualTo(Set.of(HeaderField.ITEM, HeaderField.COLOUR));
        assertThat(job.options().sheet().delimiter()).isEqualTo('\t');
        assertThat(job.options().send()).isEqualTo(Work.CHANGED);
        assertThat(job.options().brake()).hasValue(new Brake(0.5, 0, 0.2, true));
        assertThat(job.options().verify()).isEqualTo(VerifyMode.SAMPLE);
        assertThat(job.order(home, "north", false, false).options().verify())
                .isEqualTo(VerifyMode.SAMPLE);
        assertThat(job.zone()).contains(ZoneId.of("Europe/Vienna"));
        assertThat(job.timetable().orElseThrow().zone()).isEqualTo(ZoneId.of("Europe/Vienna"));
        assertThat(job.catchUp()).isEqualTo(Duration.ofMinutes(150));
        NotifySettings.Rule rule = job.notifySettings().rules().get(0);
        assertThat(rule.recipient())
                .isEqualTo(
                        new Recipient(
                                Optional.of(WebhookFormat.WEBHOOK),
                                "https://shop.example/x?key=1"));
        assertThat(rule.on())
                .containsOnly(NotifySettings.Rule.End.REJECTS, NotifySettings.Rule.End.FAILURE);
        assertThat(job.toString()).doesNotContain("key=1");
    }

    @Test
    void values_are_taken_as_they_are_written() throws IOException {
        JobDefinition job =
                define(
                        """
                        read: a.csv
                        shape: any
                        values:
                          colour: { NO: on, "a=b": c=d }
                          size: { 012: 12, 12:30: 44 }
                        """);
        assertThat(job.options().sheet().values())
                .containsExactlyInAnyOrder(
                        new Correction(HeaderField.COLOUR, "NO", "on", null),
                        new Correction(HeaderField.COLOUR, "a=b", "c=d", null),
                        new Correction(HeaderField.SIZE, "012", "12", null),
                        new Correction(HeaderField.SIZE, "12:30", "44", null));
        assertThat(job.options().brake().orElseThrow().sameShape()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "from: \"sftp://u:s3cret@h/in\"",
                "from: \"u:s3cret@h\"",
                "read: \"sftp://u:s3cret@h/*.csv\"",
                "read: \"https://h/export?key=s3cret\"",
                "read: a.csv\nfrom: \"https://h/s3cret\"",
                "read: a.csv\naccount: \"https://u:s3cret@h\"",
                "read: a.csv\nnotify: \"slak:https://h/s3cret\"",
                "read: a.csv\nnotify: { \"https://h/s3cret\": x }",
                "read: a.csv\n\"https://h/s3cret\": x",
                "read: a.csv\nping: \"http://h/s3cret\"",
                "read: a.csv\nexpect: \"https://h/s3cret\"",
                "read: a.csv\nsend: \"https://h/s3cret\"",
                "read: a.csv\ndone: \"https://h/s3cret[\"",
                "read: a.csv\nfillDown: [ \"https://h/s3cret\" ]",
                "read: a.csv\nschedule: \"https://h/s3cret\"",
            })
    void an_address_in_the_wrong_place_is_not_repeated(String text) throws IOException {
        Path file = Files.createDirectories(home.resolve("jobs")).resolve("night.yml");
        Files.writeString(file, text);
        assertThatThrownBy(
                        () ->
                                JobFile.of(
                                        "night",
                                        file,
                                        JobYaml.load(file),
                                        new JobFolder(
                                                List.of(home),
                                                Set.of("default"),
                                                Set.of("supplier", "h"))))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("night.yml, line ")
                .hasMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../*.csv", "in/../../x.csv", "..", "in\\..\\..\\*.csv"})
    void a_pattern_cannot_leave_the_folder_of_its_source(String read) {
        assertThatThrownBy(() -> define("from: supplier\nread: '%s'".formatted(read)))
                .hasMessageContaining(
                        "line 2: 'read' leads out of the folder of the source: name files in it");
    }

    @Test
    void needs_no_more_than_a_file() throws IOException {
        JobDefinition job = define("read: stock.csv");

        assertThat(job.account()).isEqualTo("default");
        assertThat(job.timetable()).isEmpty();
        assertThat(job.notifySettings().rules()).isEmpty();
        assertThat(job.catchUp()).isEqualTo(Duration.ofHours(6));
        assertThat(JobFiles.of(job)).hasSize(1);
    }

    @Test
    void missing_stock_is_reported_by_default_and_zero_needs_a_job_that_sends_it()
            throws IOException {
        assertThat(define("read: stock.csv").options().missing()).isEqualTo(MissingMode.REPORT);
        JobDefinition zero = define("read: stock.csv\nmissing: zero\nmaxZeroed: 0.05");
        assertThat(zero.options().missing()).isEqualTo(MissingMode.ZERO);
        assertThat(zero.options().brake().orElseThrow().maxZeroed()).isEqualTo(0.05);
        assertThatThrownBy(() -> define("read: stock.csv\nsend: new\nmissing: zero"))
                .hasMessageContaining("'missing' is 'zero', but with 'send: new'");
        assertThatThrownBy(() -> define("read: stock.csv\nsend: New\nmissing: Zero"))
                .hasMessageContaining("'missing' is 'zero', but with 'send: new'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    shedule: "30 1 * * *"           | 'shedule' is not a key of a job definition: did you mean 'schedule'?
                    schedule: "30 25 * * *"         | 'schedule' is not a cron line: '30 25 * * *'. It looks like
                    schedule: "30 1 * *"            | 'schedule' is not a cron line: '30 1 * *'
                    schedule: "0 0 31 2 *"          | 'schedule' names a time that never comes
                    schedule: * * * * *             | this is not valid YAML
                    schedule: * * * * *             | needs quotes
                    zone: Europe/Viena              | 'zone' does not take 'Europe/Viena': did you mean 'Europe/Vienna'?
                    account: nort                   | 'account' is 'nort', which is not set under stockload.accounts: did you mean 'north'?
                    columns: { color: X }           | 'columns' has no key 'color': did you mean 'colour'?
                    columns: Size                   | 'columns' takes fields and their headers
                    columns: [a]                    | 'columns' takes fields and their headers
                    fillDown: [stock]               | 'fillDown' does not take 'stock'
                    fillDown: colour                | 'fillDown' takes a list
                    fillDown: [colour, seize]       | 'fillDown' does not take 'seize'; it can be product, item or colour
                    send: some                      | 'send' does not take 'some'; it can be all, changed or new
                    send: [all]                     | 'send' takes a single value
                    send: "all                      | this is not valid YAML
                    send: change                    | 'send' does not take 'change': did you mean 'changed'?
                    catchUp: -1                     | 'catchUp' takes hours from 0 to 744, such as 6, but this is '-1'
                    catchUp: 6d                     | 'catchUp' takes hours
                    verifyEvery: 0                  | 'verifyEvery' takes days from 1 to 366, such as 7, but this is '0'
                    verifyEvery: 7d                 | 'verifyEvery' takes days from 1 to 366
                    verifyEvery: 7                  | 'verifyEvery' is only for 'verify: store', but 'verify' is 'none': write 'verify: store', or remove this line
                    catchUp: soon                   | 'catchUp' takes hours
                    notify: shop.example            | 'notify' takes a web address
                    notify: { url: "https://a.b/", on: [sucess] } | 'on' does not take 'sucess': did you mean 'success'?
                    notify: "http://a.b/x?key=1"    | 'notify' would send to a.b unencrypted: use https
                    notify: [ "https://a.b/", "mailto:warehouse" ] | 'notify' takes e-mail addresses after mailto:
                    notify: "slack:hooks.example"   | 'notify' takes a web address
                    ping: "http://a.b/x"            | 'ping' would call a.b unencrypted: use https
                    ping: monitor                   | 'ping' takes a web address
                    expect: 6 o'clock               | 'expect' takes a time of day in quotes
                    from: suplier                   | 'from' is 'suplier', which is not set under stockload.sources: did you mean 'supplier'?
                    take: first                     | 'take' takes 'all' or 'newest', but this is 'first'
                    afterwards: delete              | 'afterwards' takes 'keep' or 'move', but this is 'delete'
                    done: "[x"                      | 'done' takes the name of the file that says that a sheet is complete
                    done: 5                         | 'done' takes the name of the file that says that a sheet is complete, in quotes
                    done: true                      | 'done' takes the name of the file
                    done: "*.{ok,end}"              | 'done' takes the name of the file
                    done: "../*.ok"                 | 'done' takes the name of the file
                    notify: { on: [success] }       | 'notify' has no 'url'
                    read: twice.csv                 | 'read' appears twice
                    notify: { ur: x }               | 'notify' has no key 'ur': did you mean 'url'?
                    encoding: klingon               | 'encoding' is 'klingon', which is not a known encoding; examples are UTF-8
                    delimiter: semicolons           | 'delimiter' takes a plain character or one of comma, semicolon, tab and bar, but this is 'semicolons'
                    delimiter: "'"                  | 'delimiter' takes a plain character
                    delimiter: é                    | 'delimiter' takes a plain character
                    minRows: 12                     | 'minRows' takes a share between 0 and 1
                    verify: some                    | 'verify' does not take 'some': did you mean 'none'?
                    zone: Europe/Wien               | 'zone' does not take 'Europe/Wien'
                    maxRejected: a third            | 'maxRejected' takes a share between 0 and 1
                    maxRejected: 30                 | 'maxRejected' takes a share between 0 and 1
                    maxZeroed: 20                   | 'maxZeroed' takes a share between 0 and 1
                    buffer: -1                      | 'buffer' takes whole pieces, 0 or more, such as 2, but this is '-1'
                    cap: 2.5                        | 'cap' takes whole pieces
                    rules: { items: A, buffer: 1 }  | 'rules' takes a list, such as [ { items: "SL-2*", buffer: 5 } ]
                    rules: [ A ]                    | 'rules' takes rules such as { items: "SL-2*", buffer: 5 }
                    rules: [ { items: A } ]         | 'rules' needs items and what holds for them
                    rules: [ { buffer: 2 } ]        | 'rules' needs items and what holds for them
                    rules: [ { items: "", cap: 2 } ] | 'items' takes a single value
                    rules: [ { items: " ", cap: 2 } ] | 'items' takes a single value
                    rules: [ { items: "A[12]", cap: 2 } ] | 'items' takes an item number, in which * stands for any characters and ? for one, but this is 'A[12]'
                    rules: [ { items: A, bufer: 2, cap: 1 } ] | 'rules' has no key 'bufer': did you mean 'buffer'?
                    rules: [ { items: A, below: 3, cap: 2 } ] | 'cap' is 2, but 'below' is 3, so that nothing would be offered
                    missing: none                   | 'missing' does not take 'none'; it can be report, zero or keep
                    """)
    void names_file_line_and_key_of_a_fault(String line, String fault) {
        assertThatThrownBy(() -> define("# a job\nread: stock.csv\n" + line))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(home.resolve("jobs/job.yml") + ", line 3: ")
                .hasMessageContaining(fault);
    }

    @Test
    void reports_all_faults_of_a_file_at_once() {
        assertThatThrownBy(
                        () ->
                                define(
                                        """
                                        shedule: "30 1 * * *"
                                        zone: Mars
                                        encoding: klingon
                                        notify: { ur: x, on: [sucess] }
                                        """))
                .hasMessageContaining("line 1: 'shedule'")
                .hasMessageContaining("has no key 'read'")
                .hasMessageContaining("line 2: 'zone'")
                .hasMessageContaining("line 3: 'encoding'")
                .hasMessageContaining("line 4: 'notify' has no key 'ur'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a[.csv", "in/{a,b.csv", "in/[a.csv"})
    void a_pattern_that_is_not_closed_is_a_fault(String read) {
        assertThatThrownBy(() -> define("read: \"" + read + "\""))
                .hasMessageContaining(
                        "line 1: 'read' is neither a file nor a pattern: '" + read + "'")
                .hasMessageContaining("that is not closed");
    }

    @Test
    void a_bracket_can_be_part_of_a_name() throws IOException {
        JobDefinition job = define("read: 'a\\[1\\].csv'");
        touch("a[1].csv", 1);
        assertThat(JobFiles.of(job)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"semicolon, ;", "comma, ','", "bar, |", "TAB, '\t'", "'\"|\"', |"})
    void a_delimiter_has_the_names_of_the_command_line(String written, char delimiter)
            throws IOException {
        assertThat(define("read: a.csv\ndelimiter: " + written).options().sheet().delimiter())
                .isEqualTo(delimiter);
    }

    @Test
    void a_folder_linked_into_itself_is_listed_once() throws IOException {
        JobDefinition job = define("read: in/*.csv");
        Files.createDirectories(home.resolve("in"));
        Files.createSymbolicLink(home.resolve("in/again"), home.resolve("in"));
        touch("in/a.csv", 1);
        assertThat(JobFiles.of(job)).hasSize(1);
    }

    @Test
    void a_glob_finds_the_oldest_file_first() throws IOException {
        JobDefinition job = define("read: in/*.csv");
        Files.createDirectories(home.resolve("in/deeper"));
        touch("in/a.csv", 300);
        touch("in/b.csv", 100);
        touch("in/c.csv", 200);
        touch("in/d.txt", 50);
        touch("in/deeper/e.csv", 50);

        assertThat(JobFiles.of(job))
                .extracting(file -> file.getFileName().toString())
                .containsExactly("b.csv", "c.csv", "a.csv");
    }

    private void touch(String name, int second) throws IOException {
        Files.writeString(home.resolve(name), name);
        Files.setLastModifiedTime(home.resolve(name), FileTime.fromMillis(second * 1000L));
    }

    private JobDefinition define(String text) throws IOException {
        Files.createDirectories(home.resolve("jobs"));
        Files.writeString(home.resolve("jobs/job.yml"), text);
        return folder().find("job");
    }

    private JobFolder folder() {
        return new JobFolder(List.of(home), Set.of("default", "north"), Set.of("supplier"));
    }
}
