package dev.stockload.details;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;

import dev.stockload.details.table.DetailTable.Entry;
import dev.stockload.details.table.DetailTable.Wanted;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.ProductDetail;
import dev.stockload.merchant.ProductDetail.Sku;
import dev.stockload.runs.Run;
import dev.stockload.sheet.TableFile;
import dev.stockload.sheet.WholeFile;
import dev.stockload.stock.ColourState;

import org.apache.commons.io.function.IOConsumer;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The fetched details of a job as a file, complete after any number of interruptions. */
public record DetailsFile(Ledger ledger, Run run) {
    /** Product, colour, size and stock have the names of a stock sheet. */
    static final List<String> HEADER =
            List.of(
                    ("Product ID,Title,Price,Colour,Size,Stock,Colour image,Category ids,Categories"
                                    + ",Attributes,Outer id,Store,Store name,First image,Images"
                                    + ",Video,Description,Fetched at")
                            .split(","));

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .changeDefaultPropertyInclusion(
                            all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
                    .build();

    /** A product in JSON: the id, then the fields of the service. */
    private record Line(int pid, Instant fetchedAt, @JsonUnwrapped ProductDetail detail) {}

    static byte[] keep(ProductDetail detail) {
        return JSON.writeValueAsBytes(detail);
    }

    static ProductDetail detail(Entry entry) {
        return JSON.readValue(entry.json(), ProductDetail.class);
    }

    static String line(Entry entry) {
        return JSON.writeValueAsString(new Line(entry.product(), entry.at(), detail(entry)));
    }

    /** One row per colour and size; sizes and quantities have the same order. */
    static List<List<Object>> rows(Entry entry) {
        ProductDetail detail = detail(entry);
        List<List<Object>> rows = new ArrayList<>();
        for (Sku sku : detail.skus()) {
            List<String> sizes = parts(sku.size());
            List<String> stocks = parts(sku.stockNum());
            for (int i = 0; i < Math.max(1, Math.max(sizes.size(), stocks.size())); i++) {
                rows.add(
                        row(
                                entry,
                                detail,
                                sku,
                                i < sizes.size() ? sizes.get(i) : null,
                                i < stocks.size() ? number(stocks.get(i)) : null));
            }
        }
        if (rows.isEmpty()) {
            rows.add(row(entry, detail, new Sku(null, null, null, null), null, null));
        }
        return rows;
    }

    private static List<Object> row(
            Entry entry, ProductDetail detail, Sku sku, String size, Object stock) {
        return Arrays.asList(
                entry.product(),
                detail.title(),
                detail.price(),
                sku.color(),
                size,
                stock,
                sku.skuImg(),
                detail.categoryIdTree(),
                detail.categoryNameTree(),
                detail.attributes().stream()
                        .map(a -> a.name() + "=" + a.value())
                        .collect(Collectors.joining("; ")),
                detail.outerId(),
                detail.storeUrl(),
                detail.storeName(),
                detail.picUrl(),
                String.join(" ", detail.imgs()),
                detail.video(),
                detail.description(),
                entry.at().toString());
    }

    private static List<String> parts(String list) {
        return list == null || list.isBlank()
                ? List.of()
                : Arrays.stream(list.split(",", -1)).map(String::strip).toList();
    }

    /** A number if possible, so that people can add it up. */
    private static Object number(String text) {
        return text.matches("\\d{1,9}") ? (Object) Integer.valueOf(text) : text;
    }

    public static boolean isSupported(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".jsonl") || name.endsWith(".csv") || name.endsWith(".xlsx");
    }

    public void rows(IOConsumer<List<Object>> rows) throws IOException {
        each(
                entry -> {
                    for (List<Object> row : rows(entry)) {
                        rows.accept(row);
                    }
                });
    }

    public void json(Writer out) throws IOException {
        String[] before = {"["};
        each(
                entry -> {
                    out.write(before[0]);
                    out.write(line(entry));
                    before[0] = ",\n";
                });
        out.write(before[0].equals("[") ? "[]\n" : "]\n");
    }

    void write(Path file) throws IOException {
        if (file.toString().toLowerCase(Locale.ROOT).endsWith(".jsonl")) {
            WholeFile.writeText(file, this::jsonLines);
        } else {
            TableFile.write(file, HEADER, target -> rows(target::row));
        }
    }

    private void jsonLines(Writer out) throws IOException {
        each(
                entry -> {
                    out.write(line(entry));
                    out.write('\n');
                });
    }

    /** In the order of the job. */
    public void each(IOConsumer<Entry> each) throws IOException {
        for (Wanted wanted : ledger.details().wanted(run.id())) {
            if (wanted.state() == ColourState.SENT) {
                each.accept(
                        ledger.details().fetched(run.account(), wanted.product()).orElseThrow());
            }
        }
    }

    /** The title of a product; empty if its detail was not fetched. */
    public static String title(Ledger ledger, String account, int product) {
        return ledger.details()
                .fetched(account, product)
                .map(kept -> detail(kept).title())
                .orElse("");
    }
}
