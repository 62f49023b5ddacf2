package dev.stockload.app;

import dev.stockload.details.Details;
import dev.stockload.details.DetailsFile;
import dev.stockload.imports.ResumeOptions;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.Tally;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;

/** What commands and the process that serves tell each other, as JSON. */
final class Wire {
    static final JsonMapper JSON = JsonMapper.builder().addModule(tallies()).build();

    /** The file in the data folder that says where a process serves, for its owner only. */
    static final String FILE = "serve.json";

    private Wire() {}

    /** Where a process serves, and what shows that a command may read its data folder. */
    record Address(String url, String token) {
        @Override
        public String toString() {
            return url;
        }
    }

    /**
     * One line of an answer: something that happens, and at last the result or why there is none.
     */
    record Event(Kind kind, JsonNode value) {
        enum Kind {
            TICKET,
            BEGINS,
            READS,
            SENDS,
            GOES_ON,
            NOTICE,
            DETAILS_BEGIN,
            AT,
            DETAIL,
            RESULT,
            UNUSABLE_SHEET,
            UNUSABLE_SETTINGS,
            FAILED
        }

        static Event of(Kind kind, Object value) {
            return new Event(kind, JSON.valueToTree(value));
        }

        <T> T as(Class<T> type) {
            return value == null || value.isNull() ? null : JSON.treeToValue(value, type);
        }
    }

    record Resume(String run, ResumeOptions how) {}

    record Verify(String run, OptionalInt sample) {}

    record Publish(String account, Collection<Integer> products, boolean published) {}

    record NewToken(String name, boolean readOnly) {}

    /** How far details are when they begin. */
    record Begin(DetailRun run, int waiting, int all) {}

    record At(int done, int all) {}

    /** What became of an order for details, but for the details themselves. */
    record Fetched(
            DetailRun run, int all, int fetched, int waiting, List<Details.Refusal> refused) {
        static Fetched of(Details.Result result) {
            return new Fetched(
                    result.run(),
                    result.all(),
                    result.fetched(),
                    result.waiting(),
                    result.refused());
        }

        Details.Result with(DetailsFile file) {
            return new Details.Result(run, all, fetched, waiting, refused, file);
        }
    }

    private static SimpleModule tallies() {
        SimpleModule module = new SimpleModule("tallies");
        module.addSerializer(
                new StdSerializer<Tally>(Tally.class) {
                    @Override
                    public void serialize(
                            Tally tally, JsonGenerator json, SerializationContext context) {
                        json.writeString(tally.toString());
                    }
                });
        module.addDeserializer(
                Tally.class,
                new StdDeserializer<Tally>(Tally.class) {
                    @Override
                    public Tally deserialize(JsonParser json, DeserializationContext context) {
                        return Tally.parse(json.getString());
                    }
                });
        return module;
    }
}
