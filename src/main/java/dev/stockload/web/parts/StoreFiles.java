package dev.stockload.web.parts;

import dev.stockload.imports.store.StoreExport;
import dev.stockload.imports.store.StoreExport.Exported;
import dev.stockload.imports.store.StoreExports;
import dev.stockload.imports.store.StoreExports.Task;
import dev.stockload.sheet.SheetTemplate;
import dev.stockload.stock.Refusal;

import org.springframework.core.io.Resource;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Sheets of a store that the console and the HTTP interface offer: its stock, or an empty one. */
@Component
public record StoreFiles(WebContext options) {
    public void export(String account, String format, boolean known, List<String> products)
            throws IOException {
        String key = options.workspace().account(account);
        Set<Integer> only =
                products.isEmpty()
                        ? Set.of()
                        : options.fromService(
                                caller ->
                                        options.workspace()
                                                .history(caller)
                                                .products(key)
                                                .all(products));
        exports().start(new StoreExports.Order(key, format, known, only));
    }

    private StoreExports exports() {
        return options.workspace().exports();
    }

    /** What the last export of this process wrote; empty as long as it is under way. */
    public Optional<Exported> exported(String account) {
        Task task =
                exports()
                        .of(options.workspace().account(account))
                        .orElseThrow(
                                () ->
                                        Refusal.notFound(
                                                "Nothing was exported since Stockload was"
                                                        + " started"));
        if (task.failure() != null) {
            throw task.failure();
        }
        return Optional.ofNullable(task.result());
    }

    public ResponseEntity<Resource> exportedFile(String account) throws IOException {
        Exported done =
                exported(account)
                        .orElseThrow(() -> Refusal.conflict("The stock is still being exported"));
        return Download.of(exports().file(done.file()));
    }

    public ResponseEntity<Resource> template(String account) throws IOException {
        String key = options.workspace().account(account);
        Path file = exports().file("empty-%s.xlsx".formatted(key));
        SheetTemplate.write(
                options.fromService(
                        caller ->
                                new StoreExport(options.workspace().process(), caller).items(key)),
                file);
        return Download.of(file);
    }
}
