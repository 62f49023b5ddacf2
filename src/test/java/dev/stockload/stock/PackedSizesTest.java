package dev.stockload.stock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

class PackedSizesTest {
    @Test
    void unpacks_the_same_sizes_sorted() {
        Random random = new Random(42);
        for (int round = 0; round < 200; round++) {
            List<PackedSizes.Line> sizes = new ArrayList<>();
            for (int i = random.nextInt(12); i >= 0; i--) {
                int from = 1 + random.nextInt(9000);
                int stock = random.nextBoolean() ? random.nextInt(20) : random.nextInt() >>> 1;
                String barcode = random.nextBoolean() ? null : "条" + random.nextLong();
                Size size = new Size(from, from + random.nextInt(999));
                sizes.add(
                        new PackedSizes.Line(
                                size, new Stock(stock, barcode), random.nextInt(70_000)));
            }
            PackedSizes packed = PackedSizes.of(sizes);
            Collections.shuffle(sizes, random);
            assertThat(packed.lines()).hasSameElementsAs(sizes);
            assertThat(packed.lines())
                    .isSortedAccordingTo(Comparator.comparing(PackedSizes.Line::size));
        }
    }
}
