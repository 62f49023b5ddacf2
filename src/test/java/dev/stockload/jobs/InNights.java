package dev.stockload.jobs;

import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.SheetLook;
import dev.stockload.queue.Ended;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Jobs in a folder of their own, with a service that has product 1. */
abstract class InNights {
    static final String HEADER = "pid,colour,size,stock\n";
    static final String GOOD = HEADER + "1,red,36,4\n";

    @TempDir Path folder;
    @AutoClose JobFixture nights;

    @BeforeEach
    final void openNights() throws IOException {
        nights = new JobFixture(folder);
        nights.service.product(1, "A-1");
    }

    /** A run that a person asks for. */
    final void run(JobDefinition job, Optional<String> file, Optional<SheetLook.First> first)
            throws IOException {
        JobRuns.SheetImporter importer =
                new JobRuns.SheetImporter() {
                    @Override
                    public String begin(SheetLook.Sheet sheet, ImportOrder order)
                            throws IOException {
                        return Ended.run(nights.ledger, nights.queue.submit(order)).id();
                    }

                    @Override
                    public void unusable(Path path, UnusableSheetException why) {
                        throw why;
                    }
                };
        nights.runs
                .jobs()
                .begin(job, new JobRuns.Options(false, false, "person", file, first), importer);
    }

    /** The names of the files in a folder. */
    final List<String> names(String place) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve(place))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
