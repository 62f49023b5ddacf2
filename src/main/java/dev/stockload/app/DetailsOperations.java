package dev.stockload.app;

import dev.stockload.details.Details;
import dev.stockload.details.DetailsOrder;
import dev.stockload.details.PublishedMarks;
import dev.stockload.details.QuotaReport;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.FetchedProduct;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The part of a {@link Application} that fetches product details. */
public interface DetailsOperations {
    Details.Result fetch(DetailsOrder order, Details.Progress progress) throws IOException;

    Details.Result resume(DetailRun run, Details.Progress progress) throws IOException;

    /** The jobs that can be resumed, oldest first. */
    List<DetailRun> unfinished() throws IOException;

    Optional<DetailRun> find(String id) throws IOException;

    /** What was fetched, in the order of the first time. */
    List<FetchedProduct> products(String account) throws IOException;

    /** Marks fetched products as published, or takes the marks back. */
    PublishedMarks publish(String account, Collection<Integer> products, boolean published)
            throws IOException;

    /** What the limits leave of an account. */
    QuotaReport quota(String account) throws IOException;
}
