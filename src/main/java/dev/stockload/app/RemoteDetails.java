package dev.stockload.app;

import static dev.stockload.app.ApiClient.path;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;

import dev.stockload.details.Details;
import dev.stockload.details.DetailsFile;
import dev.stockload.details.DetailsOrder;
import dev.stockload.details.PublishedMarks;
import dev.stockload.details.QuotaReport;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.FetchedProduct;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Hands details to the process that serves. */
public record RemoteDetails(ApiClient api) implements DetailsOperations {
    @Override
    public Details.Result fetch(DetailsOrder order, Details.Progress progress) throws IOException {
        return follow("/api/details", Fetch.of(order), progress);
    }

    @Override
    public Details.Result resume(DetailRun run, Details.Progress progress) throws IOException {
        return follow(path("/api/details/%s/resume", run.id()), null, progress);
    }

    private Details.Result follow(String path, Object order, Details.Progress progress)
            throws IOException {
        WorkEvents.Fetched fetched =
                api.follow(
                        path,
                        order,
                        (event, told) -> tell(progress, event, told),
                        WorkEvents.Fetched.class);
        return fetched.with(new DetailsFile(each -> entries(fetched.run().id(), each)));
    }

    private static void tell(Details.Progress progress, WorkEvents.Event event, JsonNode told) {
        switch (event) {
            case DETAILS -> {
                WorkEvents.DetailsBegin begin =
                        ApiClient.JSON.treeToValue(told, WorkEvents.DetailsBegin.class);
                progress.begins(begin.run(), begin.waiting(), begin.all());
            }
            case DONE -> progress.at(told.get("done").asInt(), told.get("all").asInt());
            case NOTICE -> progress.notice(told.get("sentence").asString());
            default -> throw new IllegalStateException("No details tell of " + event);
        }
    }

    private void entries(String run, DetailsFile.Each each) throws IOException {
        api.lines(
                path("/api/details/%s/products", run),
                line -> each.tell(ApiClient.JSON.readValue(line, DetailsFile.Entry.class)));
    }

    @Override
    public List<DetailRun> unfinished() throws IOException {
        return List.of(api.get("/api/details/unfinished", DetailRun[].class));
    }

    @Override
    public Optional<DetailRun> find(String id) throws IOException {
        return Optional.ofNullable(api.get(path("/api/details/%s", id), DetailRun.class));
    }

    @Override
    public List<FetchedProduct> products(String account) throws IOException {
        return List.of(api.get(path("/api/published?account=%s", account), FetchedProduct[].class));
    }

    @Override
    public PublishedMarks publish(String account, Collection<Integer> products, boolean published)
            throws IOException {
        return api.post(
                "/api/published", new Marks(account, products, published), PublishedMarks.class);
    }

    @Override
    public QuotaReport quota(String account) throws IOException {
        return api.get(path("/api/quotas?account=%s", account), QuotaReport.class);
    }

    /**
     * Which details are to be fetched.
     *
     * @param products empty for all of the merchant's
     * @param refresh null as false
     * @param out the file to write; null for none
     */
    public record Fetch(
            String account,
            @JsonSetter(contentNulls = Nulls.FAIL) List<Integer> products,
            Boolean refresh,
            String out) {
        private static Fetch of(DetailsOrder order) {
            // What is a path here may be none where the other process is.
            return new Fetch(
                    order.account(),
                    order.products(),
                    order.refresh(),
                    order.absolute().out().map(Path::toString).orElse(null));
        }

        /** The order, for the account as the ledger knows it. */
        public DetailsOrder order(String key) {
            return new DetailsOrder(
                    key,
                    products,
                    Boolean.TRUE.equals(refresh),
                    Optional.ofNullable(out).map(Path::of));
        }
    }

    /** Which products are to be marked as published, or no longer. */
    public record Marks(
            String account,
            @JsonSetter(contentNulls = Nulls.FAIL) Collection<Integer> products,
            Boolean published) {}
}
