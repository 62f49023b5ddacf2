package dev.stockload.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColoursTest {
    @Test
    void a_colour_keeps_its_number_however_many_follow() {
        var colours = new Colours();
        for (int product = 1; product <= 5_000; product++) {
            int number = colours.find(product, null, "Black", 0);
            assertThat(number).isEqualTo(product - 1);
            assertThat(colours.find(product, null, "Black", 0)).isEqualTo(number);
        }
        for (int product = 1; product <= 5_000; product++) {
            assertThat(colours.find(product, null, "Black", 0)).isEqualTo(product - 1);
        }
        assertThat(colours.count()).isEqualTo(5_000);
    }

    @Test
    void a_colour_is_identified_by_product_item_number_and_name() {
        var colours = new Colours();
        int black = colours.find(10_001, null, "Black", 0);
        assertThat(colours.find(10_002, null, "Black", 0)).isNotEqualTo(black);
        assertThat(colours.find(10_001, "SL-10001", "Black", 0)).isNotEqualTo(black);
        assertThat(colours.find(10_001, null, "White", 0)).isNotEqualTo(black);
        assertThat(colours.find(10_001, null, "Black", 0)).isEqualTo(black);
    }
}
