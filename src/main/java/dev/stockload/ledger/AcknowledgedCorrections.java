package dev.stockload.ledger;

import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes down what settling a sheet has found out about what was acknowledged. */
final class AcknowledgedCorrections {
    private static final String WHERE = " where account = ? and product = ? and colour = ?";

    private final Database database;
    private final AcknowledgedTable acknowledged;
    private final ReplacedTable replaced;

    AcknowledgedCorrections(
            Database database, AcknowledgedTable acknowledged, ReplacedTable replaced) {
        this.database = database;
        this.acknowledged = acknowledged;
        this.replaced = replaced;
    }

    void write(Run run, AcknowledgedStock.Corrections found) {
        database.inTransaction(
                () -> {
                    found.replaced().forEach((id, some) -> replaced.add(id, some, run.startedAt()));
                    acknowledged.forget(run.account(), found.gone());
                    acknowledged.write(
                            run.account(), found.respelled(), found.respelled().keySet());
                    database.template()
                            .batchUpdate(
                                    "update acknowledged set job = ?" + WHERE,
                                    found.adopted().stream()
                                            .map(key -> row(run, key, run.job()))
                                            .toList());
                    dropEarlier(run, found.goneSizes());
                });
    }

    private void dropEarlier(Run run, Map<AcknowledgedStock.Key, Set<Size>> gone) {
        List<Integer> products =
                gone.keySet().stream().map(AcknowledgedStock.Key::product).distinct().toList();
        Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known =
                acknowledged.of(run.account(), products);
        List<Object[]> rows = new ArrayList<>();
        gone.forEach(
                (key, sizes) -> {
                    AcknowledgedStock.Entry entry = known.get(key);
                    if (entry != null && entry.earlier() != null) {
                        rows.add(row(run, key, (Object) without(entry.earlier(), sizes)));
                    }
                });
        database.template()
                .batchUpdate(
                        "update acknowledged set earlier = ?" + WHERE,
                        rows,
                        new int[] {Types.VARBINARY, Types.VARCHAR, Types.INTEGER, Types.VARCHAR});
    }

    private static byte[] without(PackedSizes earlier, Set<Size> gone) {
        List<SizeStock> left =
                earlier.unpack().stream().filter(each -> !gone.contains(each.size())).toList();
        return left.isEmpty() ? null : PackedSizes.of(left).bytes();
    }

    private static Object[] row(Run run, AcknowledgedStock.Key key, Object... values) {
        List<Object> all = new ArrayList<>(Arrays.asList(values));
        all.add(run.account());
        all.add(key.product());
        all.add(key.colour());
        return all.toArray();
    }
}
