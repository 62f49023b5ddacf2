package dev.stockload.jobs.define;

import dev.stockload.imports.order.StockRules;
import dev.stockload.imports.order.StockRules.Rule;

import org.yaml.snakeyaml.nodes.Node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The keys of a job that say how much of its stock is offered. */
record StockRuleKeys(JobFile file) {
    static final List<String> OF_ALL = List.of("buffer", "below", "cap");
    static final String RULES = "rules";
    private static final String ITEMS = "items";
    private static final List<String> OF_RULE = List.of(ITEMS, "buffer", "below", "cap");
    private static final String EXAMPLE = "{ items: \"SL-2*\", buffer: 5 }";

    /** Wildcards that other programs have. */
    private static final Pattern OTHER = Pattern.compile("[\\[\\]{}%\\\\|^$]");

    /** Those by item number, then that of all others: what one does not say is as in that. */
    StockRules read() {
        Rule others = rule("*", file.values(), Rule.AS_COUNTED);
        List<Rule> rules = new ArrayList<>();
        Node listed = file.values().get(RULES);
        if (listed != null) {
            for (Node each : file.list(listed, RULES, "[ " + EXAMPLE + " ]")) {
                rules.add(file.tried(() -> ofItems(each, others), others));
            }
        }
        if (!others.equals(Rule.AS_COUNTED)) {
            rules.add(others);
        }
        return new StockRules(rules);
    }

    private Rule ofItems(Node node, Rule others) {
        String takes = "rules such as " + EXAMPLE;
        Map<String, Node> keys = file.entries(file.mapping(node, RULES, takes), RULES, OF_RULE);
        if (!keys.containsKey(ITEMS) || keys.size() == 1) {
            throw file.fault(node, RULES, "needs items and what holds for them: " + EXAMPLE);
        }
        return rule(file.read(keys.get(ITEMS), ITEMS, StockRuleKeys::items), keys, others);
    }

    private static String items(String text) {
        if (OTHER.matcher(text).find()) {
            throw new IllegalArgumentException(
                    "takes an item number, in which * stands for any characters and ? for one, but"
                            + " this is '%s'".formatted(text));
        }
        return text;
    }

    private Rule rule(String items, Map<String, Node> keys, Rule others) {
        int below = pieces(keys, "below", others.below());
        int cap = pieces(keys, "cap", others.cap());
        if (cap < below) {
            throw file.fault(
                    keys.getOrDefault("cap", keys.get("below")),
                    "cap",
                    "is %d, but 'below' is %d, so that nothing would be offered: raise the cap"
                            .formatted(cap, below));
        }
        return new Rule(items, pieces(keys, "buffer", others.buffer()), below, cap);
    }

    private int pieces(Map<String, Node> keys, String key, int otherwise) {
        Node node = keys.get(key);
        return node == null ? otherwise : file.read(node, key, StockRuleKeys::pieces);
    }

    private static int pieces(String text) {
        if (!text.matches("\\d{1,9}")) {
            throw new IllegalArgumentException(
                    "takes whole pieces, 0 or more, such as 2, but this is '%s'".formatted(text));
        }
        return Integer.parseInt(text);
    }
}
