package dev.stockload.app;

import dev.stockload.details.Details;
import dev.stockload.details.DetailsFile;
import dev.stockload.details.DetailsOrder;
import dev.stockload.details.QuotaReport;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.FetchedProduct;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Hands details to the process that serves. */
record RemoteDetails(Line line) implements DetailsOperations {
    @Override
    public Details.Result fetch(DetailsOrder order, Details.Progress progress) throws IOException {
        // What is a path here may be none where the other process is.
        return follow("/details/fetch", order.absolute(), progress);
    }

    @Override
    public Details.Result resume(DetailRun run, Details.Progress progress) throws IOException {
        return follow("/details/resume", run.id(), progress);
    }

    private Details.Result follow(String path, Object order, Details.Progress progress)
            throws IOException {
        Wire.Fetched fetched = line.ask(path, order, Listeners.of(progress), Wire.Fetched.class);
        return fetched.with(new DetailsFile(each -> entries(fetched.run().id(), each)));
    }

    private void entries(String run, DetailsFile.Each each) throws IOException {
        try {
            line.ask(
                    "/details/content",
                    run,
                    event -> {
                        try {
                            each.tell(event.as(DetailsFile.Entry.class));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    },
                    Void.class);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public List<DetailRun> unfinished() throws IOException {
        return List.of(line.ask("/details/unfinished", "", DetailRun[].class));
    }

    @Override
    public Optional<DetailRun> find(String id) throws IOException {
        return Optional.ofNullable(line.ask("/details/find", id, DetailRun.class));
    }

    @Override
    public List<FetchedProduct> products(String account) throws IOException {
        return List.of(line.ask("/details/products", account, FetchedProduct[].class));
    }

    @Override
    public int publish(String account, Collection<Integer> products, boolean published)
            throws IOException {
        return line.ask(
                "/details/publish", new Wire.Publish(account, products, published), Integer.class);
    }

    @Override
    public QuotaReport quota(String account) throws IOException {
        return line.ask("/details/quota", account, QuotaReport.class);
    }
}
