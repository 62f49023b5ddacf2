package dev.stockload.ledger;

import dev.stockload.stock.PackedReader;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The product list of each account, as it was last read to its end. */
public final class ProductLists {
    private final Database database;

    /** A product of the list, its item number empty where it has none. */
    public record Product(int id, String item) {}

    /**
     * A list that was read.
     *
     * @param sign what a list looks like that has not changed; empty where nobody can tell
     */
    public record Remembered(String sign, Instant readAt, List<Product> products) {}

    private record Block(String sign, Instant readAt, byte[] products) {}

    ProductLists(Database database) {
        this.database = database;
    }

    /** Keeps a list in place of the one before. */
    public void put(String account, Remembered list) {
        List<byte[]> blocks =
                CompressedBlocks.pack(
                        list.products(),
                        (product, out) -> {
                            out.number(product.id());
                            out.text(product.item());
                        });
        database.inTransaction(
                () -> {
                    forget(account);
                    for (int number = 0; number < blocks.size(); number++) {
                        Database.one(
                                database.sql(
                                                """
                                                insert into product_list (account, number, sign, read_at, products)
                                                values (:account, :number, :sign, :at, :products)
                                                """)
                                        .param("account", account)
                                        .param("number", number)
                                        .param("sign", list.sign())
                                        .param("at", Database.time(list.readAt()))
                                        .param("products", blocks.get(number)),
                                "product list of " + account);
                    }
                });
    }

    public void forget(String account) {
        database.sql("delete from product_list where account = :account")
                .param("account", account)
                .update();
    }

    public Optional<Remembered> find(String account) {
        List<Block> blocks =
                database.sql(
                                """
                                select sign, read_at, products from product_list
                                 where account = :account order by number
                                """)
                        .param("account", account)
                        .query(
                                (row, number) ->
                                        new Block(
                                                row.getString("sign"),
                                                Database.time(row, "read_at"),
                                                row.getBytes("products")))
                        .list();
        if (blocks.isEmpty()) {
            return Optional.empty();
        }
        List<Product> products = new ArrayList<>();
        for (Block block : blocks) {
            PackedReader in = new PackedReader(Compression.decompress(block.products()));
            while (in.hasMore()) {
                products.add(new Product(in.number(), in.text()));
            }
        }
        return Optional.of(new Remembered(blocks.get(0).sign(), blocks.get(0).readAt(), products));
    }
}
