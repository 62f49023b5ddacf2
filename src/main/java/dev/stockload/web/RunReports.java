package dev.stockload.web;

import dev.stockload.check.StatusReport;
import dev.stockload.imports.Reports;
import dev.stockload.ledger.Run;

/** Where runs stand, with the names by which people know their sheets. */
record RunReports(Uploads uploads) {
    StatusReport of(Run run) {
        return named(Reports.of(run));
    }

    /** An uploaded sheet has its own name here, and a file of this machine its path. */
    StatusReport named(StatusReport report) {
        return uploads.isUpload(report.file())
                ? report.named(uploads.nameOf(report.file()))
                : report;
    }

    /** What is said of a run; null where nothing is. */
    String message(Run run) {
        return run.message() == null ? null : uploads.inWords(run.message());
    }
}
