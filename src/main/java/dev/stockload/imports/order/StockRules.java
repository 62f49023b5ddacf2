package dev.stockload.imports.order;

import java.util.List;
import java.util.regex.Pattern;

/** How much of the stock that a sheet has is offered; for an item, the first rule that fits. */
public record StockRules(List<Rule> rules) {
    public static final StockRules NONE = new StockRules(List.of());

    /**
     * A rule; it takes the buffer away, then offers nothing of too few, then no more than the cap.
     *
     * @param items the item numbers that it is for, with * and ?
     * @param buffer how many pieces of each size are not offered
     * @param below how many pieces have to be left, for any of them to be offered
     * @param cap how many pieces are offered at most
     */
    public record Rule(String items, int buffer, int below, int cap) {
        public static final Rule AS_COUNTED = new Rule("*", 0, 0, Integer.MAX_VALUE);

        public boolean changesNothing() {
            return buffer == 0 && below == 0 && cap == Integer.MAX_VALUE;
        }

        private boolean fits(String item) {
            String pattern = Pattern.quote(items).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q");
            return item.matches(pattern);
        }

        public int offered(int counted) {
            int left = left(counted);
            return left < below ? 0 : Math.min(left, cap);
        }

        private int left(int counted) {
            return Math.max(0, counted - buffer);
        }

        /** Such as {@code 9 − 2 = 7}, if the rule changes the number. */
        public String sum(int counted) {
            String left = buffer == 0 ? "" : " − %d = %d".formatted(buffer, counted - buffer);
            return counted + (counted < buffer ? left + ", so 0" : left + limited(counted));
        }

        /** Such as {@code the sheet has 9; buffer 2: 7}, if the rule changes the number. */
        public String explanation(int counted) {
            String left = buffer == 0 ? "" : "; buffer %d: %d".formatted(buffer, left(counted));
            return "the sheet has %d%s%s".formatted(counted, left, limited(counted));
        }

        private String limited(int counted) {
            int left = left(counted);
            return left > 0 && left < below
                    ? "; below %d: 0".formatted(below)
                    : left > cap ? "; cap %d: %1$d".formatted(cap) : "";
        }
    }

    /** The rule for an item number, which is empty for a product that has none. */
    public Rule of(String item) {
        return rules.stream().filter(rule -> rule.fits(item)).findFirst().orElse(Rule.AS_COUNTED);
    }
}
