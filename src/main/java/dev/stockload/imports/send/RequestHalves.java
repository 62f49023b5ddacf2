package dev.stockload.imports.send;

import dev.stockload.book.Outgoing;

import java.util.List;

/** A request cut in two, between products if it has several. */
record RequestHalves(List<Outgoing> first, List<Outgoing> second) {
    static RequestHalves of(List<Outgoing> colours) {
        List<Integer> products = colours.stream().map(Outgoing::product).distinct().toList();
        if (products.size() == 1) {
            int middle = colours.size() / 2;
            return new RequestHalves(
                    colours.subList(0, middle), colours.subList(middle, colours.size()));
        }
        List<Integer> firstHalf = products.subList(0, products.size() / 2);
        return new RequestHalves(
                colours.stream().filter(c -> firstHalf.contains(c.product())).toList(),
                colours.stream().filter(c -> !firstHalf.contains(c.product())).toList());
    }

    static boolean severalProducts(List<Outgoing> colours) {
        return colours.stream().mapToInt(Outgoing::product).distinct().limit(2).count() > 1;
    }
}
