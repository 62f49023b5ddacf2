package dev.stockload.sandbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The sandbox's own control path: says that products were published, which the interface shows no
 * way to say.
 */
record PublishedEndpoint(SandboxDatabase database) implements Endpoint {
    @Override
    public Answer answer(Request request) {
        List<Integer> pids = pids(request.formOrQuery());
        database.transaction(
                connection -> {
                    for (int pid : pids) {
                        publish(connection, pid);
                    }
                    return null;
                });
        return Answer.success(
                Json.object().put("success", true).put("msg", "").put("published", pids.size()));
    }

    private static List<Integer> pids(Form form) {
        List<Integer> pids = new ArrayList<>();
        for (String values : form.all("pid")) {
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

    private static void publish(Connection connection, int pid) throws SQLException {
        if (!Products.exists(connection, pid)) {
            throw BadParameterException.unlike("pid", pid, "a product of the catalogue");
        }
        try (PreparedStatement merge =
                connection.prepareStatement("merge into published (product) values (?)")) {
            merge.setInt(1, pid);
            merge.executeUpdate();
        }
    }
}
