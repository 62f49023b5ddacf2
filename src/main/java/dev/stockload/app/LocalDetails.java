package dev.stockload.app;

import dev.stockload.details.Details;
import dev.stockload.details.DetailsOrder;
import dev.stockload.details.PublishedMarks;
import dev.stockload.details.QuotaReport;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.FetchedProduct;
import dev.stockload.runs.StopSignal;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Fetches details in this process. */
record LocalDetails(Details details, StopSignal stop) implements DetailsOperations {
    @Override
    public Details.Result fetch(DetailsOrder order, Details.Progress progress) {
        return details.fetch(order, stop, progress);
    }

    @Override
    public Details.Result resume(DetailRun run, Details.Progress progress) {
        return details.resume(run, stop, progress);
    }

    @Override
    public List<DetailRun> unfinished() {
        return details.unfinished();
    }

    @Override
    public Optional<DetailRun> find(String id) {
        return details.find(id);
    }

    @Override
    public List<FetchedProduct> products(String account) {
        return details.products(account);
    }

    @Override
    public PublishedMarks publish(String account, Collection<Integer> products, boolean published) {
        return details.publish(account, products, published);
    }

    @Override
    public QuotaReport quota(String account) {
        return details.report(account);
    }
}
