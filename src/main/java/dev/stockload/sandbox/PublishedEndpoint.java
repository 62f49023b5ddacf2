package dev.stockload.sandbox;

import java.util.ArrayList;
import java.util.List;

/**
 * The sandbox's own control path: says that products were published, which the interface shows no
 * way to say.
 */
record PublishedEndpoint(Stock stock) implements RequestCheck.Endpoint {
    private record Published(boolean success, String msg, int published) {}

    @Override
    public Answer answer(Request request) {
        List<Integer> pids = pids(request);
        stock.database()
                .transaction(
                        () -> {
                            pids.forEach(this::publish);
                            return null;
                        });
        return Answer.success(new Published(true, "", pids.size()));
    }

    private static List<Integer> pids(Request request) {
        List<Integer> pids = new ArrayList<>();
        for (String values : request.all("pid")) {
            for (String value : values.split(",", -1)) {
                if (!value.matches("[0-9]{1,9}")) {
                    throw BadParameterException.unlike("pid", value, "a product id");
                }
                pids.add(Integer.parseInt(value));
            }
        }
        if (pids.isEmpty()) {
            throw BadParameterException.missing("pid", "one or more product ids, with commas");
        }
        return pids;
    }

    private void publish(int pid) {
        if (!stock.hasProduct(pid)) {
            throw BadParameterException.unlike("pid", pid, "a product of the catalogue");
        }
        stock.database().update("merge into published (product) values (?)", pid);
    }
}
